//! The day on which each token was last used. It is recorded in memory and stored outside requests,
//! because requests that read must not write.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::handles::Tokens;
use ravenpost_store::people::tokens;
use ravenpost_store::{TokenHash, writes};

/// Uses that are not stored yet, and the day of the last stored use of each token.
#[derive(Default)]
pub(crate) struct TokenUses(Mutex<HashMap<TokenHash, Use>>);

#[derive(Clone, Copy)]
struct Use {
    day: i64,
    stored: bool,
}

impl TokenUses {
    fn held(&self) -> MutexGuard<'_, HashMap<TokenHash, Use>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tokens<'_> {
    pub(super) fn note_use(self, token: &TokenHash, now: DateTime<Utc>) {
        let day = now.timestamp().div_euclid(86_400);
        let mut held = self.inner().token_uses.held();
        if held.get(token).is_none_or(|known| known.day < day) {
            held.insert(*token, Use { day, stored: false });
        }
    }

    /// Stores the uses noted since the last call. Called periodically.
    pub async fn store_uses(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let today = now.timestamp().div_euclid(86_400);
        let new: Vec<(TokenHash, i64)> = {
            let mut held = self.inner().token_uses.held();
            held.retain(|_, one| one.day == today || !one.stored);
            let new = held.iter().filter(|(_, one)| !one.stored);
            new.map(|(token, one)| (*token, one.day)).collect()
        };
        if new.is_empty() {
            return Ok(());
        }
        let rows = new.clone();
        let job = self.store().write(writes!(|tx| {
            for (token, day) in &rows {
                tokens::used(tx, token, *day).await?;
            }
            Ok(())
        }));
        job.await?;
        let mut held = self.inner().token_uses.held();
        for (token, day) in new {
            if let Some(one) = held.get_mut(&token).filter(|one| one.day == day) {
                one.stored = true;
            }
        }
        Ok(())
    }
}
