-- The emails whose news another email contains, such as a digest. They share its outcome.
CREATE TABLE carried_email (
    -- The email that was sent for both.
    carrier bigint NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    -- The email whose news it contains.
    outbox  bigint NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    PRIMARY KEY (carrier, outbox)
);

CREATE INDEX carried_email_by_outbox ON carried_email (outbox);
