-- Games that were played elsewhere and taken in from a file: what their bringer said of it, and how
-- far their chain went then. Kept for ever.
--
-- With this step the facts of an event may have before them in their column who may know each:
-- one letter for the event and one for each fact. Whatever stands there is hashed with them.
CREATE TABLE origin (
    game TEXT    PRIMARY KEY,
    said TEXT    NOT NULL,
    head BLOB    NOT NULL CHECK (length(head) = 32),
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER origin_is_never_changed BEFORE UPDATE ON origin
BEGIN
    SELECT RAISE(ABORT, 'where a game came from is never changed');
END;

CREATE TRIGGER origin_is_never_deleted BEFORE DELETE ON origin
BEGIN
    SELECT RAISE(ABORT, 'where a game came from is never forgotten');
END;
