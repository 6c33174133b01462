//! Makes requests idempotent, so that a double click or a retry has one effect and one answer. The
//! key is looked up under the game's lock, in the transaction that stores the answer. Of two
//! simultaneous requests the second waits for the first one's answer. Before a request is refused,
//! its key is looked up, because it may have succeeded the first time.

use crate::handles::Games;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::request::Request;
use crate::game::core::side_writes::SideWrites;
use crate::game::write::commit::Committed;
use ravenpost_log::GameId;
use ravenpost_store::log::idempotency;

impl Games<'_> {
    /// Works on a game for a request, or returns its stored answer. Without a request it just does
    /// the work.
    pub(crate) async fn work_once<T: Serialize + DeserializeOwned>(
        self,
        id: &GameId,
        now: DateTime<Utc>,
        request: Option<&Request>,
        mut work: impl FnMut(&mut Batch) -> Result<(T, SideWrites), ServiceError>,
    ) -> Result<T, ServiceError> {
        let _turn = self.lock_game(id).await;
        let work = |batch: &mut Batch| {
            let (answer, side_writes) = work(batch)?;
            let stored = request.map(|request| stored(request, &answer)).transpose()?;
            Ok((answer, SideWrites { answer: stored, ..side_writes }))
        };
        // Boxed to keep the future small on the stack.
        match Box::pin(self.work_inside(id, now, work)).await {
            Ok((answer, Committed::Now)) => Ok(answer),
            Ok((_, Committed::Before(answer))) => read(&answer),
            // A request that is refused now may have succeeded before; then it gets the same
            // answer.
            Err(error) => self.answered(request).await?.ok_or(error),
        }
    }

    /// The stored answer to a request, if there is one.
    pub(crate) async fn answered<T: DeserializeOwned>(
        self,
        request: Option<&Request>,
    ) -> Result<Option<T>, ServiceError> {
        let Some(request) = request else { return Ok(None) };
        let before = idempotency::find(self.store().read(), request.key()).await?;
        before.map(|before| read(&request.same(before)?)).transpose()
    }
}

/// The answer in stored form.
pub(crate) fn stored(
    request: &Request,
    answer: &impl Serialize,
) -> Result<(Request, String), ServiceError> {
    let text = serde_json::to_string(answer);
    Ok((request.clone(), text.map_err(|error| ServiceError::Broken(error.into()))?))
}

/// Reads a stored answer.
pub(crate) fn read<T: DeserializeOwned>(answer: &str) -> Result<T, ServiceError> {
    serde_json::from_str(answer).map_err(|error| ServiceError::Broken(error.into()))
}
