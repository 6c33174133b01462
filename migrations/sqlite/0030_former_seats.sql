-- The seats that people had and have no more: what became of the questions that were asked there
-- is theirs still. It goes with the person.
CREATE TABLE former_seat (
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game   TEXT NOT NULL,
    seat   INTEGER NOT NULL,
    since  INTEGER NOT NULL,
    until  INTEGER NOT NULL
) STRICT;

CREATE INDEX former_seat_by_player ON former_seat (player, until);
