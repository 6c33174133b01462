-- What the lines of a seal of version 2 that stand for no game are made of; nothing in those of
-- version 1, which say how many games there are.
ALTER TABLE seal ADD COLUMN padding BLOB CHECK (padding IS NULL OR length(padding) = 32);

-- Which games were forked from a game: found by what their openings say. What an opening says is
-- never changed; one that is damaged names no game, and the audit tells of it.
CREATE INDEX event_forked ON event (CASE WHEN json_valid(act) THEN act ->> '$.Opened.fork.game' END)
    WHERE kind = 'opened';
