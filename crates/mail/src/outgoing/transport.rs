//! The transports: a relay, the local outbox, or a list for tests.

use lettre::address::Envelope;

use super::failure::Failure;
use super::memory::Memory;
use super::relay::{self, Relay};

/// How emails are sent.
pub enum Transport {
    Relay(Box<Relay>),
    /// Emails are only stored, and shown on the outbox page.
    Local,
    Memory(Memory),
}

/// An addressed email; the transport is waiting for the message.
pub enum Ready<'a> {
    Relay(Box<relay::Ready<'a>>),
    Local,
    Memory(&'a Memory, String),
}

impl Transport {
    /// Sends everything before the message.
    pub async fn ready(&self, envelope: &Envelope) -> Result<Ready<'_>, Failure> {
        Ok(match self {
            Transport::Relay(relay) => Ready::Relay(Box::new(relay.ready(envelope).await?)),
            Transport::Local => Ready::Local,
            Transport::Memory(memory) => Ready::Memory(memory, memory.ready(envelope).await?),
        })
    }

    /// Sends one message and returns the reply.
    pub async fn send(&self, envelope: &Envelope, message: &[u8]) -> Result<String, Failure> {
        self.ready(envelope).await?.hand_over(message).await
    }

    /// Tests whether the transport is available when there is no email to send.
    pub async fn probe(&self) -> Result<(), Failure> {
        match self {
            Transport::Relay(relay) => relay.probe().await,
            Transport::Local => Ok(()),
            Transport::Memory(memory) => memory.probe(),
        }
    }

    /// Closes idle connections until there are emails again.
    pub(super) fn rest(&self) {
        if let Transport::Relay(relay) = self {
            relay.rest();
        }
    }

    pub(super) fn is_local(&self) -> bool {
        matches!(self, Transport::Local)
    }

    /// Describes the transport for the doctor and the log.
    pub fn words(&self) -> String {
        match self {
            Transport::Relay(relay) => relay.words(),
            Transport::Local => "stored in the local outbox, not sent".to_owned(),
            Transport::Memory(_) => "list in memory".to_owned(),
        }
    }
}

impl Ready<'_> {
    pub async fn hand_over(self, message: &[u8]) -> Result<String, Failure> {
        match self {
            Ready::Relay(ready) => ready.hand_over(message).await,
            Ready::Local => Ok("stored in the outbox".to_owned()),
            Ready::Memory(memory, to) => memory.take(to, message).await,
        }
    }
}
