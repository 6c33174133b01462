//! The statements that need a different text on PostgreSQL. The text for SQLite is where it is
//! used.

/// The largest event number of each game in any table, and the table.
pub(crate) const REFERENCED: &str = "SELECT DISTINCT ON (told.game) \
    told.game, told.seq, told.source \
    FROM (\
    SELECT id AS game, last_seq AS seq, 0 AS source FROM game \
    UNION ALL SELECT game, seq, 1 FROM idempotency_key \
    UNION ALL SELECT game, seq, 2 FROM outbox WHERE game IS NOT NULL AND seq IS NOT NULL \
    UNION ALL SELECT game, seq, 3 FROM known_head) AS told \
    ORDER BY told.game, told.seq DESC, told.source";

/// The newest entries of games, by the hashes that represent them.
pub(crate) const KNOWN_ENDS: &str = "SELECT game_hash, day, step, last_seq FROM seal_end \
    WHERE game_hash IN (SELECT decode(json_array_elements_text($1::json), 'hex'))";

/// The public events of games after a given one.
pub(crate) const NEWER_ENDS: &str = "SELECT event.game, count(*) AS steps, max(seq) AS last_seq, \
    (array_agg(hash ORDER BY seq DESC))[1] AS head \
    FROM json_to_recordset($1::json) AS known (game text, last_seq bigint) \
    JOIN event ON event.game = known.game AND seq > known.last_seq \
    WHERE substr(visibility, 1, 1) = '*' GROUP BY event.game ORDER BY event.game";

/// Adds games to a seal.
pub(crate) const ENTER_ENDS: &str = "INSERT INTO seal_entry (game_hash, day, step, head) \
    SELECT decode(game_hash, 'hex'), $2, step, decode(head, 'hex') \
    FROM json_to_recordset($1::json) AS moved (game_hash text, step bigint, head text)";

/// Records these as the newest entries of their games.
pub(crate) const GO_ON_FROM_ENDS: &str = "INSERT INTO seal_end (game_hash, day, step, last_seq) \
    SELECT decode(game_hash, 'hex'), $2, step, last_seq \
    FROM json_to_recordset($1::json) AS moved (game_hash text, step bigint, last_seq bigint) \
    ON CONFLICT (game_hash) DO UPDATE SET day = excluded.day, step = excluded.step, \
    last_seq = excluded.last_seq";

/// Events packed into one value, in the format of `packed`.
pub(crate) const PACKED_OF_GAME: &str = "SELECT string_agg(convert_to(position || ',' || seq \
    || ',' || at || ',' || coalesce(seat, 0) || ',' || octet_length(game) || ',' \
    || octet_length(kind) || ',' || octet_length(act) || ',' || octet_length(visibility) || ',' \
    || octet_length(facts) || ',' || octet_length(draws) || ',' \
    || octet_length(nonce) || ',' || octet_length(hash) || ';' || game || kind \
    || act || visibility || facts || draws, 'UTF8') || nonce \
    || hash, ''::bytea ORDER BY seq) AS packed \
    FROM event WHERE game = $1 AND seq > $2 AND seq <= $3";

/// The same for all games.
pub(crate) const PACKED_OF_ALL: &str = "SELECT string_agg(convert_to(position || ',' || seq \
    || ',' || at || ',' || coalesce(seat, 0) || ',' || octet_length(game) || ',' \
    || octet_length(kind) || ',' || octet_length(act) || ',' || octet_length(visibility) || ',' \
    || octet_length(facts) || ',' || octet_length(draws) || ',' \
    || octet_length(nonce) || ',' || octet_length(hash) || ';' || game || kind \
    || act || visibility || facts || draws, 'UTF8') || nonce \
    || hash, ''::bytea ORDER BY position) AS packed \
    FROM (SELECT * FROM event WHERE position > $1 ORDER BY position LIMIT $2) AS chunk";

/// The list of games, as text for comparison.
pub(crate) const DERIVED_GAMES: &str = "SELECT json_build_array(id, title, name, status, \
    seat_count, opened_at, changed_at, last_seq, encode(head, 'hex'), public)::text \
    AS line FROM game ORDER BY id";

/// The deadlines, as text for comparison.
pub(crate) const DERIVED_WAITING: &str = "SELECT json_build_array(game, seat, decision, asked_at, \
    due_at, next_action_at, reminder_stage)::text AS line FROM deadline ORDER BY game, seat";

/// Forks of a game that a player may see.
pub(crate) const FORKS_OF_GAME: &str = "SELECT game.* FROM event JOIN game ON game.id = event.game \
    WHERE kind = 'opened' AND fork_field(act, 'game') = $1 AND game.status != 'cancelled' \
    AND ($3 = 1 AND fork_field(act, 'same_players') = 'true' \
        OR EXISTS (SELECT 1 FROM seat_holder WHERE seat_holder.game = event.game AND player = $2) \
        OR EXISTS (SELECT 1 FROM organiser WHERE organiser.game = event.game AND player = $2)) \
    ORDER BY game.opened_at DESC, game.id LIMIT 20";

