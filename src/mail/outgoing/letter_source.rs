//! Where the sender gets its letters from: somebody who knows what is true now.

use std::future::Future;

use chrono::{DateTime, TimeDelta, Utc};

use crate::service::Service;
use crate::service::components::Component;
pub use crate::service::post::compose::Composed;
use ravenpost_store::post::outbox::{self, Owed};

/// How long a letter waits about a game that a newer program has gone on with.
const AHEAD: TimeDelta = TimeDelta::minutes(1);

/// A send loop that has not begun a new round for so long hangs.
const ROUND: TimeDelta = TimeDelta::minutes(3);

/// Writes letters. The service does; tests have simpler ones.
pub trait LetterSource: Clone + Send + Sync + 'static {
    /// Writes a letter from what is true now, or says that it need not be sent any more. An error
    /// is in one line; the letter is tried again later.
    fn write(
        &self,
        now: DateTime<Utc>,
        owed: &Owed,
    ) -> impl Future<Output = Result<Composed, String>> + Send;

    /// A letter was given up.
    fn gave_up(
        &self,
        now: DateTime<Utc>,
        letter: &outbox::Letter,
        why: &str,
    ) -> impl Future<Output = ()> + Send;

    /// Whether letters are left to others just now.
    fn rests(&self) -> bool {
        false
    }

    /// The send loop is at work, or cannot work for this reason; told with each round.
    fn sends(&self, _now: DateTime<Utc>, _trouble: Option<String>) {}

    /// Whether the relay can be reached: told when that changes, and again and again after that.
    fn relay(&self, now: DateTime<Utc>, down: bool) -> impl Future<Output = ()> + Send;
}

impl LetterSource for Service {
    async fn write(&self, now: DateTime<Utc>, owed: &Owed) -> Result<Composed, String> {
        match self.finish_letter(now, owed).await {
            // Written by whoever knows the game: no try counts.
            Err(error) if error.is_ahead() => Ok(Composed::Later(now + AHEAD)),
            written => written.map_err(|error| error.to_string()),
        }
    }

    fn rests(&self) -> bool {
        self.stands_aside().is_some()
    }

    fn sends(&self, now: DateTime<Utc>, trouble: Option<String>) {
        match trouble {
            Some(why) => self.fails(Component::Sender, now, why),
            None => self.works(Component::Sender, now, ROUND),
        }
    }

    async fn gave_up(&self, now: DateTime<Utc>, letter: &outbox::Letter, why: &str) {
        if let Err(error) = self.letter_given_up(now, &letter.owed, why).await {
            tracing::error!(letter = letter.id, %error, "nobody was told that it was given up");
        }
    }

    async fn relay(&self, now: DateTime<Utc>, down: bool) {
        let noted = match down {
            true => self.relay_is_down(now).await,
            false => self.relay_answers(now).await.map(drop),
        };
        if let Err(error) = noted {
            tracing::error!(%error, down, "how the relay does is not noted");
        }
    }
}
