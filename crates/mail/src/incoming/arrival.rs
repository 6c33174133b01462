//! Parses inbound emails on a blocking thread, because hostile ones can take a long time.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::task::JoinError;

use super::reading::limits::Unreadable;
use super::reading::{self, IncomingEmail, Trust};
use super::stored_email::brief;
use ravenpost_store::post::incoming::Arrival;

/// Parses an email without blocking the runtime. A panic in the parser is returned as a
/// [`JoinError`].
pub async fn read(
    raw: Arc<Vec<u8>>,
    trust: &Trust,
) -> Result<Result<IncomingEmail, Unreadable>, JoinError> {
    let trust = trust.clone();
    tokio::task::spawn_blocking(move || reading::read(&raw, &trust)).await
}

/// Returns every line of an email's text; empty if the email cannot be parsed.
pub async fn text(raw: Arc<Vec<u8>>) -> Result<Vec<String>, JoinError> {
    let lines = move || reading::lines(&raw).unwrap_or_default();
    let lines = tokio::task::spawn_blocking(lines).await?;
    Ok(lines.into_iter().map(|(line, _)| line).collect())
}

/// Builds the stored form of an email from a mail source; `uid` is the name the source has for it.
/// The recipient is taken from the topmost header, where mail servers record the delivery.
pub async fn arrival(
    source: &'static str,
    uid: Option<String>,
    raw: Vec<u8>,
    trust: &Trust,
    at: DateTime<Utc>,
) -> Arrival {
    let raw = Arc::new(raw);
    let read = read(Arc::clone(&raw), trust).await;
    let email = read.ok().and_then(Result::ok);
    let raw = Arc::try_unwrap(raw).unwrap_or_else(|shared| shared.to_vec());
    let raw = brief(raw, email.as_ref());
    let recipient = email.and_then(|email| email.recipients.into_iter().next());
    Arrival { source, uid, recipient: recipient.unwrap_or_default(), raw, at }
}
