//! Tracks whether this node can reach the relay, from deliveries and probes, and reports it.

use std::sync::Arc;

use super::email_source::EmailSource;
use super::failure::{Failure, FailureKind};
use super::sender::Sender;

impl<D: EmailSource> Sender<D> {
    /// Records what the result of a delivery says about the relay.
    pub(super) fn heard(&self, address: &str, failure: Option<&Failure>) {
        if self.transport.is_local() {
            return;
        }
        match failure {
            Some(failure) if failure.failure_kind != FailureKind::Gone => {
                self.failed(address, failure.failure_kind, &failure.words);
            }
            _ if self.relay_health.works() => tracing::info!("relay available again"),
            _ => {}
        }
    }

    fn failed(&self, address: &str, failure_kind: FailureKind, why: &str) {
        if self.relay_health.failed((self.now)(), address, failure_kind) {
            tracing::error!(why, "relay unavailable, not sending email");
        }
    }

    /// Reports the state of the relay. If recording it fails, it is reported again soon.
    pub(super) async fn report_relay(self: Arc<Self>, down: bool) {
        self.source.relay((self.now)(), down).await;
    }

    /// Probes the relay when there is no email to send.
    pub(super) async fn probe(self: Arc<Self>) {
        let probed = self.transport.probe().await;
        self.heard("", probed.as_ref().err());
    }

    /// Probes the relay before claiming an email that another node could send: a failed connection
    /// attempt may take a minute.
    pub(super) async fn ask(self: Arc<Self>) {
        match self.transport.probe().await {
            Ok(()) if self.relay_health.is_down() => self.relay_health.answers(),
            Ok(()) => self.heard("", None),
            Err(failure) => self.failed("", FailureKind::Relay, &failure.words),
        }
    }
}
