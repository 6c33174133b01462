//! The letters kept in the local outbox, for the page that shows them.

use super::Service;
use super::error::ServiceError;
use crate::store::outbox::{self, Letter, State};

/// Letters on one page.
const PAGE: u32 = 100;

impl Service {
    /// The latest letters in one state, newest first.
    pub async fn letters(&self, state: State) -> Result<Vec<Letter>, ServiceError> {
        Ok(outbox::list(self.store().read(), state, PAGE).await?)
    }

    /// One letter with its bodies and picture.
    pub async fn letter(&self, id: i64) -> Result<Letter, ServiceError> {
        Ok(outbox::get(self.store().read(), id).await?)
    }
}
