-- What several nodes over one database have to agree on.

-- The nodes that are up, and when each was last heard of.
CREATE TABLE node (
    name    text COLLATE "C" PRIMARY KEY,
    beat_at bigint NOT NULL
);

-- Times in which no node was up, and whether all clocks know of it.
CREATE TABLE outage (
    began_at   bigint PRIMARY KEY,
    noticed_at bigint NOT NULL,
    done_at    bigint
);

-- Work that one node does for all of them, until then.
CREATE TABLE lease (
    what   text COLLATE "C" PRIMARY KEY,
    holder text COLLATE "C" NOT NULL,
    until  bigint NOT NULL
);

-- A clock that a node looks after just now.
ALTER TABLE deadline ADD COLUMN claimed_by text COLLATE "C";
ALTER TABLE deadline ADD COLUMN claimed_until bigint;
