//! Rows beside the log that cannot be what they should be, or lead nowhere: for the audit, which
//! names each. Lists pass them over.

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Readers, sql};

/// A row that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loose {
    pub table: &'static str,
    /// The game it is about, as it is stored, which need not be an id; empty for none.
    pub game: String,
    pub what: String,
    /// What a newer program has written, and is no fault for it.
    pub newer: bool,
}

/// The table, what is wrong with such a row, and which those are: each with its game and a name
/// for it.
type Check = (&'static str, &'static str, &'static str);

const CHECKS: &[Check] = &[
    (
        "game",
        "has no such status; ravenpost rebuild makes the list of games anew",
        "SELECT id, status FROM game \
            WHERE status NOT IN ('open', 'running', 'over', 'cancelled')",
    ),
    (
        "game",
        "has a name or a time that cannot be; ravenpost rebuild makes the list of games anew",
        "SELECT id, substr(name, 1, 40) FROM game WHERE length(name) > 1000 \
            OR abs(opened_at / 2) > 4000000000000000 OR abs(changed_at / 2) > 4000000000000000",
    ),
    // The last seat there could be is nobody: the moment at which sealed answers are opened.
    (
        "deadline",
        "is a clock of no seat of its game, or of no time; ravenpost rebuild makes clocks anew",
        "SELECT deadline.game, 'seat ' || seat FROM deadline \
            LEFT JOIN game ON game.id = deadline.game \
            WHERE (seat NOT BETWEEN 1 AND coalesce(seats, 0) \
                AND (seat <> 255 OR game.status <> 'running')) \
            OR abs(since / 2) > 4000000000000000 OR abs(due_at / 2) > 4000000000000000 \
            OR abs(next_at / 2) > 4000000000000000",
    ),
    (
        "seat_holder",
        "is a seat that its game does not have",
        "SELECT seat_holder.game, 'seat ' || seat FROM seat_holder LEFT JOIN game ON game.id = \
            seat_holder.game \
            WHERE seat NOT BETWEEN 1 AND coalesce(seats, 0)",
    ),
    (
        "seat_holder",
        "is held by somebody who is not there",
        "SELECT game, 'seat ' || seat FROM seat_holder \
            WHERE player IS NOT NULL AND player NOT IN (SELECT id FROM player)",
    ),
    (
        "wish",
        "is for a seat that its game does not have",
        "SELECT wish.game, 'seat ' || seat FROM wish LEFT JOIN game ON game.id = wish.game \
            WHERE seat NOT BETWEEN 1 AND coalesce(seats, 0)",
    ),
    (
        "organiser",
        "is nobody, or of a game that is not there",
        "SELECT game, 'player ' || player FROM organiser \
            WHERE player NOT IN (SELECT id FROM player) OR game NOT IN (SELECT game FROM event)",
    ),
    (
        "player",
        "has no address",
        "SELECT '', 'player ' || id FROM player WHERE instr(address, '@') = 0",
    ),
    (
        "outbox",
        "is to nobody, or for no seat or time",
        "SELECT coalesce(game, ''), 'letter ' || id FROM outbox \
            WHERE state IN ('waiting', 'sending') AND (seat NOT BETWEEN 1 AND 255 \
            OR abs(created_at / 2) > 4000000000000000 OR abs(due_at / 2) > 4000000000000000 \
            OR to_player IS NOT NULL AND to_player NOT IN (SELECT id FROM player))",
    ),
    (
        "outbox",
        "was given up because its row cannot be read",
        "SELECT coalesce(game, ''), 'letter ' || id FROM outbox \
            WHERE state = 'dead' AND last_error = 'its row in the outbox cannot be read'",
    ),
    (
        "reply_key",
        "opens nothing: it is damaged",
        "SELECT coalesce(game, ''), 'a key' FROM reply_key \
            WHERE length(hash) != 32 OR seat NOT BETWEEN 1 AND 255 \
            OR purpose NOT IN ('orders', 'bounce', 'invitation', 'stop', 'probe')",
    ),
    (
        "invitation",
        "is to a game that is not there",
        "SELECT game, 'an invitation' FROM invitation \
            WHERE game NOT IN (SELECT game FROM event)",
    ),
    (
        "origin",
        "is of a game that is not there",
        "SELECT game, said FROM origin WHERE game NOT IN (SELECT game FROM event)",
    ),
    (
        "message",
        "were said in no game, by no seat or at no time",
        "SELECT game, 'words ' || id FROM message WHERE seat NOT BETWEEN 1 AND 255 \
            OR game NOT IN (SELECT game FROM event) OR abs(said_at / 2) > 4000000000000000",
    ),
    (
        "note",
        "is about no game, no step or no time",
        "SELECT game, 'note ' || id FROM note WHERE step < 0 \
            OR game NOT IN (SELECT game FROM event) OR abs(made_at / 2) > 4000000000000000",
    ),
    (
        "secret",
        "has not 32 bytes, or is of a game that is not there",
        "SELECT game, 'secret' FROM secret WHERE length(bytes) != 32 \
            OR game NOT IN (SELECT game FROM event)",
    ),
    (
        "incoming",
        "stands nowhere, or is for no seat",
        "SELECT coalesce(game, ''), 'letter ' || id FROM incoming \
            WHERE state NOT IN ('new', 'held', 'done', 'ignored') OR seat NOT BETWEEN 1 AND 255",
    ),
];

const OF_NO_KIND: &str = "SELECT coalesce(game, ''), 'letter ' || id FROM outbox \
    WHERE state IN ('waiting', 'sending') AND $1 NOT LIKE '%\"' || kind || '\"%'";

const UNTOLD: &str = "SELECT coalesce(game, ''), 'letter ' || id, untold FROM outbox \
    WHERE untold IS NOT NULL";

/// A row that a check found: its game, and a name for it.
struct Found(String, String);

impl FromRow for Found {
    fn from_row(row: &Row) -> Result<Found, StoreError> {
        Ok(Found(row.get(0)?, row.get(1)?))
    }
}

/// A letter with the cards that it left untold, as they are stored.
struct Untold {
    found: Found,
    names: String,
}

impl FromRow for Untold {
    fn from_row(row: &Row) -> Result<Untold, StoreError> {
        Ok(Untold { found: Found::from_row(row)?, names: row.get(2)? })
    }
}

fn is_list_of_names(text: &str) -> bool {
    serde_json::from_str::<Vec<String>>(text).is_ok()
}

/// All of them; `kinds` are the kinds of letters that are known.
pub async fn all(reader: &Readers, kinds: &[&str]) -> Result<Vec<Loose>, StoreError> {
    let kinds = serde_json::to_string(kinds).unwrap_or_default();
    let mut all = Vec::new();
    for (table, what, check) in CHECKS {
        all.extend(loose(sql(*check).readable(reader).await?, table, what));
    }
    let unknown = sql(OF_NO_KIND).bind(kinds).readable(reader).await?;
    let what = "is of a kind that this version does not know: a newer one writes it";
    all.extend(loose(unknown, "outbox", what).map(|row| Loose { newer: true, ..row }));
    let untold: Vec<Untold> = sql(UNTOLD).readable(reader).await?;
    let unread = untold.into_iter().filter(|row| !is_list_of_names(&row.names));
    let what = "has a list of untold cards that cannot be read; they are not told of again";
    all.extend(loose(unread.map(|row| row.found).collect(), "outbox", what));
    Ok(all)
}

fn loose(
    found: Vec<Found>,
    table: &'static str,
    what: &'static str,
) -> impl Iterator<Item = Loose> {
    let told = move |Found(game, row)| Loose {
        table,
        game,
        what: format!("{row} in table {table} {what}"),
        newer: false,
    };
    found.into_iter().map(told)
}
