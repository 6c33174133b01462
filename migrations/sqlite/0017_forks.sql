-- Which games were forked from a game: found by what their openings say. What an opening says is
-- never changed; one that is damaged names no game, and the audit tells of it.
CREATE INDEX event_forked ON event (CASE WHEN json_valid(act) THEN act ->> '$.Opened.fork.game' END)
    WHERE kind = 'opened';
