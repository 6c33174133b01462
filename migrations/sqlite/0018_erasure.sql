-- Whose affair a letter is that goes to somebody else's mailbox, or to one that is a person's no
-- more: it goes with that person. Letters about a change of address that are here already came in
-- pairs, one to each end.
ALTER TABLE outbox ADD COLUMN about INTEGER REFERENCES player (id) ON DELETE CASCADE;
CREATE INDEX outbox_by_about ON outbox (about) WHERE about IS NOT NULL;

UPDATE outbox SET about = (
    SELECT min(player.id) FROM outbox AS other JOIN player ON player.address = lower(other.address)
    WHERE other.kind IN ('new_address', 'old_address') AND other.created_at = outbox.created_at
)
WHERE kind IN ('new_address', 'old_address');

-- Letters that let people in were counted by their addresses, and are by keyed hashes now. What
-- was counted would have been forgotten within the hour.
DELETE FROM tally WHERE what LIKE 'sign-in %';
