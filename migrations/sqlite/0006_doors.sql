-- A player holds one seat of a game at most. Whoever once slipped into several keeps the first;
-- the others are played by the fallback, as those of players who are gone.
UPDATE holder SET player = NULL
WHERE player IS NOT NULL
    AND EXISTS (
        SELECT 1 FROM holder AS other
        WHERE other.game = holder.game AND other.player = holder.player AND other.seat < holder.seat
    );

CREATE UNIQUE INDEX holder_sits_once ON holder (game, player) WHERE player IS NOT NULL;
