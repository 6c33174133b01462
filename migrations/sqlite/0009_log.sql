-- What was asked under a key: the first 16 bytes of a SHA-256, so that the same key with something
-- else is noticed. Nothing for what was answered before this step.
ALTER TABLE answered ADD COLUMN content BLOB;
UPDATE answered SET answer = 'null' WHERE answer = '';

-- How far a game's chain went, and its last hash, whenever letters told of it. Nothing is rebuilt
-- from this: it is here to contradict a log that was cut off or written anew.
CREATE TABLE witness (
    game TEXT    NOT NULL,
    seq  INTEGER NOT NULL,
    head BLOB    NOT NULL CHECK (length(head) = 32),
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER witness_is_never_changed BEFORE UPDATE ON witness
BEGIN
    SELECT RAISE(ABORT, 'what was witnessed is never changed');
END;

CREATE TRIGGER witness_is_never_deleted BEFORE DELETE ON witness
BEGIN
    SELECT RAISE(ABORT, 'what was witnessed is never deleted');
END;
