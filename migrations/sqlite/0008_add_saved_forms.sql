-- Forms submitted in expired sessions that are too large for a cookie. Each is deleted when it was
-- sent, or after an hour.
CREATE TABLE saved_form (
    -- The hash of the token in the cookie of the browser that submitted it.
    token_hash BLOB    PRIMARY KEY NOT NULL CHECK (length(token_hash) = 32),
    created_at INTEGER NOT NULL,
    -- The address and the fields, compressed.
    content    BLOB    NOT NULL
) STRICT;

CREATE INDEX saved_form_by_created_at ON saved_form (created_at);
