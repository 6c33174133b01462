-- The node that has taken a letter up: what a node had on its way when it died is sent by another.
ALTER TABLE outbox ADD COLUMN taken_by text COLLATE "C";
