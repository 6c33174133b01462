-- Guests practise against bots without an account. A guest is a player without an email address,
-- whose rows are deleted after a day.

-- When a guest's access ends; NULL for players with an account.
ALTER TABLE player ADD COLUMN guest_until bigint;

CREATE INDEX player_by_guest_until ON player (guest_until) WHERE guest_until IS NOT NULL;

-- Drops an email to a guest. Nothing is ever sent to a guest.
CREATE FUNCTION drop_email_to_guest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM player WHERE id = new.player AND guest_until IS NOT NULL) THEN
        RETURN NULL;
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER outbox_not_to_guests BEFORE INSERT ON outbox
    FOR EACH ROW EXECUTE FUNCTION drop_email_to_guest();
