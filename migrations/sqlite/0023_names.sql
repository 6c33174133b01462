-- One word a thing, the field's own, before a second engine begins with the same names. Nothing
-- is stored otherwise than before; indexes and triggers take the names of their tables.
ALTER TABLE answered RENAME TO idempotency_key;
ALTER TABLE waiting RENAME TO deadline;
ALTER TABLE holder RENAME TO seat_holder;
ALTER TABLE tally RENAME TO counter;
ALTER TABLE witness RENAME TO known_head;
ALTER TABLE letter_key RENAME TO reply_key;
ALTER TABLE words RENAME TO message;
ALTER TABLE addressed RENAME TO message_recipient;
ALTER TABLE told RENAME TO talk_progress;
ALTER TABLE sealed RENAME TO seal_entry;
ALTER TABLE cosigned RENAME TO cosignature;
ALTER TABLE witnessed RENAME TO witnessed_checkpoint;
ALTER TABLE never_invited RENAME TO invitation_refusal;
ALTER TABLE door_shut RENAME TO mail_source_down;

ALTER TABLE message_recipient RENAME COLUMN words TO message;
ALTER TABLE reply_key RENAME COLUMN put TO asked_seq;
ALTER TABLE reply_key RENAME COLUMN version TO known_seq;
ALTER TABLE incoming RENAME COLUMN letter_key TO reply_key;
ALTER TABLE incoming RENAME COLUMN door TO source;
ALTER TABLE mail_source_down RENAME COLUMN door TO source;

DROP INDEX waiting_by_due;
DROP INDEX waiting_by_next;
DROP INDEX holder_by_player;
DROP INDEX holder_sits_once;
DROP INDEX letter_key_by_seat;
DROP INDEX letter_key_by_player;
DROP INDEX letter_key_by_letter;
DROP INDEX letter_key_by_held;
DROP INDEX words_by_game;
DROP INDEX words_by_player;
DROP INDEX addressed_by_player;
DROP INDEX told_by_player;
DROP INDEX told_by_game;
DROP INDEX sealed_by_day;
DROP INDEX witnessed_by_origin;

CREATE INDEX deadline_by_due ON deadline (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deadline_by_next ON deadline (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX seat_holder_by_player ON seat_holder (player) WHERE player IS NOT NULL;
CREATE UNIQUE INDEX seat_holder_sits_once ON seat_holder (game, player) WHERE player IS NOT NULL;
CREATE INDEX reply_key_by_seat ON reply_key (game, seat) WHERE game IS NOT NULL;
CREATE INDEX reply_key_by_player ON reply_key (player) WHERE player IS NOT NULL;
CREATE INDEX reply_key_by_letter ON reply_key (letter) WHERE letter IS NOT NULL;
CREATE INDEX reply_key_by_held ON reply_key (held) WHERE held IS NOT NULL;
CREATE INDEX message_by_game ON message (game, id);
CREATE INDEX message_by_player ON message (player, game, said_at);
CREATE INDEX message_recipient_by_player ON message_recipient (player, message)
    WHERE player IS NOT NULL;
CREATE INDEX talk_progress_by_player ON talk_progress (player, game);
CREATE INDEX talk_progress_by_game ON talk_progress (game);
CREATE INDEX seal_entry_by_day ON seal_entry (day);
CREATE INDEX witnessed_checkpoint_by_origin ON witnessed_checkpoint (origin, size);

DROP TRIGGER witness_is_never_changed;
DROP TRIGGER witness_is_never_deleted;
DROP TRIGGER sealed_is_never_changed;
DROP TRIGGER sealed_is_never_deleted;
DROP TRIGGER sealed_is_never_added_later;
DROP TRIGGER witnessed_is_never_changed;
DROP TRIGGER witnessed_is_never_deleted;

CREATE TRIGGER known_head_is_never_changed BEFORE UPDATE ON known_head
BEGIN
    SELECT RAISE(ABORT, 'what was witnessed is never changed');
END;

CREATE TRIGGER known_head_is_never_deleted BEFORE DELETE ON known_head
BEGIN
    SELECT RAISE(ABORT, 'what was witnessed is never deleted');
END;

CREATE TRIGGER seal_entry_is_never_changed BEFORE UPDATE ON seal_entry
BEGIN
    SELECT RAISE(ABORT, 'what was sealed is never changed');
END;

CREATE TRIGGER seal_entry_is_never_deleted BEFORE DELETE ON seal_entry
BEGIN
    SELECT RAISE(ABORT, 'what was sealed is never deleted');
END;

CREATE TRIGGER seal_entry_is_never_added_later BEFORE INSERT ON seal_entry
WHEN EXISTS (SELECT 1 FROM seal WHERE day >= new.day)
BEGIN
    SELECT RAISE(ABORT, 'what was sealed is never changed');
END;

CREATE TRIGGER witnessed_checkpoint_is_never_changed BEFORE UPDATE ON witnessed_checkpoint
BEGIN
    SELECT RAISE(ABORT, 'what was witnessed is never changed');
END;

CREATE TRIGGER witnessed_checkpoint_is_never_deleted BEFORE DELETE ON witnessed_checkpoint
BEGIN
    SELECT RAISE(ABORT, 'what was witnessed is never deleted');
END;
