//! A request that comes twice, by a doubled click or a second try, has one effect and is answered
//! the same. Its key is looked up in the transaction that keeps the answer, behind the game's door,
//! so that of two at once the second waits for the first one's answer. What would be refused now
//! is looked up before it is: it may have been taken the first time.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::service::Service;
use crate::service::batch::Batch;
use crate::service::commit::{Beside, Committed};
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::store::GameId;
use crate::store::answered::{self, Answered, Content};

/// What makes a repeated request the same request: a form's key, a reply's Message-ID.
#[derive(Clone, Debug)]
pub struct Idempotency(pub String);

/// A key with what is asked under it.
#[derive(Clone, Debug)]
pub(in crate::service) struct Request {
    key: String,
    content: Content,
}

impl Idempotency {
    /// The request for this under the key: what for, at which table, and every word that counts.
    pub(in crate::service) fn asks(&self, words: &[&str]) -> Request {
        let asked: Vec<String> =
            words.iter().map(|word| format!("{}:{word}", word.len())).collect();
        Request { key: self.0.clone(), content: answered::content(&asked.concat()) }
    }
}

impl Request {
    /// The answer it had before. A key that was used for something else is refused: the earlier
    /// answer would be a lie.
    pub(in crate::service) fn same(&self, before: Answered) -> Result<String, ServiceError> {
        match before.content {
            Some(content) if content != self.content => Err(ServiceError::refused(
                "this form was sent before with something else in it, so nothing was done \
                 now; load the page again and send it from there",
            )),
            _ => Ok(before.answer),
        }
    }

    /// What is kept of it, with the answer, in the transaction of what was done.
    pub(in crate::service) fn kept(
        &self,
        live: &Live,
        at: DateTime<Utc>,
        answer: &str,
    ) -> Answered {
        let (game, seq, content) = (live.id.clone(), live.version(), Some(self.content));
        Answered { game, seq, content, answer: answer.to_owned(), at }
    }

    pub(in crate::service) fn key(&self) -> &str {
        &self.key
    }
}

impl Service {
    /// Works on a game for a request, unless it was answered before: then that is the answer.
    /// Without a request it is plain work.
    pub(in crate::service) async fn work_once<T: Serialize + DeserializeOwned>(
        &self,
        id: &GameId,
        now: DateTime<Utc>,
        request: Option<&Request>,
        mut work: impl FnMut(&mut Batch) -> Result<(T, Beside), ServiceError>,
    ) -> Result<T, ServiceError> {
        let _turn = self.turn(id).await;
        let worked = self.work_inside(id, now, |batch| {
            let (answer, beside) = work(batch)?;
            let kept = request.map(|request| kept(request, &answer)).transpose()?;
            Ok((answer, Beside { answer: kept, ..beside }))
        });
        match worked.await {
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
        let before = answered::find(self.store().read(), &request.key).await?;
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
