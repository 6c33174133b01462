-- Derived from the log and rebuilt from it at any time. Nothing else refers to these rows.
CREATE TABLE game (
    id         TEXT    PRIMARY KEY,
    title      TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('open', 'running', 'over', 'cancelled')),
    seats      INTEGER NOT NULL,
    opened_at  INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    head       BLOB    NOT NULL CHECK (length(head) = 32),
    public     INTEGER NOT NULL CHECK (public IN (0, 1)),
    summary    TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX game_by_status ON game (status, changed_at, id);

-- The seats that owe an order. `due_at` is the deadline, `next_at` the next reminder; both empty
-- while the clock stands still.
CREATE TABLE waiting (
    game     TEXT    NOT NULL,
    seat     INTEGER NOT NULL,
    decision TEXT    NOT NULL,
    since    INTEGER NOT NULL,
    due_at   INTEGER,
    next_at  INTEGER,
    stage    INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX waiting_by_due ON waiting (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX waiting_by_next ON waiting (next_at) WHERE next_at IS NOT NULL;
