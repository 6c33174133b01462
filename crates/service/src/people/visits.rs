//! When sessions were last used to look at pages. It is recorded in memory and stored outside
//! requests, because requests that read must not write.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::handles::Accounts;
use crate::people::sign_in::SignedIn;
use ravenpost_store::people::sessions;
use ravenpost_store::{TokenHash, writes};

/// Visits that are not stored yet, by session: the first of the hour.
#[derive(Default)]
pub(crate) struct Visits(Mutex<HashMap<TokenHash, DateTime<Utc>>>);

impl Visits {
    fn held(&self) -> MutexGuard<'_, HashMap<TokenHash, DateTime<Utc>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Accounts<'_> {
    /// Notes that a player looks at a page, at most once an hour.
    pub fn note_visit(self, now: DateTime<Utc>, signed: &SignedIn) {
        if hour(signed.seen_at) < hour(now) {
            self.inner().visits.held().entry(signed.session).or_insert(now);
        }
    }

    /// Stores the visits noted since the last call. Called periodically.
    pub async fn store_visits(self) -> Result<(), ServiceError> {
        let noted: Vec<(TokenHash, DateTime<Utc>)> =
            self.inner().visits.held().iter().map(|(token, at)| (*token, *at)).collect();
        if noted.is_empty() {
            return Ok(());
        }
        let rows = noted.clone();
        let job = self.store().write(writes!(|tx| {
            for (token, at) in &rows {
                sessions::touch(tx, token, *at).await?;
            }
            Ok(())
        }));
        job.await?;
        let mut held = self.inner().visits.held();
        for (token, _) in noted {
            held.remove(&token);
        }
        Ok(())
    }
}

/// The number of the hour.
pub(crate) fn hour(at: DateTime<Utc>) -> i64 {
    at.timestamp().div_euclid(3_600)
}
