-- Of letters that came in, no more than 64 KB is kept from now on, and of those to one key the last
-- ones: which are found by this. What was kept whole before is dropped where it was dealt with.
CREATE INDEX incoming_by_key ON incoming (letter_key, id) WHERE raw IS NOT NULL;

UPDATE incoming SET raw = NULL
WHERE state IN ('done', 'ignored') AND length(raw) > 65536;
