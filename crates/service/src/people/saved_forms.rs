//! Forms submitted in expired sessions that are too large for a cookie. They are stored for an
//! hour, so that the player can submit them after signing in again.

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::handles::Accounts;
use crate::people::mail_choices::seal;
use ravenpost_store::lists::{counters, saved_forms};
use ravenpost_store::{token_hash, writes};

/// How long a form is stored.
pub(crate) const MINUTES: i64 = 60;
/// Maximum number of stored forms: in all, and from one network within an hour.
const MOST: (u64, u64) = (500, 20);

impl Accounts<'_> {
    /// Stores a form and returns its token; `None` if too many are stored. `from` is the sender's
    /// network address.
    pub async fn save_form(
        self,
        now: DateTime<Utc>,
        content: Vec<u8>,
        from: &str,
    ) -> Result<Option<String>, ServiceError> {
        let token = self.entropy().token()?;
        let hash = token_hash(&token);
        let network = seal(&self.players().signing_key().await?, "network", from);
        let counter = format!("saved_forms {network}");
        let hour = now.timestamp().div_euclid(3600);
        let saved = self
            .store()
            .write(writes!(|tx| {
                saved_forms::sweep(tx, now - Duration::minutes(MINUTES)).await?;
                let few = counters::bump(tx, &counter, hour).await? <= MOST.1
                    && saved_forms::count(&mut *tx).await? < MOST.0;
                if few {
                    saved_forms::add(tx, &hash, &content, now).await?;
                }
                Ok(few)
            }))
            .await?;
        Ok(saved.then_some(token))
    }

    /// Returns the form with that token, unless it has expired.
    pub async fn saved_form(
        self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<Option<Vec<u8>>, ServiceError> {
        let after = now - Duration::minutes(MINUTES);
        Ok(saved_forms::find(self.store().read(), &token_hash(token), after).await?)
    }

    /// Deletes the form with that token.
    pub async fn delete_form(self, token: &str) -> Result<(), ServiceError> {
        let hash = token_hash(token);
        self.store().write(writes!(|tx| saved_forms::delete(tx, &hash).await)).await?;
        Ok(())
    }
}
