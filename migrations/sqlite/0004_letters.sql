-- One row a letter and person, written with the event it tells of. `refs` are the Message-IDs it
-- answers. Subject, text, html, picture and the whole message as it goes over the wire are filled
-- once, when it is first sent; the address too, if it was not there from the beginning.
CREATE TABLE outbox (
    id          INTEGER PRIMARY KEY,
    message_id  TEXT    NOT NULL UNIQUE,
    to_player   INTEGER REFERENCES player (id) ON DELETE CASCADE,
    address     TEXT,
    kind        TEXT    NOT NULL,
    game        TEXT,
    seat        INTEGER,
    seq         INTEGER,
    payload     TEXT    NOT NULL,
    refs        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    state       TEXT    NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'sending', 'sent', 'dead', 'dropped')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    first_at    INTEGER,
    last_error  TEXT,
    lease_until INTEGER,
    subject     TEXT,
    text        TEXT,
    html        TEXT,
    picture     BLOB,
    message     BLOB,
    sent_at     INTEGER,
    CHECK (to_player IS NOT NULL OR address IS NOT NULL)
) STRICT;

CREATE INDEX outbox_by_due ON outbox (due_at, id) WHERE state = 'waiting';
CREATE INDEX outbox_by_lease ON outbox (lease_until) WHERE state = 'sending';
CREATE INDEX outbox_by_seat ON outbox (game, seat) WHERE game IS NOT NULL;
CREATE INDEX outbox_by_player ON outbox (to_player) WHERE to_player IS NOT NULL;
CREATE INDEX outbox_by_state ON outbox (state, id);

-- Every letter that came in, as it came, before anything was done about it.
CREATE TABLE inbox (
    id          INTEGER PRIMARY KEY,
    message_id  TEXT    NOT NULL UNIQUE,
    sender      TEXT    NOT NULL,
    recipient   TEXT    NOT NULL,
    raw         BLOB,
    received_at INTEGER NOT NULL,
    state       TEXT    NOT NULL DEFAULT 'new'
        CHECK (state IN ('new', 'held', 'done', 'ignored')),
    game        TEXT,
    seat        INTEGER,
    note        TEXT,
    done_at     INTEGER
) STRICT;

CREATE INDEX inbox_by_state ON inbox (state, id);
