//! Whether the mail relay answers: noted by the sender, asked by the clocks.

use chrono::{DateTime, Utc};

use super::Service;
use super::error::ServiceError;
use crate::store::settings;

/// Where the moment is kept since which the relay has not answered, in milliseconds since 1970.
const DOWN: &str = "relay down since";

impl Service {
    /// Since when the relay has not answered; nothing while it does.
    pub async fn relay_down_since(&self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let written = settings::get(self.store().read(), DOWN).await?;
        let ms = written.and_then(|text| text.parse().ok());
        Ok(ms.and_then(DateTime::from_timestamp_millis))
    }
}
