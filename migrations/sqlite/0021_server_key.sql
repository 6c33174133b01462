-- What this server signs with. A new key is signed by the one before, whose secret half is
-- forgotten then; `handed` is that signature, and there is none where the one before was lost.
CREATE TABLE server_key (
    number  INTEGER PRIMARY KEY,
    -- The name of the log in checkpoints and signatures, for good: the address it had at first.
    name    TEXT    NOT NULL,
    public  BLOB    NOT NULL UNIQUE CHECK (length(public) = 32),
    secret  BLOB    CHECK (length(secret) = 32),
    handed  TEXT,
    made_at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER server_key_is_never_deleted BEFORE DELETE ON server_key
BEGIN
    SELECT RAISE(ABORT, 'a key of this server is never deleted');
END;

CREATE TRIGGER server_key_is_only_forgotten BEFORE UPDATE ON server_key
WHEN new.secret IS NOT NULL OR new.number <> old.number OR new.name <> old.name
    OR new.public <> old.public OR new.handed IS NOT old.handed OR new.made_at <> old.made_at
BEGIN
    SELECT RAISE(ABORT, 'a key of this server is never changed');
END;

-- Of seals of version 3: the key that they name, and the signed checkpoint of all seals up to them.
ALTER TABLE seal ADD COLUMN key TEXT;
ALTER TABLE seal ADD COLUMN note TEXT;

-- What witnesses signed of our checkpoints: a line for each of them and day.
CREATE TABLE cosigned (
    day     TEXT    NOT NULL,
    witness TEXT    NOT NULL,
    line    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (day, witness)
) STRICT, WITHOUT ROWID;

-- The checkpoints of others that this server was shown as their witness. What was refused is kept
-- beside what was signed: it is the evidence. Only added to.
CREATE TABLE witnessed (
    id      INTEGER PRIMARY KEY,
    origin  TEXT    NOT NULL,
    size    INTEGER NOT NULL,
    root    BLOB    NOT NULL CHECK (length(root) = 32),
    key     TEXT    NOT NULL,
    note    TEXT    NOT NULL,
    -- Why nothing was signed.
    refused TEXT,
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX witnessed_by_origin ON witnessed (origin, size);

CREATE TRIGGER witnessed_is_never_changed BEFORE UPDATE ON witnessed
BEGIN
    SELECT RAISE(ABORT, 'what was witnessed is never changed');
END;

CREATE TRIGGER witnessed_is_never_deleted BEFORE DELETE ON witnessed
BEGIN
    SELECT RAISE(ABORT, 'what was witnessed is never deleted');
END;
