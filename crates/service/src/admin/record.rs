//! Records changes that admins make to the server itself.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::people::admins::must_be_admin;
use ravenpost_store::people::admin_log::{self, AdminAction, NewEntry};
use ravenpost_store::{PlayerId, Tx};

/// Who changes the server; `None` for a command.
pub type Changer = Option<PlayerId>;

/// Adds an entry to the admin log. `what` describes the change without naming a person.
///
/// # Errors
///
/// Refuses everyone except admins and commands.
pub(super) async fn record(
    tx: &mut Tx,
    now: DateTime<Utc>,
    by: Changer,
    action: AdminAction,
    what: String,
) -> Result<(), ServiceError> {
    if let Some(admin) = by {
        must_be_admin(&mut *tx, admin).await?;
    }
    let entry = NewEntry { at: now, admin: by, action, player: None, reason: what };
    Ok(admin_log::add(tx, &entry).await?)
}
