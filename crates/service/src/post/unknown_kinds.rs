//! Emails of kinds that only a newer version knows. A node leaves them in the queue for a node that
//! can compose them. If they wait too long, the admin is informed.

use chrono::{DateTime, Duration, Utc};

use ravenpost_emails::NotificationKind;
use ravenpost_store::post::outbox::{self, Kinds, Unwritten};
use ravenpost_store::{Store, StoreError};

/// During an upgrade, waits of a few minutes are normal and not reported.
const LONG: Duration = Duration::hours(1);

/// Returns the kinds of emails that this version can compose.
pub fn known_kinds() -> Kinds {
    Kinds::of(NotificationKind::ALL.map(NotificationKind::key))
}

/// Returns the emails that have been waiting for a newer version for too long.
pub async fn unwritten(store: &Store, now: DateTime<Utc>) -> Result<Vec<Unwritten>, StoreError> {
    outbox::unwritten(store.read(), &known_kinds(), now - LONG).await
}
