-- Who a letter goes to, for fair turns: one letter each before anybody's second.
ALTER TABLE outbox ADD COLUMN recipient TEXT
    GENERATED ALWAYS AS (coalesce('player ' || to_player, lower(address))) VIRTUAL;

CREATE INDEX outbox_waiting_by_recipient ON outbox (recipient, id) WHERE state = 'waiting';
CREATE INDEX outbox_sending_by_recipient ON outbox (recipient) WHERE state = 'sending';
CREATE INDEX outbox_urgent ON outbox (due_at) WHERE state = 'waiting' AND kind = 'sign_in';

CREATE INDEX player_by_stopped ON player (stopped_at) WHERE stopped_at IS NOT NULL;

-- Pictures are drawn again when somebody wants to see them, and nothing secret outlives its use.
UPDATE outbox SET picture = NULL WHERE picture IS NOT NULL;
UPDATE outbox SET payload = '{}' WHERE state IN ('sent', 'dropped');
