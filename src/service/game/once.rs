//! A request that comes twice, by a doubled click or a second try, has one effect and is answered
//! the same. Its key is looked up in the transaction that keeps the answer, behind the game's door,
//! so that of two at once the second waits for the first one's answer. What would be refused now
//! is looked up before it is: it may have been taken the first time.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::commit::Committed;
use crate::service::game::request::Request;
use crate::service::game::side_writes::SideWrites;
use ravenpost_log::GameId;
use ravenpost_store::log::idempotency;

impl Service {
    /// Works on a game for a request, unless it was answered before: then that is the answer.
    /// Without a request it is plain work.
    pub(in crate::service) async fn work_once<T: Serialize + DeserializeOwned>(
        &self,
        id: &GameId,
        now: DateTime<Utc>,
        request: Option<&Request>,
        mut work: impl FnMut(&mut Batch) -> Result<(T, SideWrites), ServiceError>,
    ) -> Result<T, ServiceError> {
        let _turn = self.lock_game(id).await;
        let work = |batch: &mut Batch| {
            let (answer, beside) = work(batch)?;
            let kept = request.map(|request| kept(request, &answer)).transpose()?;
            Ok((answer, SideWrites { answer: kept, ..beside }))
        };
        // Boxed: whatever is done to a game waits for this, and a stack is no place for all of it.
        match Box::pin(self.work_inside(id, now, work)).await {
            Ok((answer, Committed::Now)) => Ok(answer),
            Ok((_, Committed::Before(answer))) => read(&answer),
            // What is refused now may have been taken before: the same form has the same answer.
            Err(error) => self.answered(request).await?.ok_or(error),
        }
    }

    /// What a request was answered, if it came before.
    pub(in crate::service) async fn answered<T: DeserializeOwned>(
        &self,
        request: Option<&Request>,
    ) -> Result<Option<T>, ServiceError> {
        let Some(request) = request else { return Ok(None) };
        let before = idempotency::find(self.store().read(), request.key()).await?;
        before.map(|before| read(&request.same(before)?)).transpose()
    }
}

/// An answer as it is kept.
pub(in crate::service) fn kept(
    request: &Request,
    answer: &impl Serialize,
) -> Result<(Request, String), ServiceError> {
    let text = serde_json::to_string(answer);
    Ok((request.clone(), text.map_err(|error| ServiceError::Broken(error.into()))?))
}

/// An answer that was kept.
pub(in crate::service) fn read<T: DeserializeOwned>(answer: &str) -> Result<T, ServiceError> {
    serde_json::from_str(answer).map_err(|error| ServiceError::Broken(error.into()))
}
