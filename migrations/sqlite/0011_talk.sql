-- What people say beside the board. The log knows nothing of it and the rules never see it; it
-- goes with the person who said it.
CREATE TABLE words (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    game    TEXT    NOT NULL,
    seat    INTEGER NOT NULL,
    player  INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    -- The game's last event when it was said.
    step    INTEGER NOT NULL,
    -- To the whole table, or else to those in `addressed`.
    aloud   INTEGER NOT NULL CHECK (aloud IN (0, 1)),
    text    TEXT    NOT NULL,
    -- A hash of what the form, or the letter's line, was called that said it.
    key     BLOB    NOT NULL UNIQUE,
    said_at INTEGER NOT NULL
) STRICT;

CREATE INDEX words_by_game ON words (game, id);
CREATE INDEX words_by_player ON words (player, game, said_at);

-- Who was spoken to: the person, because the next one on that seat was not.
CREATE TABLE addressed (
    words  INTEGER NOT NULL REFERENCES words (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    player INTEGER REFERENCES player (id) ON DELETE SET NULL,
    PRIMARY KEY (words, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX addressed_by_player ON addressed (player, words) WHERE player IS NOT NULL;

-- Who does not want to hear whom.
CREATE TABLE mute (
    game   TEXT    NOT NULL,
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    muted  INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    since  INTEGER NOT NULL,
    PRIMARY KEY (game, player, muted)
) STRICT, WITHOUT ROWID;

CREATE INDEX mute_by_player ON mute (player);
CREATE INDEX mute_by_muted ON mute (muted);

-- Letters that words stand in, and the last of them.
CREATE TABLE told (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    game   TEXT    NOT NULL,
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    upto   INTEGER NOT NULL
) STRICT;

CREATE INDEX told_by_player ON told (player, game);
CREATE INDEX told_by_game ON told (game);

-- What somebody notes for nobody else, at a step of the game.
CREATE TABLE note (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    game       TEXT    NOT NULL,
    player     INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    step       INTEGER NOT NULL,
    text       TEXT    NOT NULL,
    key        BLOB    NOT NULL UNIQUE,
    made_at    INTEGER NOT NULL,
    changed_at INTEGER
) STRICT;

CREATE INDEX note_by_player ON note (player, game, step);
