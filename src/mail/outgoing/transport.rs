//! The ways out: a relay, nowhere (letters stay in the outbox), or a list that tests look at.

use std::sync::{Arc, Mutex};

use lettre::address::Envelope;

use super::failure::Failure;
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
            Transport::Memory(memory) => memory.take(envelope, message),
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

/// A transport for tests: takes letters, or says no as it is told.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    taken: Vec<(String, Vec<u8>)>,
    refusals: Vec<(String, Failure)>,
}

impl Memory {
    /// Every letter taken so far: recipient and bytes.
    pub fn taken(&self) -> Vec<(String, Vec<u8>)> {
        self.kept().taken.clone()
    }

    /// From now on letters to addresses that end so are refused.
    pub fn refuse(&self, ending: &str, failure: Failure) {
        self.kept().refusals.push((ending.to_owned(), failure));
    }

    /// From now on everything is taken.
    pub fn relent(&self) {
        self.kept().refusals.clear();
    }

    fn take(&self, envelope: &Envelope, message: &[u8]) -> Result<String, Failure> {
        let to: Vec<String> = envelope.to().iter().map(ToString::to_string).collect();
        let to = to.join(", ");
        let mut kept = self.kept();
        if let Some((_, failure)) = kept.refusals.iter().find(|(ending, _)| to.ends_with(ending)) {
            return Err(failure.clone());
        }
        kept.taken.push((to, message.to_vec()));
        Ok("taken".to_owned())
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
