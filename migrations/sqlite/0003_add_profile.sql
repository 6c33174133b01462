-- What a player shows to others, as JSON: see `play/profile.rs` of the service.
ALTER TABLE player ADD COLUMN profile TEXT NOT NULL DEFAULT '{}';
