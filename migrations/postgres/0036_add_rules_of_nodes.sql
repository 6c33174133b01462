-- The rules by which a node decides: one that goes by others waits for its end before it starts.
ALTER TABLE node ADD COLUMN rules text COLLATE "C";
