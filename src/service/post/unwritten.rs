//! Letters of kinds that only a newer program knows. No node takes up what it cannot write, so that
//! they leave as soon as that program is up; after a while somebody is to know that they wait.

use chrono::{DateTime, Duration, Utc};

use crate::letters::LetterKind;
use ravenpost_store::post::outbox::{self, Kinds, Unwritten};
use ravenpost_store::{Store, StoreError};

/// While nodes are brought up to date they wait for minutes, and nobody has to be told.
const LONG: Duration = Duration::hours(1);

/// The kinds of letters that this program writes.
pub fn known_kinds() -> Kinds {
    Kinds::of(LetterKind::ALL.map(LetterKind::key))
}

/// What has waited for long for a newer program.
pub async fn unwritten(store: &Store, now: DateTime<Utc>) -> Result<Vec<Unwritten>, StoreError> {
    outbox::unwritten(store.read(), &known_kinds(), now - LONG).await
}
