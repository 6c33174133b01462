//! The ways out: a relay, nowhere (letters stay in the outbox), or a list that tests look at.

use lettre::address::Envelope;

use super::failure::Failure;
use super::memory::Memory;
use super::relay::{self, Relay};

/// How letters leave: by a relay, or into memory for tests and the outbox page.
pub enum Transport {
    Relay(Box<Relay>),
    /// Letters are finished and kept; the outbox page shows them.
    Local,
    Memory(Memory),
}

/// A letter whose sender and recipient were taken; its message is waited for.
pub enum Ready<'a> {
    Relay(Box<relay::Ready<'a>>),
    Local,
    Memory(&'a Memory, String),
}

impl Transport {
    /// Goes as far as one can without the message.
    pub async fn ready(&self, envelope: &Envelope) -> Result<Ready<'_>, Failure> {
        Ok(match self {
            Transport::Relay(relay) => Ready::Relay(Box::new(relay.ready(envelope).await?)),
            Transport::Local => Ready::Local,
            Transport::Memory(memory) => Ready::Memory(memory, memory.ready(envelope).await?),
        })
    }

    /// Hands one message over. What the other side said comes back.
    pub async fn send(&self, envelope: &Envelope, message: &[u8]) -> Result<String, Failure> {
        self.ready(envelope).await?.hand_over(message).await
    }

    /// Whether there is anybody there, when there is no letter to find out with.
    pub async fn probe(&self) -> Result<(), Failure> {
        match self {
            Transport::Relay(relay) => relay.probe().await,
            Transport::Local => Ok(()),
            Transport::Memory(memory) => memory.probe(),
        }
    }

    /// There are no more letters for the moment.
    pub(super) fn rest(&self) {
        if let Transport::Relay(relay) = self {
            relay.rest();
        }
    }

    /// Whether letters stay here.
    pub(super) fn is_local(&self) -> bool {
        matches!(self, Transport::Local)
    }

    /// The way in words, for the doctor and the log.
    pub fn words(&self) -> String {
        match self {
            Transport::Relay(relay) => relay.words(),
            Transport::Local => "kept in the local outbox, nothing is sent".to_owned(),
            Transport::Memory(_) => "a list in memory".to_owned(),
        }
    }
}

impl Ready<'_> {
    /// Hands the message over.
    pub async fn hand_over(self, message: &[u8]) -> Result<String, Failure> {
        match self {
            Ready::Relay(ready) => ready.hand_over(message).await,
            Ready::Local => Ok("kept in the outbox".to_owned()),
            Ready::Memory(memory, to) => memory.take(to, message).await,
        }
    }
}
