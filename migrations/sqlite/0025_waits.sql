-- How far somebody has read what was said at a table. Saying something there, or saying that it was
-- read, sets the mark; looking at a page sets none.
CREATE TABLE talk_read (
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game   TEXT    NOT NULL,
    upto   INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

-- What was said before there were marks counts as read.
INSERT INTO talk_read (player, game, upto)
SELECT seat_holder.player, message.game, max(message.id)
FROM message JOIN seat_holder ON seat_holder.game = message.game
WHERE seat_holder.player IS NOT NULL
GROUP BY seat_holder.player, message.game;

-- A note that comes back by itself: from that round on, or at the next turn where the round is 0.
-- It sleeps until a question that was put after the event `asleep`.
ALTER TABLE note ADD COLUMN recall INTEGER;
ALTER TABLE note ADD COLUMN asleep INTEGER;
