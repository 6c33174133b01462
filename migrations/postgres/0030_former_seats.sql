-- The seats that people had and have no more: what became of the questions that were asked there
-- is theirs still. It goes with the person.
CREATE TABLE former_seat (
    player bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game   text COLLATE "C" NOT NULL,
    seat   bigint NOT NULL,
    since  bigint NOT NULL,
    until  bigint NOT NULL
);

CREATE INDEX former_seat_by_player ON former_seat (player, until);
