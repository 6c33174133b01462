-- Guests practise against bots without an account. A guest is a player without an email address,
-- whose rows are deleted after a day.

-- When a guest's access ends; NULL for players with an account.
ALTER TABLE player ADD COLUMN guest_until INTEGER;

CREATE INDEX player_by_guest_until ON player (guest_until) WHERE guest_until IS NOT NULL;

-- Nothing is ever sent to a guest.
CREATE TRIGGER outbox_not_to_guests BEFORE INSERT ON outbox
WHEN EXISTS (SELECT 1 FROM player WHERE id = new.player AND guest_until IS NOT NULL)
BEGIN
    SELECT RAISE(IGNORE);
END;
