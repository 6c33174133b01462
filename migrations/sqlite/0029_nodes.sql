-- What several nodes over one database have to agree on. A file has one node, and these stay empty there.

-- The nodes that are up, and when each was last heard of.
CREATE TABLE node (
    name    TEXT    NOT NULL PRIMARY KEY,
    beat_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Times in which no node was up, and whether all clocks know of it.
CREATE TABLE outage (
    began_at   INTEGER NOT NULL PRIMARY KEY,
    noticed_at INTEGER NOT NULL,
    done_at    INTEGER
) STRICT;

-- Work that one node does for all of them, until then.
CREATE TABLE lease (
    what   TEXT    NOT NULL PRIMARY KEY,
    holder TEXT    NOT NULL,
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A clock that a node looks after just now.
ALTER TABLE deadline ADD COLUMN claimed_by TEXT;
ALTER TABLE deadline ADD COLUMN claimed_until INTEGER;
