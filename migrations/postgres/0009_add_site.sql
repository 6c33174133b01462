-- The server as its admins configure it: people who are invited to it.

-- Email addresses that may sign up while sign-ups are closed. Deleted when the person signs up.
CREATE TABLE server_invitation (
    -- In lower case.
    address    text COLLATE "C" PRIMARY KEY,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