/// Forks that reserve a seat for a player.
pub(crate) const FORKS_RESERVED_FOR: &str = "SELECT game.* FROM seat_holder AS played \
    JOIN event ON kind = 'opened' AND fork_field(act, 'game') = played.game \
    JOIN game ON game.id = event.game \
    WHERE played.player = $1 AND game.status = 'open' AND game.opened_at > $2 \
    AND fork_field(act, 'same_players') = 'true' AND NOT EXISTS (\
        SELECT 1 FROM seat_holder WHERE seat_holder.game = event.game AND seat_holder.player = $1) \
    ORDER BY game.opened_at DESC, game.id LIMIT 20";

/// Whether any game was forked from a given one.
pub(crate) const FORKS_ANY: &str = "SELECT 1 FROM event \
    WHERE kind = 'opened' AND fork_field(act, 'game') = $1 LIMIT 1";

/// How many emails of some kinds were sent.
pub(crate) const SENT_SINCE: &str = "SELECT count(*) AS n FROM outbox \
    WHERE game = $1 AND player = $2 AND kind IN (SELECT json_array_elements_text($3::json)) \
    AND state = 'sent' AND sent_at > $4";

/// The first email of each recipient, as `post/outbox/work.rs` describes.
pub(crate) const DUE: &str = "WITH RECURSIVE reader (name) AS (\
        SELECT min(recipient) FROM outbox WHERE state = 'waiting' \
        UNION ALL SELECT (SELECT min(recipient) FROM outbox \
            WHERE state = 'waiting' AND recipient > name) FROM reader WHERE name IS NOT NULL), \
    first (id, urgent) AS (\
        SELECT id, 1 FROM outbox \
            WHERE state = 'waiting' AND kind = 'sign_in' AND due_at <= $1 \
        UNION ALL SELECT (SELECT id FROM outbox \
            WHERE state = 'waiting' AND recipient = name AND kind != 'sign_in' \
            AND due_at <= $1 AND ($4 = '[]' OR $4 LIKE '%\"' || kind || '\"%') \
            ORDER BY id LIMIT 1), 0 FROM reader \
        WHERE name IS NOT NULL AND $3 = 0 AND NOT EXISTS (\
            SELECT 1 FROM outbox \
            WHERE state = 'sending' AND recipient = name AND kind != 'sign_in')) \
    SELECT first.id FROM first JOIN outbox AS letter ON letter.id = first.id \
        ORDER BY urgent DESC, due_at, first.id LIMIT $2";

/// Claims emails; those that another node is claiming are skipped.
pub(crate) const TAKE: &str = "UPDATE outbox SET state = 'sending', \
    claimed_until = CAST($1 AS bigint) + $2, attempts = attempts + 1, \
    first_attempt_at = coalesce(first_attempt_at, $1) \
    WHERE id IN (SELECT id FROM outbox WHERE state = 'waiting' \
        AND id IN (SELECT json_array_elements_text($3::json)::bigint) FOR UPDATE SKIP LOCKED) \
    RETURNING *";

/// Ends leases of nodes that are gone; a holder begins with its node's name.
pub(crate) const LEASES_OF_THE_GONE: &str = "DELETE FROM lease \
    WHERE duty LIKE CAST($1 AS text) || '%' AND holder LIKE '% %' \
    AND holder NOT LIKE CAST($3 AS text) || ' %' \
    AND NOT EXISTS (SELECT 1 FROM node WHERE heartbeat_at > $2 AND holder LIKE name || ' %')";

/// Claims the clocks of games that no other node has; rows locked by a concurrent write are
/// skipped.
pub(crate) const CLAIM_CLOCKS: &str = "UPDATE deadline SET claimed_by = $2, \
    claimed_until = CAST($3 AS bigint) \
    FROM (SELECT game AS of_game, seat AS of_seat FROM deadline \
        WHERE game IN (SELECT json_array_elements_text($4::json)) \
        AND (claimed_until IS NULL OR claimed_until <= $1 OR claimed_by = $2) \
        AND game IN (SELECT game FROM deadline WHERE due_at <= $1 OR next_action_at <= $1) \
        FOR UPDATE SKIP LOCKED) AS free \
    WHERE game = of_game AND seat = of_seat RETURNING game";

/// Nodes that use other rules, with a recent heartbeat or a connection. A node whose clock is wrong
/// writes no heartbeats but still answers requests, so heartbeats alone would miss it.
pub(crate) const BY_OTHER_RULES: &str = "SELECT name FROM node \
    WHERE rules <> $2 AND (heartbeat_at > $1 OR EXISTS (SELECT 1 \
    FROM pg_stat_activity WHERE application_name = 'ravenpost ' || name)) ORDER BY name";

/// Whether another node has a recent heartbeat and a connection. A killed node loses its connection
/// before its heartbeat is old. A frozen one is judged by its heartbeat alone.
pub(crate) const OTHERS_UP: &str = "SELECT 1 FROM node WHERE name <> $1 AND heartbeat_at > $2 \
    AND EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = 'ravenpost ' || name) \
    LIMIT 1";
