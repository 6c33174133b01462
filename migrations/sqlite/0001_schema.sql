-- The schema of a database in a file. `migrations/postgres/0001_schema.sql` defines the same tables
-- and columns for PostgreSQL; a test compares them.
--
-- Unless a comment says otherwise, columns ending in `_at`, `_since` or `_until` are milliseconds
-- since 1970-01-01 UTC, flags are 0 or 1, and hashes are SHA-256 (32 bytes).

-- The event log: every event of every game, in commit order. Append-only.
CREATE TABLE event (
    -- Commit order over all games, from 1 and without gaps.
    position   INTEGER PRIMARY KEY,
    game       TEXT    NOT NULL,
    -- The event's number within its game, from 1.
    seq        INTEGER NOT NULL CHECK (seq > 0),
    -- When it happened, in milliseconds since 1970-01-01 UTC.
    at         INTEGER NOT NULL,
    -- The kind of the act, for lookups.
    kind       TEXT    NOT NULL,
    -- The seat that acted, or that the act is about.
    seat       INTEGER,
    -- The act, as JSON.
    act        TEXT    NOT NULL,
    -- Who may see the event, and each of its facts: one character each.
    visibility TEXT    NOT NULL,
    -- The facts that follow from the act, as a JSON array.
    facts      TEXT    NOT NULL,
    -- The numbers drawn, as a JSON array.
    draws      TEXT    NOT NULL,
    -- Random bytes that blind the hash.
    nonce      BLOB    NOT NULL CHECK (length(nonce) = 16),
    -- Chained to the hash of the game's previous event.
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    UNIQUE (game, seq)
) STRICT;

-- Finds the forks of a game. Queries must repeat the expression exactly to use the index.
CREATE INDEX event_by_forked_game
    ON event (CASE WHEN json_valid(act) THEN act ->> '$.Opened.fork.game' END)
    WHERE kind = 'opened';

CREATE TRIGGER event_no_update BEFORE UPDATE ON event
BEGIN
    SELECT RAISE(ABORT, 'the event log is append-only');
END;

CREATE TRIGGER event_no_delete BEFORE DELETE ON event
BEGIN
    SELECT RAISE(ABORT, 'the event log is append-only');
END;

-- INSERT OR REPLACE deletes rows without firing the DELETE trigger.
CREATE TRIGGER event_no_replace BEFORE INSERT ON event
WHEN EXISTS (SELECT 1 FROM event WHERE position = new.position)
    OR EXISTS (SELECT 1 FROM event WHERE game = new.game AND seq = new.seq)
BEGIN
    SELECT RAISE(ABORT, 'the event log is append-only');
END;

