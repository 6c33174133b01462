-- Administration: blocked players, and what admins did to accounts.

-- When an admin blocked the player; NULL for everyone else.
ALTER TABLE player ADD COLUMN blocked_at INTEGER;

CREATE INDEX player_by_blocked_at ON player (blocked_at) WHERE blocked_at IS NOT NULL;

-- What admins did to accounts. Not part of the event log: entries are deleted with their player.
CREATE TABLE admin_log (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    created_at INTEGER NOT NULL,
    -- The admin; NULL for a command on the server, and once that account is deleted.
    admin      INTEGER REFERENCES player (id) ON DELETE SET NULL,
    -- What was done, as a word.
    action     TEXT    NOT NULL,
    -- The player whose account it was; NULL for an erased one.
    player     INTEGER REFERENCES player (id) ON DELETE CASCADE,
    reason     TEXT    NOT NULL
) STRICT;

CREATE INDEX admin_log_by_player ON admin_log (player, id) WHERE player IS NOT NULL;
CREATE INDEX admin_log_by_admin ON admin_log (admin) WHERE admin IS NOT NULL;
