//! Whether letters leave: since when the relay is not to be had. Kept in the database, because an
//! outage may outlast the program; nobody's time runs while a letter that asks cannot leave.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_log::act::Outage;
use ravenpost_store::lists::settings;
use ravenpost_store::writes;

/// Where the moment is kept, while the relay is down.
const DOWN_SINCE: &str = "relay down since";

impl Service {
    /// No letter leaves. Told again and again, the first time counts.
    pub async fn relay_is_down(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        if self.relay_down_since().await?.is_some_and(|since| since <= now) {
            return Ok(());
        }
        self.store()
            .write(writes!(|tx| {
                let known = settings::get(&mut *tx, DOWN_SINCE).await?;
                let since = known.as_deref().and_then(moment).map_or(now, |since| since.min(now));
                settings::set(tx, DOWN_SINCE, &since.to_rfc3339()).await
            }))
            .await?;
        Ok(())
    }

    /// Letters leave. Tells since when they did not, once.
    pub async fn relay_answers(
        &self,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let Some(since) = self.relay_down_since().await? else { return Ok(None) };
        // The clocks first: should that be broken off, the relay counts as down still.
        self.outage_over(now, since, Outage::Relay).await?;
        self.store().write(writes!(|tx| settings::unset(tx, DOWN_SINCE).await)).await?;
        Ok(Some(since))
    }

    /// Since when no letter leaves; nothing while they do.
    pub async fn relay_down_since(&self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let since = settings::get(self.store().read(), DOWN_SINCE).await?;
        Ok(since.as_deref().and_then(moment))
    }
}

fn moment(text: &str) -> Option<DateTime<Utc>> {
    Some(DateTime::parse_from_rfc3339(text).ok()?.to_utc())
}
