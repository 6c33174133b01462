-- A letter that may not be from whom it says asks its player, at the seat's own address. The key of
-- that question names the letter that is held, and opens nothing else.
ALTER TABLE letter_key ADD COLUMN held INTEGER REFERENCES incoming (id) ON DELETE CASCADE;
CREATE INDEX letter_key_by_held ON letter_key (held) WHERE held IS NOT NULL;

-- Whether its player has said that the letter is genuine.
ALTER TABLE incoming ADD COLUMN vouched INTEGER NOT NULL DEFAULT 0 CHECK (vouched IN (0, 1));

-- What a held letter says, line by line as JSON, for its player to see.
ALTER TABLE incoming ADD COLUMN words TEXT;