-- The secret from which a game's random draws and hash blinding are derived.
CREATE TABLE game_secret (
    game   TEXT PRIMARY KEY,
    -- 32 bytes.
    secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Requests that have been answered, so that repeating one has no further effect. Kept forever.
CREATE TABLE idempotency_key (
    -- The first 16 bytes of the SHA-256 of the client's key.
    key          BLOB    PRIMARY KEY,
    game         TEXT    NOT NULL,
    -- The game's last event when the response was given.
    seq          INTEGER NOT NULL,
    response     TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    -- The first 16 bytes of the SHA-256 of the request, to detect reuse of the key for another one.
    content_hash BLOB    NOT NULL CHECK (length(content_hash) = 16)
) STRICT, WITHOUT ROWID;

-- The hash of a game's last event each time an email reported it. Contradicts a log that is later
-- truncated or rewritten. Append-only.
CREATE TABLE known_head (
    game TEXT    NOT NULL,
    seq  INTEGER NOT NULL,
    head BLOB    NOT NULL CHECK (length(head) = 32),
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER known_head_no_update BEFORE UPDATE ON known_head
BEGIN
    SELECT RAISE(ABORT, 'known heads are append-only');
END;

CREATE TRIGGER known_head_no_delete BEFORE DELETE ON known_head
BEGIN
    SELECT RAISE(ABORT, 'known heads are append-only');
END;

-- Games that were played elsewhere and imported from a file. Append-only.
CREATE TABLE game_import (
    game        TEXT    PRIMARY KEY,
    -- Where the game comes from, as stated by whoever imported it.
    source      TEXT    NOT NULL,
    -- The hash of the game's last event when it was imported.
    head        BLOB    NOT NULL CHECK (length(head) = 32),
    imported_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER game_import_no_update BEFORE UPDATE ON game_import
BEGIN
    SELECT RAISE(ABORT, 'game imports are append-only');
END;

CREATE TRIGGER game_import_no_delete BEFORE DELETE ON game_import
BEGIN
    SELECT RAISE(ABORT, 'game imports are append-only');
END;

-- The current state of each game, for lists. Derived from the log; `ravenpost rebuild` recreates it.
CREATE TABLE game (
    id            TEXT    PRIMARY KEY,
    title         TEXT    NOT NULL,
    name          TEXT    NOT NULL,
    status        TEXT    NOT NULL CHECK (status IN ('open', 'running', 'over', 'cancelled')),
    seat_count    INTEGER NOT NULL,
    opened_at     INTEGER NOT NULL,
    changed_at    INTEGER NOT NULL,
    -- The number and the hash of the game's last event.
    last_seq      INTEGER NOT NULL,
    head          BLOB    NOT NULL CHECK (length(head) = 32),
    -- Whether the game appears in public lists.
    public        INTEGER NOT NULL CHECK (public IN (0, 1)),
    -- The earliest time at which the game could be warned about or closed for inactivity; 0 if
    -- unknown. A hint: activity only makes the true time later.
    idle_check_at INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX game_by_status ON game (status, changed_at, id);

-- The seats that have to act, with their deadlines. Derived from the log.
CREATE TABLE deadline (
    game           TEXT    NOT NULL,
    -- 255 stands for the time at which sealed orders are revealed.
    seat           INTEGER NOT NULL,
    -- The name of the pending decision.
    decision       TEXT    NOT NULL,
    asked_at       INTEGER NOT NULL,
    -- When the time is up; NULL while the clock is stopped.
    due_at         INTEGER,
    -- When the server next has to act before the deadline: send a reminder, or restart a clock.
    next_action_at INTEGER,
    -- How many reminders have been sent.
    reminder_stage INTEGER NOT NULL,
    -- The node that is processing this row, and until when.
    claimed_by     TEXT,
    claimed_until  INTEGER,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadline_by_due ON deadline (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deadline_by_next_action ON deadline (next_action_at)
    WHERE next_action_at IS NOT NULL;

-- Players. The log contains no personal data, so an account can be erased and its games kept.
CREATE TABLE player (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The email address in lower case, for lookups.
    address           TEXT    NOT NULL UNIQUE,
    -- The email address as the player typed it.
    display_address   TEXT    NOT NULL,
    name              TEXT    NOT NULL,
    -- What the name looks like, in two ways: no two names may be confused with each other.
    name_key          TEXT    NOT NULL UNIQUE,
    name_shape        TEXT    NOT NULL UNIQUE,
    -- The IANA name of the player's time zone.
    time_zone         TEXT    NOT NULL,
    theme             TEXT,
    -- Which emails the player wants, as JSON.
    email_preferences TEXT    NOT NULL DEFAULT '{}',
    created_at        INTEGER NOT NULL,
    -- Bounces since the last successful delivery, weighted by severity.
    bounce_score      INTEGER NOT NULL DEFAULT 0,
    last_bounced_at   INTEGER,
    -- When the server stopped sending email because of bounces.
    email_stopped_at  INTEGER,
    -- What the last bounce said.
    bounce_reason     TEXT
) STRICT;

CREATE INDEX player_by_email_stopped ON player (email_stopped_at)
    WHERE email_stopped_at IS NOT NULL;

-- Who holds each seat: a player, a bot, or neither while the seat is empty.
CREATE TABLE seat_holder (
    game      TEXT    NOT NULL,
    seat      INTEGER NOT NULL,
    player    INTEGER REFERENCES player (id) ON DELETE SET NULL,
    bot       TEXT,
    seated_at INTEGER NOT NULL,
    -- What the holder contributed to the game's random draws.
    salt      TEXT,
    PRIMARY KEY (game, seat),
    CHECK (player IS NULL OR bot IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_holder_by_player ON seat_holder (player) WHERE player IS NOT NULL;
CREATE UNIQUE INDEX seat_holder_once_per_game ON seat_holder (game, player)
    WHERE player IS NOT NULL;

-- The seats that players have left, for their own records.
CREATE TABLE former_seat (
    player    INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game      TEXT    NOT NULL,
    seat      INTEGER NOT NULL,
    seated_at INTEGER NOT NULL,
    left_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX former_seat_by_player ON former_seat (player, left_at);

-- The organiser of each game. Kept when the organiser gives up their seat.
CREATE TABLE organiser (
    game   TEXT    PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX organiser_by_player ON organiser (player);

-- What seated players would like to be assigned when the game starts. Private; deleted when the
-- player leaves the seat and when the game starts.
CREATE TABLE starting_preference (
    game       TEXT    NOT NULL,
    seat       INTEGER NOT NULL,
    player     INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    -- The order that states the preference.
    order_text TEXT    NOT NULL,
    -- Whether it was sent by email.
    by_email   INTEGER NOT NULL CHECK (by_email IN (0, 1)),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX starting_preference_by_player ON starting_preference (player);

-- Browsers that are signed in.
CREATE TABLE session (
    token_hash   BLOB    PRIMARY KEY,
    player       INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    user_agent   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX session_by_player ON session (player);

-- Requests to sign in, each with an emailed link and code that work once, in the same browser.
CREATE TABLE sign_in (
    token_hash      BLOB    PRIMARY KEY,
    code_hash       BLOB    NOT NULL,
    browser_hash    BLOB    NOT NULL,
    -- In lower case.
    address         TEXT    NOT NULL,
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL,
    used_at         INTEGER,
    -- How many wrong codes were entered.
    failed_attempts INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_by_address ON sign_in (address);
CREATE INDEX sign_in_by_browser ON sign_in (browser_hash);

-- Players who are changing their email address, one request each. The change takes effect when both
-- the new and the old address have confirmed it.
CREATE TABLE address_change (
    player           INTEGER PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    new_address      TEXT    NOT NULL,
    new_token_hash   BLOB    NOT NULL UNIQUE CHECK (length(new_token_hash) = 32),
    old_token_hash   BLOB    NOT NULL UNIQUE CHECK (length(old_token_hash) = 32),
    requested_at     INTEGER NOT NULL,
    new_confirmed_at INTEGER,
    old_confirmed_at INTEGER
) STRICT;

-- Invitations to games: by link, or to one email address.
CREATE TABLE invitation (
    token_hash BLOB    PRIMARY KEY,
    game       TEXT    NOT NULL,
    seat       INTEGER,
    address    TEXT,
    invited_by INTEGER REFERENCES player (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    used_at    INTEGER,
    used_by    INTEGER REFERENCES player (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX invitation_by_game ON invitation (game);
CREATE INDEX invitation_by_inviter ON invitation (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX invitation_by_user ON invitation (used_by) WHERE used_by IS NOT NULL;
CREATE INDEX invitation_by_address ON invitation (lower(address), created_at)
    WHERE address IS NOT NULL;

-- Addresses that opted out of invitations. Only a keyed hash is stored.
CREATE TABLE invitation_opt_out (
    address_hash TEXT    PRIMARY KEY,
    created_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Rate limits that hold across restarts: how often something happened in a fixed time window.
CREATE TABLE rate_counter (
    key           TEXT    NOT NULL,
    -- The number of the hour, or of the day, since 1970-01-01 UTC.
    window_number INTEGER NOT NULL,
    count         INTEGER NOT NULL,
    PRIMARY KEY (key, window_number)
) STRICT, WITHOUT ROWID;

-- Values that the server keeps about itself.
CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Outgoing email: one row per email and recipient, written together with the event it reports. The
-- content is rendered when it is first sent and not changed after that.
CREATE TABLE outbox (
    id                INTEGER PRIMARY KEY,
    -- Without angle brackets.
    message_id        TEXT    NOT NULL UNIQUE,
    player            INTEGER REFERENCES player (id) ON DELETE CASCADE,
    address           TEXT,
    -- The kind of notification.
    kind              TEXT    NOT NULL,
    game              TEXT,
    seat              INTEGER,
    seq               INTEGER,
    -- What else is needed to render the email, as JSON.
    payload           TEXT    NOT NULL,
    -- The Message-IDs of the thread, oldest first, separated by spaces.
    reference_ids     TEXT    NOT NULL,
    created_at        INTEGER NOT NULL,
    -- Not sent before then.
    due_at            INTEGER NOT NULL,
    state             TEXT    NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'dropped')),
    attempts          INTEGER NOT NULL DEFAULT 0,
    first_attempt_at  INTEGER,
    last_error        TEXT,
    -- The node that is sending it, and until when.
    claimed_by        TEXT,
    claimed_until     INTEGER,
    subject           TEXT,
    text              TEXT,
    html              TEXT,
    -- The complete signed message, until the relay has accepted it.
    raw               BLOB,
    sent_at           INTEGER,
    -- The player whom an email to another address concerns: it is deleted with that player.
    about_player      INTEGER REFERENCES player (id) ON DELETE CASCADE,
    -- The names of new cards that a short email could not explain, as a JSON array. The next email
    -- explains them.
    unexplained_cards TEXT,
    -- Whom the email goes to, for fair scheduling: everyone's first email before anyone's second.
    recipient         TEXT
        GENERATED ALWAYS AS (coalesce('player ' || player, lower(address))) VIRTUAL,
    CHECK (player IS NOT NULL OR address IS NOT NULL)
) STRICT;

CREATE INDEX outbox_by_due ON outbox (due_at, id) WHERE state = 'waiting';
CREATE INDEX outbox_by_claim ON outbox (claimed_until) WHERE state = 'sending';
CREATE INDEX outbox_by_seat ON outbox (game, seat) WHERE game IS NOT NULL;
CREATE INDEX outbox_by_player ON outbox (player) WHERE player IS NOT NULL;
CREATE INDEX outbox_by_about_player ON outbox (about_player) WHERE about_player IS NOT NULL;
CREATE INDEX outbox_by_state ON outbox (state, id);
CREATE INDEX outbox_waiting_by_recipient ON outbox (recipient, id) WHERE state = 'waiting';
CREATE INDEX outbox_sending_by_recipient ON outbox (recipient) WHERE state = 'sending';
CREATE INDEX outbox_waiting_sign_in ON outbox (due_at) WHERE state = 'waiting' AND kind = 'sign_in';

-- Incoming email, stored as received before it is processed.
CREATE TABLE inbound_email (
    id           INTEGER PRIMARY KEY,
    -- The mail source that delivered it, and how that source identifies it.
    source       TEXT    NOT NULL,
    source_ref   TEXT,
    -- The envelope recipient, or the header's. The same email to the same recipient is stored once.
    recipient    TEXT    NOT NULL,
    sha256       BLOB    NOT NULL CHECK (length(sha256) = 32),
    -- The complete message; NULL once it has been discarded.
    raw          BLOB,
    received_at  INTEGER NOT NULL,
    state        TEXT    NOT NULL DEFAULT 'new'
        CHECK (state IN ('new', 'held', 'done', 'ignored')),
    -- How often processing was started.
    attempts     INTEGER NOT NULL DEFAULT 0,
    message_id   TEXT,
    sender       TEXT,
    -- The result of checking the sender's authentication.
    auth_result  TEXT,
    -- The hash of the reply key in the recipient address.
    reply_key    BLOB,
    player       INTEGER REFERENCES player (id) ON DELETE SET NULL,
    game         TEXT,
    seat         INTEGER,
    -- What was done about it, in a sentence for the admin.
    note         TEXT,
    -- The reply to it.
    reply_outbox INTEGER REFERENCES outbox (id) ON DELETE SET NULL,
    processed_at INTEGER,
    -- Whether the player has confirmed a held email as genuine.
    confirmed    INTEGER NOT NULL DEFAULT 0 CHECK (confirmed IN (0, 1)),
    -- The lines of a held email, as a JSON array, for the player to review.
    preview      TEXT,
    UNIQUE (recipient, sha256)
) STRICT;

CREATE INDEX inbound_email_by_state ON inbound_email (state, id);
CREATE INDEX inbound_email_by_game ON inbound_email (game)
    WHERE game IS NOT NULL AND state = 'new';
CREATE INDEX inbound_email_by_player ON inbound_email (player) WHERE player IS NOT NULL;
CREATE INDEX inbound_email_by_reply ON inbound_email (reply_outbox)
    WHERE reply_outbox IS NOT NULL;
CREATE INDEX inbound_email_by_reply_key ON inbound_email (reply_key, id) WHERE raw IS NOT NULL;

-- What a reply to an email may do. The key itself is part of the email's reply address; only its
-- hash is stored.
CREATE TABLE reply_key (
    hash       BLOB    PRIMARY KEY CHECK (length(hash) = 32),
    purpose    TEXT    NOT NULL
        CHECK (purpose IN ('orders', 'bounce', 'invitation', 'unsubscribe', 'probe')),
    -- The email that carries the key.
    outbox     INTEGER REFERENCES outbox (id) ON DELETE CASCADE,
    player     INTEGER REFERENCES player (id) ON DELETE CASCADE,
    -- Where that email was sent; replies are expected from there.
    address    TEXT    NOT NULL,
    game       TEXT,
    seat       INTEGER,
    -- The event that asked for the decision, and the last event that the email reports.
    asked_seq  INTEGER,
    known_seq  INTEGER,
    -- The token hash of the invitation that the email carries.
    invitation BLOB,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    -- The held email that a reply with this key confirms or disowns.
    held_email INTEGER REFERENCES inbound_email (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX reply_key_by_seat ON reply_key (game, seat) WHERE game IS NOT NULL;
CREATE INDEX reply_key_by_player ON reply_key (player) WHERE player IS NOT NULL;
CREATE INDEX reply_key_by_outbox ON reply_key (outbox) WHERE outbox IS NOT NULL;
CREATE INDEX reply_key_by_held_email ON reply_key (held_email) WHERE held_email IS NOT NULL;

-- Other addresses that a player writes from, each confirmed once by that player.
CREATE TABLE confirmed_sender (
    player     INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    -- In lower case.
    address    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (player, address)
) STRICT, WITHOUT ROWID;

-- Emails that were accepted by the relay and came back.
CREATE TABLE bounce (
    id          INTEGER PRIMARY KEY,
    outbox      INTEGER REFERENCES outbox (id) ON DELETE CASCADE,
    player      INTEGER REFERENCES player (id) ON DELETE CASCADE,
    address     TEXT    NOT NULL,
    -- Whether delivery failed permanently.
    hard        INTEGER NOT NULL CHECK (hard IN (0, 1)),
    -- What the mail server said.
    reason      TEXT    NOT NULL,
    received_at INTEGER NOT NULL
) STRICT;

CREATE INDEX bounce_by_player ON bounce (player, received_at) WHERE player IS NOT NULL;
CREATE INDEX bounce_by_outbox ON bounce (outbox) WHERE outbox IS NOT NULL;

-- How far each IMAP mailbox has been read.
CREATE TABLE mailbox (
    -- The account, the server and the folder.
    name         TEXT    PRIMARY KEY,
    -- The mailbox's UIDVALIDITY (RFC 3501); UIDs are meaningless under another one.
    uid_validity INTEGER NOT NULL,
    -- The UID of the last email that was fetched.
    last_uid     INTEGER NOT NULL,
    -- When the mailbox was first read; older emails in it are ignored.
    started_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Mail sources that are currently failing.
CREATE TABLE mail_source_down (
    source     TEXT    PRIMARY KEY,
    down_since INTEGER NOT NULL,
    -- The last error.
    reason     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- Chat messages at a table. Not part of the log; deleted with the player who wrote them.
CREATE TABLE chat_message (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        TEXT    NOT NULL,
    seat        INTEGER NOT NULL,
    player      INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    -- The game's last event when the message was sent.
    seq         INTEGER NOT NULL,
    -- Whether it is for the whole table; otherwise for its rows in `chat_recipient`.
    to_table    INTEGER NOT NULL CHECK (to_table IN (0, 1)),
    text        TEXT    NOT NULL,
    -- The first 16 bytes of the SHA-256 of the request's key: one request sends one message.
    request_key BLOB    NOT NULL UNIQUE,
    sent_at     INTEGER NOT NULL,
    -- The earlier event that the message is about.
    pinned_seq  INTEGER
) STRICT;

CREATE INDEX chat_message_by_game ON chat_message (game, id);
CREATE INDEX chat_message_by_player ON chat_message (player, game, sent_at);
CREATE INDEX chat_message_by_pinned_seq ON chat_message (game, pinned_seq)
    WHERE pinned_seq IS NOT NULL;

-- The recipients of private chat messages. Player and seat: whoever takes the seat over later does
-- not see them.
CREATE TABLE chat_recipient (
    chat_message INTEGER NOT NULL REFERENCES chat_message (id) ON DELETE CASCADE,
    seat         INTEGER NOT NULL,
    player       INTEGER REFERENCES player (id) ON DELETE SET NULL,
    PRIMARY KEY (chat_message, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX chat_recipient_by_player ON chat_recipient (player, chat_message)
    WHERE player IS NOT NULL;

-- The last chat message that each email quotes.
CREATE TABLE chat_notification (
    outbox       INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    game         TEXT    NOT NULL,
    player       INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    last_message INTEGER NOT NULL
) STRICT;

CREATE INDEX chat_notification_by_player ON chat_notification (player, game);
CREATE INDEX chat_notification_by_game ON chat_notification (game);

-- The last chat message that each player has read at a table.
CREATE TABLE chat_read (
    player       INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game         TEXT    NOT NULL,
    last_message INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

-- Whom each player has muted at a table. Private.
CREATE TABLE mute (
    game         TEXT    NOT NULL,
    player       INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    muted_player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (game, player, muted_player)
) STRICT, WITHOUT ROWID;

CREATE INDEX mute_by_player ON mute (player);
CREATE INDEX mute_by_muted_player ON mute (muted_player);

-- Players' private notes about a game.
CREATE TABLE note (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    game             TEXT    NOT NULL,
    player           INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    -- The event that the note is about.
    seq              INTEGER NOT NULL,
    text             TEXT    NOT NULL,
    -- The first 16 bytes of the SHA-256 of the request's key: one request makes one note.
    request_key      BLOB    NOT NULL UNIQUE,
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER,
    -- The round from which the note is shown as a reminder, 0 for the player's next turn; NULL for
    -- a note without a reminder.
    remind_round     INTEGER,
    -- The reminder is shown with decisions asked for after this event.
    remind_after_seq INTEGER
) STRICT;

CREATE INDEX note_by_player ON note (player, game, seq);

-- The keys with which this server signs. A new key is signed by its predecessor, whose secret half
-- is then deleted. Otherwise append-only.
CREATE TABLE server_key (
    number     INTEGER PRIMARY KEY,
    -- The log's name in checkpoints and signatures: the server's original address.
    name       TEXT    NOT NULL,
    public_key BLOB    NOT NULL UNIQUE CHECK (length(public_key) = 32),
    secret_key BLOB    CHECK (length(secret_key) = 32),
    -- The predecessor's signature line over this key; NULL for the first key, and where the
    -- predecessor was lost.
    handover   TEXT,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER server_key_no_delete BEFORE DELETE ON server_key
BEGIN
    SELECT RAISE(ABORT, 'server keys are never deleted');
END;

CREATE TRIGGER server_key_only_forget_secret BEFORE UPDATE ON server_key
WHEN new.secret_key IS NOT NULL OR new.number <> old.number OR new.name <> old.name
    OR new.public_key <> old.public_key OR new.handover IS NOT old.handover
    OR new.created_at <> old.created_at
BEGIN
    SELECT RAISE(ABORT, 'only the secret half of a server key can be removed');
END;

-- The daily seals: each is the hash of a text over the current ends of all games and the previous
-- seal. Append-only.
CREATE TABLE seal (
    -- The date in UTC, as in 2026-11-22.
    day           TEXT    PRIMARY KEY,
    game_count    INTEGER NOT NULL,
    hash          BLOB    NOT NULL CHECK (length(hash) = 32),
    -- The position of the log's last event when the seal was made.
    last_position INTEGER NOT NULL,
    -- The random bytes from which the filler lines are derived that hide the number of games.
    padding       BLOB    NOT NULL CHECK (length(padding) = 32),
    -- The server key that the seal names, if the server had one.
    server_key    TEXT,
    -- The signed checkpoint of all seals up to this one.
    checkpoint    TEXT
) STRICT;

-- The end of each game on the day of a seal, if it differs from the previous seal. Append-only.
CREATE TABLE seal_entry (
    -- The hash that stands for the game's id.
    game_hash BLOB    NOT NULL CHECK (length(game_hash) = 32),
    day       TEXT    NOT NULL,
    -- The last step that is public, and the hash of its event.
    step      INTEGER NOT NULL,
    head      BLOB    NOT NULL CHECK (length(head) = 32),
    PRIMARY KEY (game_hash, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX seal_entry_by_day ON seal_entry (day);

-- Each game's newest entry in seal_entry: what the next seal goes on from. Derived from it and from
-- the log.
CREATE TABLE seal_end (
    game_hash BLOB    PRIMARY KEY CHECK (length(game_hash) = 32),
    day       TEXT    NOT NULL,
    step      INTEGER NOT NULL,
    -- The number of the event whose hash was sealed; 0 if unknown.
    last_seq  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER seal_no_update BEFORE UPDATE ON seal
BEGIN
    SELECT RAISE(ABORT, 'seals are append-only');
END;

CREATE TRIGGER seal_no_delete BEFORE DELETE ON seal
BEGIN
    SELECT RAISE(ABORT, 'seals are append-only');
END;

-- Also rejects INSERT OR REPLACE, which fires no other trigger.
CREATE TRIGGER seal_in_order BEFORE INSERT ON seal
WHEN EXISTS (SELECT 1 FROM seal WHERE day >= new.day)
BEGIN
    SELECT RAISE(ABORT, 'a seal must be later than all others');
END;

CREATE TRIGGER seal_entry_no_update BEFORE UPDATE ON seal_entry
BEGIN
    SELECT RAISE(ABORT, 'seals are append-only');
END;

CREATE TRIGGER seal_entry_no_delete BEFORE DELETE ON seal_entry
BEGIN
    SELECT RAISE(ABORT, 'seals are append-only');
END;

-- No entries can be added to a day once its seal exists.
CREATE TRIGGER seal_entry_in_order BEFORE INSERT ON seal_entry
WHEN EXISTS (SELECT 1 FROM seal WHERE day >= new.day)
BEGIN
    SELECT RAISE(ABORT, 'seals are append-only');
END;

-- The signatures of witnesses under this server's checkpoints: one per witness and day.
CREATE TABLE cosignature (
    day            TEXT    NOT NULL,
    -- The witness's key.
    witness        TEXT    NOT NULL,
    signature_line TEXT    NOT NULL,
    received_at    INTEGER NOT NULL,
    PRIMARY KEY (day, witness)
) STRICT, WITHOUT ROWID;

-- The checkpoints of other logs that this server was asked to witness. Refused ones are kept as
-- evidence. Append-only.
CREATE TABLE witnessed_checkpoint (
    id         INTEGER PRIMARY KEY,
    -- The name of the log.
    origin     TEXT    NOT NULL,
    tree_size  INTEGER NOT NULL,
    root_hash  BLOB    NOT NULL CHECK (length(root_hash) = 32),
    -- The key of the log.
    log_key    TEXT    NOT NULL,
    checkpoint TEXT    NOT NULL,
    -- Why it was refused; NULL if it was signed.
    refusal    TEXT,
    seen_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX witnessed_checkpoint_by_origin ON witnessed_checkpoint (origin, tree_size);

CREATE TRIGGER witnessed_checkpoint_no_update BEFORE UPDATE ON witnessed_checkpoint
BEGIN
    SELECT RAISE(ABORT, 'witnessed checkpoints are append-only');
END;

CREATE TRIGGER witnessed_checkpoint_no_delete BEFORE DELETE ON witnessed_checkpoint
BEGIN
    SELECT RAISE(ABORT, 'witnessed checkpoints are append-only');
END;

-- The nodes that share a PostgreSQL database and are up. Empty in a file.
CREATE TABLE node (
    name             TEXT    PRIMARY KEY,
    heartbeat_at     INTEGER NOT NULL,
    -- The rules version of each title that the node runs.
    rules            TEXT    NOT NULL,
    -- The release of the time zone data that the node uses, as in 2026a.
    tzdata           TEXT    NOT NULL,
    -- Since when the node cannot reach the mail relay; NULL while it can.
    relay_down_since INTEGER
) STRICT, WITHOUT ROWID;

-- Times in which no node was up. Empty in a file.
CREATE TABLE outage (
    started_at     INTEGER PRIMARY KEY,
    detected_at    INTEGER NOT NULL,
    -- When all deadlines had been extended by it.
    compensated_at INTEGER
) STRICT;

-- Duties that one node performs for all of them. Empty in a file.
CREATE TABLE lease (
    duty       TEXT    PRIMARY KEY,
    holder     TEXT    NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
