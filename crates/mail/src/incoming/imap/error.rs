//! Errors of an IMAP session, with the step that failed.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use ravenpost_service::ServiceError;

/// Maximum time to wait for a response.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The steps of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImapStep {
    Connect,
    Protect,
    SignIn,
    Folder,
    Read,
}

impl fmt::Display for ImapStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ImapStep::Connect => "connecting",
            ImapStep::Protect => "setting up TLS",
            ImapStep::SignIn => "signing in",
            ImapStep::Folder => "opening the folder",
            ImapStep::Read => "reading emails",
        })
    }
}

/// Why a mailbox could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ImapError {
    #[error("{0}: no response within 30 seconds")]
    Silent(ImapStep),
    #[error("{0}: {1}")]
    Said(ImapStep, String),
    /// The mailbox is fine, but the email could not be stored.
    #[error(transparent)]
    Ours(#[from] ServiceError),
}

impl ImapStep {
    pub fn failed(self, why: impl fmt::Display) -> ImapError {
        ImapError::Said(self, why.to_string())
    }

    /// Waits for a response, up to a time limit.
    pub async fn within<T, E: fmt::Display>(
        self,
        answer: impl Future<Output = Result<T, E>>,
    ) -> Result<T, ImapError> {
        match tokio::time::timeout(TIMEOUT, answer).await {
            Ok(answer) => answer.map_err(|why| self.failed(why)),
            Err(_) => Err(ImapError::Silent(self)),
        }
    }
}
