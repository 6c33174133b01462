-- Words that are about an earlier step of the game stand in its margin: the event that they are
-- pinned to.
ALTER TABLE message ADD COLUMN pinned bigint;
CREATE INDEX message_by_pin ON message (game, pinned) WHERE pinned IS NOT NULL;
