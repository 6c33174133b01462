-- What may be done by answering a letter. The key itself stands in the bytes of its letter and
-- nowhere else; here is its SHA-256.
CREATE TABLE letter_key (
    hash       BLOB    PRIMARY KEY CHECK (length(hash) = 32),
    purpose    TEXT    NOT NULL
        CHECK (purpose IN ('orders', 'bounce', 'invitation', 'stop', 'probe')),
    letter     INTEGER REFERENCES outbox (id) ON DELETE CASCADE,
    player     INTEGER REFERENCES player (id) ON DELETE CASCADE,
    -- Where the letter went: an answer comes from there.
    address    TEXT    NOT NULL,
    game       TEXT,
    seat       INTEGER,
    -- The event by which the letter's question was asked, and the last one that the letter knew.
    put        INTEGER,
    version    INTEGER,
    -- The hash of the invitation's token.
    invitation BLOB,
    made_at    INTEGER NOT NULL,
    dead_at    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX letter_key_by_seat ON letter_key (game, seat) WHERE game IS NOT NULL;
CREATE INDEX letter_key_by_player ON letter_key (player) WHERE player IS NOT NULL;
CREATE INDEX letter_key_by_letter ON letter_key (letter) WHERE letter IS NOT NULL;

-- Letters that came in, kept as they came before anything is done about them. Nothing was ever
-- stored in the table before: no door led to it. Its Message-ID was unique, which a stranger chooses.
DROP TABLE inbox;

CREATE TABLE incoming (
    id          INTEGER PRIMARY KEY,
    -- The door, and what it calls the letter.
    door        TEXT    NOT NULL,
    uid         TEXT,
    -- To whom, as the door was told or the letter says; the same letter to the same is one.
    recipient   TEXT    NOT NULL,
    sha         BLOB    NOT NULL CHECK (length(sha) = 32),
    raw         BLOB,
    received_at INTEGER NOT NULL,
    state       TEXT    NOT NULL DEFAULT 'new'
        CHECK (state IN ('new', 'held', 'done', 'ignored')),
    tries       INTEGER NOT NULL DEFAULT 0,
    -- What was read in it.
    message_id  TEXT,
    sender      TEXT,
    verdict     TEXT,
    letter_key  BLOB,
    player      INTEGER REFERENCES player (id) ON DELETE SET NULL,
    game        TEXT,
    seat        INTEGER,
    -- What became of it, in a sentence, and the answer to it.
    note        TEXT,
    answer      INTEGER REFERENCES outbox (id) ON DELETE SET NULL,
    done_at     INTEGER,
    UNIQUE (recipient, sha)
) STRICT;

CREATE INDEX incoming_by_state ON incoming (state, id);
CREATE INDEX incoming_by_game ON incoming (game) WHERE game IS NOT NULL AND state = 'new';
CREATE INDEX incoming_by_player ON incoming (player) WHERE player IS NOT NULL;
CREATE INDEX incoming_by_answer ON incoming (answer) WHERE answer IS NOT NULL;

-- What mail servers said of letters that could not be delivered after they had been taken.
CREATE TABLE bounce (
    id      INTEGER PRIMARY KEY,
    letter  INTEGER REFERENCES outbox (id) ON DELETE CASCADE,
    player  INTEGER REFERENCES player (id) ON DELETE CASCADE,
    address TEXT    NOT NULL,
    hard    INTEGER NOT NULL,
    why     TEXT    NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX bounce_by_player ON bounce (player, at) WHERE player IS NOT NULL;
CREATE INDEX bounce_by_letter ON bounce (letter) WHERE letter IS NOT NULL;
