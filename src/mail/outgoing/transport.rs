//! The ways out: a relay, nowhere (letters stay in the outbox), or a list that tests look at.

use lettre::address::Envelope;

use super::failure::Failure;
use super::memory::Memory;
use super::relay::Relay;

/// How letters leave.
pub enum Transport {
    Relay(Relay),
    /// Letters are finished and kept; the outbox page shows them.
    Local,
    Memory(Memory),
}

impl Transport {
    /// Hands one message over. What the other side said comes back.
    pub async fn send(&self, envelope: &Envelope, message: &[u8]) -> Result<String, Failure> {
        match self {
            Transport::Relay(relay) => relay.send(envelope, message).await,
            Transport::Local => Ok("kept in the outbox".to_owned()),
            Transport::Memory(memory) => memory.take(envelope, message).await,
        }
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
