-- Personal data. None of it is in the log, so that a person can be forgotten and the games kept.
-- `address` is in lower case, for looking up; `written` is as the person wrote it.
CREATE TABLE player (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    address    TEXT    NOT NULL UNIQUE,
    written    TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    zone       TEXT    NOT NULL,
    theme      TEXT,
    mail       TEXT    NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    bounces    INTEGER NOT NULL DEFAULT 0,
    bounced_at INTEGER,
    stopped_at INTEGER,
    bounce     TEXT
) STRICT;

-- Who sits where: a player or a bot; neither, while the seat is empty.
CREATE TABLE holder (
    game   TEXT    NOT NULL,
    seat   INTEGER NOT NULL,
    player INTEGER REFERENCES player (id) ON DELETE SET NULL,
    bot    TEXT,
    since  INTEGER NOT NULL,
    salt   TEXT,
    PRIMARY KEY (game, seat),
    CHECK (player IS NULL OR bot IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX holder_by_player ON holder (player) WHERE player IS NOT NULL;

CREATE TABLE session (
    token_hash BLOB    PRIMARY KEY,
    player     INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    agent      TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX session_by_player ON session (player);

CREATE TABLE sign_in (
    token_hash   BLOB    PRIMARY KEY,
    code_hash    BLOB    NOT NULL,
    browser_hash BLOB    NOT NULL,
    address      TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    used_at      INTEGER,
    tries        INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_by_address ON sign_in (address);
CREATE INDEX sign_in_by_browser ON sign_in (browser_hash);

CREATE TABLE invitation (
    token_hash BLOB    PRIMARY KEY,
    game       TEXT    NOT NULL,
    seat       INTEGER,
    address    TEXT,
    invited_by INTEGER REFERENCES player (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    used_at    INTEGER,
    used_by    INTEGER REFERENCES player (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX invitation_by_game ON invitation (game);
CREATE INDEX invitation_by_inviter ON invitation (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX invitation_by_taker ON invitation (used_by) WHERE used_by IS NOT NULL;

-- How often something happened in a window of time: letters asked for, refusals sent.
CREATE TABLE tally (
    what   TEXT    NOT NULL,
    window INTEGER NOT NULL,
    count  INTEGER NOT NULL,
    PRIMARY KEY (what, window)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
