-- How far a mailbox elsewhere was read: the letters up to there are in the store, or were refused.
CREATE TABLE mailbox (
    -- Whose, where, and which folder.
    name     TEXT    PRIMARY KEY,
    -- Numbers of letters mean something only together with this (RFC 3501, section 2.3.1.1).
    validity INTEGER NOT NULL,
    uid      INTEGER NOT NULL,
    -- The first start: older letters are none of ours.
    begun_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Doors for letters that are shut, as long as they are. Kept, because that may outlast the program.
CREATE TABLE door_shut (
    door  TEXT    PRIMARY KEY,
    since INTEGER NOT NULL,
    why   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
