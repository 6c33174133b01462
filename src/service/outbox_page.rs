//! The letters kept in the local outbox, for the page that shows them.

use super::Service;
use super::error::ServiceError;
use crate::store::outbox::{self, Kept};

/// Letters on one page.
const PAGE: u32 = 50;

impl Service {
    /// The latest letters, newest first.
    pub async fn kept_letters(&self, skip: u32) -> Result<Vec<Kept>, ServiceError> {
        Ok(outbox::list(self.store().read(), PAGE, skip).await?)
    }

    /// One letter with its bodies and picture.
    pub async fn kept_letter(&self, id: i64) -> Result<Kept, ServiceError> {
        Ok(outbox::get(self.store().read(), id).await?)
    }
}
