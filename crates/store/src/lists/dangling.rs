//! Invalid and dangling rows outside the log, which the audit reports. Lists skip them.

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Readers, sql};

/// An invalid row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loose {
    pub table: &'static str,
    /// The game's id as it is stored, which may be invalid; empty for none.
    pub game: String,
    pub what: String,
    /// Whether a newer version wrote it, so that it is not a fault.
    pub newer: bool,
}

/// The table, what is wrong with such a row, and a query that returns each row's game and label.
type Check = (&'static str, &'static str, &'static str);

const CHECKS: &[Check] = &[
    (
        "game",
        "has an invalid status; run ravenpost rebuild",
        "SELECT id AS game, status AS label FROM game \
            WHERE status NOT IN ('open', 'running', 'over', 'cancelled')",
    ),
    (
        "game",
        "has an invalid name or time; run ravenpost rebuild",
        "SELECT id AS game, substr(name, 1, 40) AS label FROM game \
            WHERE length(name) > 1000 \
            OR abs(opened_at / 2) > 4000000000000000 OR abs(changed_at / 2) > 4000000000000000",
    ),
    // Seat 255 does not exist. Its row holds the time at which sealed orders are revealed.
    (
        "deadline",
        "is a clock with an invalid seat or time; run ravenpost rebuild",
        "SELECT deadline.game, 'seat ' || seat AS label FROM deadline \
            LEFT JOIN game ON game.id = deadline.game \
            WHERE (seat NOT BETWEEN 1 AND coalesce(seat_count, 0) \
                AND (seat <> 255 OR game.status <> 'running')) \
            OR abs(asked_at / 2) > 4000000000000000 OR abs(due_at / 2) > 4000000000000000 \
            OR abs(next_action_at / 2) > 4000000000000000",
    ),
    (
        "seat_holder",
        "has a seat that does not exist in its game",
        "SELECT seat_holder.game, 'seat ' || seat AS label FROM seat_holder \
            LEFT JOIN game ON game.id = seat_holder.game \
            WHERE seat NOT BETWEEN 1 AND coalesce(seat_count, 0)",
    ),
    (
        "seat_holder",
        "refers to a missing player",
        "SELECT game, 'seat ' || seat AS label FROM seat_holder \
            WHERE player IS NOT NULL AND player NOT IN (SELECT id FROM player)",
    ),
    (
        "starting_preference",
        "has a seat that does not exist in its game",
        "SELECT starting_preference.game, 'seat ' || seat AS label FROM starting_preference \
            LEFT JOIN game ON game.id = starting_preference.game WHERE seat NOT BETWEEN 1 \
            AND coalesce(seat_count, 0)",
    ),
    (
        "organiser",
        "refers to a missing player or game",
        "SELECT game, 'player ' || player AS label FROM organiser \
            WHERE player NOT IN (SELECT id FROM player) OR game NOT IN (SELECT game FROM event)",
    ),
    (
        "player",
        "has no email address",
        "SELECT '' AS game, 'player ' || id AS label FROM player \
            WHERE instr(address, '@') = 0 AND guest_until IS NULL",
    ),
    (
        "outbox",
        "has an invalid recipient, seat or time",
        "SELECT coalesce(game, '') AS game, 'email ' || id AS label FROM outbox \
            WHERE state IN ('waiting', 'sending') AND (seat NOT BETWEEN 1 AND 255 \
            OR abs(created_at / 2) > 4000000000000000 OR abs(due_at / 2) > 4000000000000000 \
            OR player IS NOT NULL AND player NOT IN (SELECT id FROM player))",
    ),
    (
        "outbox",
        "was not sent because its row cannot be read",
        "SELECT coalesce(game, '') AS game, 'email ' || id AS label FROM outbox \
            WHERE state = 'failed' AND last_error = 'the outbox row cannot be read'",
    ),
    (
        "reply_key",
        "is damaged and unusable",
        "SELECT coalesce(game, '') AS game, 'a key' AS label FROM reply_key \
            WHERE length(hash) != 32 OR seat NOT BETWEEN 1 AND 255 \
            OR purpose NOT IN ('orders', 'bounce', 'invitation', 'unsubscribe', 'probe')",
    ),
    (
        "invitation",
        "refers to a missing game",
        "SELECT game, 'an invitation' AS label FROM invitation \
            WHERE game NOT IN (SELECT game FROM event)",
    ),
    (
        "game_import",
        "refers to a missing game",
        "SELECT game, source AS label FROM game_import \
            WHERE game NOT IN (SELECT game FROM event)",
    ),
    (
        "chat_message",
        "has an invalid game, seat or time",
        "SELECT game, 'message ' || id AS label FROM chat_message \
            WHERE seat NOT BETWEEN 1 AND 255 \
            OR game NOT IN (SELECT game FROM event) OR abs(sent_at / 2) > 4000000000000000",
    ),
    (
        "note",
        "has an invalid game, step or time",
        "SELECT game, 'note ' || id AS label FROM note WHERE seq < 0 \
            OR game NOT IN (SELECT game FROM event) OR abs(created_at / 2) > 4000000000000000",
    ),
    (
        "game_secret",
        "does not have 32 bytes, or refers to a missing game",
        "SELECT game, 'secret' AS label FROM game_secret WHERE length(secret) != 32 \
            OR game NOT IN (SELECT game FROM event)",
    ),
    (
        "inbound_email",
        "has an invalid state or seat",
        "SELECT coalesce(game, '') AS game, 'email ' || id AS label FROM inbound_email \
            WHERE state NOT IN ('new', 'held', 'done', 'ignored') OR seat NOT BETWEEN 1 AND 255",
    ),
];

const OF_NO_KIND: &str = "SELECT coalesce(game, '') AS game, 'email ' || id AS label \
    FROM outbox WHERE state IN ('waiting', 'sending') AND $1 NOT LIKE '%\"' || kind || '\"%'";

const UNTOLD: &str = "SELECT coalesce(game, '') AS game, 'email ' || id AS label, \
    unexplained_cards FROM outbox WHERE unexplained_cards IS NOT NULL";

/// A row that a check found: its game and its label.
struct Found(String, String);

impl FromRow for Found {
    fn from_row(row: &Row) -> Result<Found, StoreError> {
        Ok(Found(row.get("game")?, row.get("label")?))
    }
}

/// An email with the stored list of cards that it did not explain.
struct UnexplainedCards {
    found: Found,
    names: String,
}

impl FromRow for UnexplainedCards {
    fn from_row(row: &Row) -> Result<UnexplainedCards, StoreError> {
        Ok(UnexplainedCards { found: Found::from_row(row)?, names: row.get("unexplained_cards")? })
    }
}

fn is_list_of_names(text: &str) -> bool {
    serde_json::from_str::<Vec<String>>(text).is_ok()
}

/// Returns all invalid rows; `kinds` are the known kinds of emails.
pub async fn all(reader: &Readers, kinds: &[&str]) -> Result<Vec<Loose>, StoreError> {
    let kinds = serde_json::to_string(kinds).unwrap_or_default();
    let mut all = Vec::new();
    for (table, what, check) in CHECKS {
        all.extend(loose(sql(*check).readable(reader).await?, table, what));
    }
    let unknown = sql(OF_NO_KIND).bind(kinds).readable(reader).await?;
    let what = "is of a kind that only a newer version can render";
    all.extend(loose(unknown, "outbox", what).map(|row| Loose { newer: true, ..row }));
    let untold: Vec<UnexplainedCards> = sql(UNTOLD).readable(reader).await?;
    let unread = untold.into_iter().filter(|row| !is_list_of_names(&row.names));
    let what = "has an unreadable list of unexplained cards; they are not explained again";
    all.extend(loose(unread.map(|row| row.found).collect(), "outbox", what));
    Ok(all)
}

fn loose(
    found: Vec<Found>,
    table: &'static str,
    what: &'static str,
) -> impl Iterator<Item = Loose> {
    let reference = move |Found(game, row)| Loose {
        table,
        game,
        what: format!("{row} in table {table} {what}"),
        newer: false,
    };
    found.into_iter().map(reference)
}
