-- Access tokens for the API. A token is shown once; only its hash is stored.
CREATE TABLE api_token (
    token_hash    bytea  PRIMARY KEY CHECK (length(token_hash) = 32),
    player        bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    -- The name that the player gave it, unique for each player.
    name          text COLLATE "C" NOT NULL,
    -- Names of scopes, separated by spaces: "read play".
    scopes        text COLLATE "C" NOT NULL,
    -- Whether a program plays with it, rather than an app that a person uses.
    program       bigint NOT NULL CHECK (program IN (0, 1)),
    -- The only game it works for; NULL for all.
    game          text COLLATE "C",
    created_at    bigint NOT NULL,
    expires_at    bigint NOT NULL,
    -- The day of its last use, in days since 1970-01-01; NULL if it was never used.
    last_used_day bigint,
    UNIQUE (player, name)
);

-- For the players whose seats are labelled as played by a program.
CREATE INDEX api_token_program ON api_token (player) WHERE program = 1;
