-- What those who sit at a table wish for before the game begins, as the order that says it, and
-- whether it was said by letter. Nobody else's; it goes with the seat, and when the game begins.
CREATE TABLE wish (
    game      TEXT    NOT NULL,
    seat      INTEGER NOT NULL,
    player    INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    line      TEXT    NOT NULL,
    by_letter INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX wish_by_player ON wish (player);
