-- Before this moment a table at which nobody does anything need not be looked at: it can neither be
-- warned nor closed. A hint and no more: 0 is looked at, and whatever happens at a table only makes
-- the true moment later.
ALTER TABLE game ADD COLUMN quiet_until bigint NOT NULL DEFAULT 0;
