//! Moves an installation into a PostgreSQL database, in a single transaction.

use super::source_lock::{self, Held};
use super::{MoveError, MovePlan, Moved, broke_off, carry, refused};
use crate::Store;
use crate::error::StoreError;
use crate::postgres::{catalogue, open, schema, writer_lock as alone};
use crate::sql::Tx;

impl Store {
    /// Moves everything into an empty PostgreSQL database, and records here where it went.
    ///
    /// # Errors
    ///
    /// Fails if either side prevents it; nothing was moved then.
    pub async fn move_to_server(
        &self,
        address: &str,
        plan: &mut MovePlan<'_>,
    ) -> Result<Moved, MoveError> {
        let mut source = Held::of(self).await?;
        let mut from = source_lock::snapshot(self).await?;
        let mut to = target(address).await?;
        let carried = carry::all(&mut from, &mut to, plan).await.map_err(broke_off)?;
        let moved = carried.look_over(&mut to, plan).await.map_err(broke_off)?;
        let gone = format!("to the database {} on {}", open::shown(address), plan.day);
        source.mark(Some(&gone)).await?;
        // The mark comes first: two installations that both run are worse than none.
        let done = alone::keep(&mut to).await;
        source.release().await;
        match done {
            Ok(()) => Ok(moved),
            Err(error) => refused(format!(
                "it is unknown whether the target has committed the data: {error}. This \
                 installation is marked as moved and does not start. Run the command again: if it \
                 refuses because the target is not empty, everything was moved"
            )),
        }
    }
}

/// Opens a transaction on an empty database with the current schema.
async fn target(address: &str) -> Result<Tx, MoveError> {
    let pools = open::connect(address, "moves").await.map_err(of_the_target)?;
    if open::only_reads(&pools.writers).await.map_err(of_the_target)? {
        return refused(
            "the target is read-only: it is a standby, or default_transaction_read_only is on. \
             Use the address of the primary",
        );
    }
    schema::migrate(&pools.writers).await.map_err(of_the_target)?;
    let mut to = alone::alone(&pools.writers).await.map_err(of_the_target)?;
    let gone = catalogue::unguarded(&mut to).await?;
    if !gone.is_empty() {
        let gone = gone.join(", ");
        return refused(format!(
            "the target does not protect its log: missing or disabled: {gone}. Use an empty \
             database, in which only ravenpost creates tables"
        ));
    }
    for table in carry::tables(&mut to).await? {
        if !table.is_empty(&mut to).await? {
            return refused(format!(
                "the target is not empty: table {} has rows. Use an empty database",
                table.name
            ));
        }
    }
    Ok(to)
}

/// Describes an error at the target.
fn of_the_target(error: StoreError) -> MoveError {
    let state = match &error {
        StoreError::Database(inner) => inner.as_database_error().and_then(|inner| inner.code()),
        _ => None,
    };
    MoveError::Refused(match state.as_deref() {
        // PostgreSQL reports a missing schema if the role has no right to it.
        Some("42501" | "3F000") => format!(
            "the target's role is not allowed to create tables: {error}. Make it the owner of the \
             database, or GRANT CREATE and USAGE ON SCHEMA to it"
        ),
        _ => format!("the target: {error}"),
    })
}
