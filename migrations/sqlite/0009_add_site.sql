-- The server as its admins configure it: people who are invited to it.

-- Email addresses that may sign up while sign-ups are closed. Deleted when the person signs up.
CREATE TABLE server_invitation (
    -- In lower case.
    address    TEXT    PRIMARY KEY,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
