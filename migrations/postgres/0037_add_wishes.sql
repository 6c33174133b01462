-- What those who sit at a table wish for before the game begins, as the order that says it, and
-- whether it was said by letter. Nobody else's; it goes with the seat, and when the game begins.
CREATE TABLE wish (
    game      text COLLATE "C" NOT NULL,
    seat      bigint NOT NULL,
    player    bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    line      text COLLATE "C" NOT NULL,
    by_letter bigint NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE INDEX wish_by_player ON wish (player);
