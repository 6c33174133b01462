//! The source of emails, which renders them from the current state.

use std::future::Future;

use chrono::{DateTime, TimeDelta, Utc};

use ravenpost_metrics::labels::{Delivery, DeliveryLabels, Provider};
use ravenpost_service::Service;
use ravenpost_service::node::components::Component;
pub use ravenpost_service::post::compose::Composed;
use ravenpost_store::post::outbox::{self, QueuedEmail};

/// How long an email waits if a newer version has continued its game.
const AHEAD: TimeDelta = TimeDelta::minutes(1);

/// A send loop without a new round for this long is considered hung.
const ROUND: TimeDelta = TimeDelta::minutes(3);

/// Renders emails. Implemented by the service, and more simply in tests.
pub trait EmailSource: Clone + Send + Sync + 'static {
    /// Renders an email from the current state, or reports that it is obsolete. An error is a
    /// single line, and the email is retried later.
    fn write(
        &self,
        now: DateTime<Utc>,
        queued: &QueuedEmail,
    ) -> impl Future<Output = Result<Composed, String>> + Send;

    /// Called when an email is given up.
    fn gave_up(
        &self,
        now: DateTime<Utc>,
        email: &outbox::OutboxEmail,
        why: &str,
    ) -> impl Future<Output = ()> + Send;

    /// Returns whether this node currently leaves emails to other nodes.
    fn rests(&self) -> bool {
        false
    }

    /// Called in each round, with an error if the send loop cannot work.
    fn sends(&self, _now: DateTime<Utc>, _trouble: Option<String>) {}

    /// Called with the result of each attempt to send an email.
    fn attempted(&self, _address: &str, _result: Delivery) {}

    /// Called when the availability of the relay changes, and repeatedly afterwards.
    fn relay(&self, now: DateTime<Utc>, down: bool) -> impl Future<Output = ()> + Send;
}

impl EmailSource for Service {
    async fn write(&self, now: DateTime<Utc>, queued: &QueuedEmail) -> Result<Composed, String> {
        match self.composing().finish_email(now, queued).await {
            // A node that knows the version of the game renders it; this is not counted as an
            // attempt.
            Err(error) if error.is_ahead() => Ok(Composed::Later(now + AHEAD)),
            written => written.map_err(|error| error.to_string()),
        }
    }

    fn rests(&self) -> bool {
        self.rules_versions().reason_to_stand_aside().is_some()
    }

    fn sends(&self, now: DateTime<Utc>, trouble: Option<String>) {
        match trouble {
            Some(why) => self.monitoring().fails(Component::Sender, now, why),
            None => self.monitoring().works(Component::Sender, now, ROUND),
        }
    }

    fn attempted(&self, address: &str, result: Delivery) {
        let labels = DeliveryLabels { provider: Provider::of(address), result };
        self.metrics().deliveries.get_or_create(&labels).inc();
    }

    async fn gave_up(&self, now: DateTime<Utc>, email: &outbox::OutboxEmail, why: &str) {
        if let Err(error) = self.emails().email_given_up(now, email, why).await {
            tracing::error!(email = email.id, %error, "failed to report an undeliverable email");
        }
    }

    async fn relay(&self, now: DateTime<Utc>, down: bool) {
        let noted = match down {
            true => self.clocks().relay_is_down(now).await,
            false => self.clocks().relay_answers(now).await.map(drop),
        };
        if let Err(error) = noted {
            tracing::error!(%error, down, "failed to record the state of the relay");
        }
    }
}
