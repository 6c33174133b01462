-- Administration: blocked players, what admins did to accounts, and what players report.

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

-- Chat messages that players reported to the admins. The message itself stays where it is.
CREATE TABLE report (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    created_at      INTEGER NOT NULL,
    -- Who reported the message, and who wrote it.
    player          INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    reported_player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game            TEXT NOT NULL,
    chat_message    INTEGER NOT NULL REFERENCES chat_message (id) ON DELETE CASCADE,
    -- What the reporting player wrote about it; may be empty.
    comment         TEXT NOT NULL,
    -- When an admin closed the report.
    closed_at       INTEGER,
    UNIQUE (player, chat_message)
) STRICT;

CREATE INDEX report_by_reported_player ON report (reported_player);
CREATE INDEX report_by_chat_message ON report (chat_message);
CREATE INDEX report_open ON report (id) WHERE closed_at IS NULL;
