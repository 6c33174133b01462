-- Since when a node cannot reach the relay. Letters of one that cannot leave from the others.
ALTER TABLE node ADD COLUMN relay_down_at bigint;
