//! A letter as a door brings it, and how it is read: aside, because what means harm takes a while.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::task::JoinError;

use super::brief::brief;
use super::reading::bounds::Unreadable;
use super::reading::{self, IncomingLetter, Trust};
use ravenpost_store::post::incoming::Arrival;

/// Reads a letter where it keeps nobody waiting. One that brings the reader down is told apart.
pub async fn read(
    raw: Arc<Vec<u8>>,
    trust: &Trust,
) -> Result<Result<IncomingLetter, Unreadable>, JoinError> {
    let trust = trust.clone();
    tokio::task::spawn_blocking(move || reading::read(&raw, &trust)).await
}

/// Every line of an email's text; none of one that cannot be read.
pub async fn text(raw: Arc<Vec<u8>>) -> Result<Vec<String>, JoinError> {
    let lines = move || reading::lines(&raw).unwrap_or_default();
    let lines = tokio::task::spawn_blocking(lines).await?;
    Ok(lines.into_iter().map(|(line, _)| line).collect())
}

/// A letter that came by a door, which has a name for it, as it is kept. The recipient is whom its
/// lines name first: mail servers write on top to whom they delivered it.
pub async fn arrival(
    door: &'static str,
    uid: Option<String>,
    raw: Vec<u8>,
    trust: &Trust,
    at: DateTime<Utc>,
) -> Arrival {
    let raw = Arc::new(raw);
    let read = read(Arc::clone(&raw), trust).await;
    let letter = read.ok().and_then(Result::ok);
    let raw = Arc::try_unwrap(raw).unwrap_or_else(|shared| shared.to_vec());
    let raw = brief(raw, letter.as_ref());
    let recipient = letter.and_then(|letter| letter.recipients.into_iter().next());
    Arrival { door, uid, recipient: recipient.unwrap_or_default(), raw, at }
}
