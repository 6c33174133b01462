-- The log: what happened, for ever. `position` is the order of the commits over all games, without
-- gaps; `seq` numbers one game's events from 1. `hash` chains each event to the one before it.
CREATE TABLE event (
    position INTEGER PRIMARY KEY,
    game     TEXT    NOT NULL,
    seq      INTEGER NOT NULL CHECK (seq > 0),
    at       INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    seat     INTEGER,
    act      TEXT    NOT NULL,
    facts    TEXT    NOT NULL,
    draws    TEXT    NOT NULL,
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),
    UNIQUE (game, seq)
) STRICT;

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN
    SELECT RAISE(ABORT, 'the log is never changed');
END;

CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN
    SELECT RAISE(ABORT, 'nothing is ever deleted from the log');
END;

-- INSERT OR REPLACE deletes without asking the trigger above.
CREATE TRIGGER event_is_never_replaced BEFORE INSERT ON event
WHEN EXISTS (SELECT 1 FROM event WHERE position = new.position)
    OR EXISTS (SELECT 1 FROM event WHERE game = new.game AND seq = new.seq)
BEGIN
    SELECT RAISE(ABORT, 'the log is never changed');
END;

-- What a game's dice hang on, until its last event tells it.
CREATE TABLE secret (
    game  TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Orders that were answered, kept for ever: the same order twice is one event and one answer.
-- The key is the first 16 bytes of the SHA-256 of what the asker named the order by.
CREATE TABLE answered (
    key    BLOB    PRIMARY KEY,
    game   TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    answer TEXT    NOT NULL,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
