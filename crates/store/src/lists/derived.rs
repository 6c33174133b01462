//! Derived rows, which the service can rebuild from the log: the list of games and the pending
//! decisions.

use crate::error::StoreError;
use crate::sql::{Text, Tx, on_postgres, sql};

/// Rows of games that are not in the log, and deadlines of games that are not in the list.
const SWEEP: [&str; 2] = [
    "DELETE FROM game WHERE id NOT IN (SELECT game FROM event)",
    "DELETE FROM deadline WHERE game NOT IN (SELECT id FROM game)",
];

const GAMES: Text = Text::Each {
    sqlite: "SELECT json_array(id, title, name, status, seat_count, opened_at, changed_at, \
    last_seq, hex(head), public) AS line FROM game ORDER BY id",
    postgres: on_postgres::DERIVED_GAMES,
};

const WAITING: Text = Text::Each {
    sqlite: "SELECT json_array(game, seat, decision, asked_at, due_at, next_action_at, \
    reminder_stage) AS line FROM deadline ORDER BY game, seat",
    postgres: on_postgres::DERIVED_WAITING,
};

/// Deletes derived rows of games that are not in the log.
pub async fn sweep(tx: &mut Tx) -> Result<(), StoreError> {
    for statement in SWEEP {
        sql(statement).run(tx).await?;
    }
    Ok(())
}

/// Returns all derived rows as lines of text in a fixed order, for comparison.
pub async fn dump(tx: &mut Tx) -> Result<Vec<String>, StoreError> {
    let mut lines = Vec::new();
    for statement in [GAMES, WAITING] {
        for row in sql(statement).rows(&mut *tx).await? {
            lines.push(row.get("line")?);
        }
    }
    Ok(lines)
}
