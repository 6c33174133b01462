-- A player's wish to get letters elsewhere: one at a time. Both ends have a link, known by its
-- hash only; the change happens once the new address has proved itself and the old one agreed.
CREATE TABLE address_change (
    player    INTEGER PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    address   TEXT    NOT NULL,
    new_hash  BLOB    NOT NULL UNIQUE CHECK (length(new_hash) = 32),
    old_hash  BLOB    NOT NULL UNIQUE CHECK (length(old_hash) = 32),
    asked_at  INTEGER NOT NULL,
    proved_at INTEGER,
    agreed_at INTEGER
) STRICT;

-- Addresses that do not want to be invited, by a keyed hash: whoever said so need not be known.
CREATE TABLE never_invited (
    hash TEXT    PRIMARY KEY,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX invitation_by_address ON invitation (lower(address), created_at)
    WHERE address IS NOT NULL;

-- The letters of one switch are told apart by two now; whoever had it off has both off.
UPDATE player SET mail = replace(mail, '"news"', '"happened","talk"');
