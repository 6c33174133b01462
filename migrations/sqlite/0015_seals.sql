-- The daily seals over the ends of all logs, a chain of their own, and what each of them sealed: as
-- much of every game as everybody may know of it. Nothing is rebuilt from this; it is here to
-- contradict a log whose end was cut off, or of which a game is gone.
CREATE TABLE seal (
    day      TEXT    PRIMARY KEY,
    games    INTEGER NOT NULL,
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),
    -- The last event of all when it was made: the next one looks at what came behind it.
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The end of a game on the day of a seal, if it was another than at the seal before. `game` is the
-- hash of its id, so that a seal names no game to who does not know it.
CREATE TABLE sealed (
    game BLOB    NOT NULL CHECK (length(game) = 32),
    day  TEXT    NOT NULL,
    step INTEGER NOT NULL,
    head BLOB    NOT NULL CHECK (length(head) = 32),
    PRIMARY KEY (game, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX sealed_by_day ON sealed (day);

CREATE TRIGGER seal_is_never_changed BEFORE UPDATE ON seal
BEGIN
    SELECT RAISE(ABORT, 'what was sealed is never changed');
END;

CREATE TRIGGER seal_is_never_deleted BEFORE DELETE ON seal
BEGIN
    SELECT RAISE(ABORT, 'what was sealed is never deleted');
END;

-- One a day, and none before the last; INSERT OR REPLACE asks only this trigger.
CREATE TRIGGER seal_is_never_before_another BEFORE INSERT ON seal
WHEN EXISTS (SELECT 1 FROM seal WHERE day >= new.day)
BEGIN
    SELECT RAISE(ABORT, 'seals follow each other by their days');
END;

CREATE TRIGGER sealed_is_never_changed BEFORE UPDATE ON sealed
BEGIN
    SELECT RAISE(ABORT, 'what was sealed is never changed');
END;

CREATE TRIGGER sealed_is_never_deleted BEFORE DELETE ON sealed
BEGIN
    SELECT RAISE(ABORT, 'what was sealed is never deleted');
END;

-- What a seal has closed over stays as it is.
CREATE TRIGGER sealed_is_never_added_later BEFORE INSERT ON sealed
WHEN EXISTS (SELECT 1 FROM seal WHERE day >= new.day)
BEGIN
    SELECT RAISE(ABORT, 'what was sealed is never changed');
END;
