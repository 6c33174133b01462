-- Who opened a table and looks after it. Personal, so not in the log; kept when a seat is given up.
CREATE TABLE organiser (
    game   TEXT    PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX organiser_by_player ON organiser (player);
