-- The cards that are new to the reader of a short letter, and of which it had no room to say what
-- they do: a JSON list of names. The next letter says it.
ALTER TABLE outbox ADD COLUMN untold TEXT;
