//! Whether this program can reach the relay: found out with letters and without, and passed on.

use std::sync::Arc;

use super::failure::{Failure, Fate};
use super::letter_source::LetterSource;
use super::sender::Sender;

impl<D: LetterSource> Sender<D> {
    /// What a try says about the relay.
    pub(super) fn heard(&self, address: &str, failure: Option<&Failure>) {
        if self.transport.is_local() {
            return;
        }
        match failure {
            Some(failure) if failure.fate != Fate::Gone => {
                self.failed(address, failure.fate, &failure.words);
            }
            _ if self.relay_health.works() => tracing::info!("letters leave"),
            _ => {}
        }
    }

    fn failed(&self, address: &str, fate: Fate, why: &str) {
        if self.relay_health.failed((self.now)(), address, fate) {
            tracing::error!(why, "the relay does not answer: no letters leave from here");
        }
    }

    /// Tells how the relay does. One that could not note it is told again soon.
    pub(super) async fn tell_of_relay(self: Arc<Self>, down: bool) {
        self.source.relay((self.now)(), down).await;
    }

    /// Asks whether the relay is there, when there is no letter to find out with.
    pub(super) async fn probe(self: Arc<Self>) {
        let probed = self.transport.probe().await;
        self.heard("", probed.as_ref().err());
    }

    /// Asks whether the relay answers before a letter is taken up that another node could send: a
    /// call in vain may take a minute.
    pub(super) async fn ask(self: Arc<Self>) {
        match self.transport.probe().await {
            Ok(()) if self.relay_health.is_down() => self.relay_health.answers(),
            Ok(()) => self.heard("", None),
            Err(failure) => self.failed("", Fate::Relay, &failure.words),
        }
    }
}
