//! Decides how long an email waits before it is sent or combined with others.

use chrono::{DateTime, Duration, Utc};

use super::AGAIN;
use crate::error::ServiceError;
use crate::handles::EmailTiming;
use crate::people::mail_choices::MailChoices;
use crate::people::mail_pace::{self, MailPace};
use ravenpost_emails::{MailTopic, NotificationKind};
use ravenpost_store::people::players::Player;
use ravenpost_store::post::outbox::QueuedEmail;
use ravenpost_zone::Zone;

/// How long an email with nothing but messages waits for another email that includes them.
const BEHIND: Duration = Duration::minutes(1);

impl EmailTiming<'_> {
    /// Returns the time until which an email waits to be combined with others, or `None` if it is
    /// sent now.
    pub(super) async fn waits_until(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        if let Some(then) = self.waits_for_turn(now, kind, queued, reader).await? {
            return Ok(Some(then));
        }
        let limited = self.limited_until(kind, queued, reader).await?;
        let limited = limited.max(self.reminds_from(kind, queued, reader, now).await?);
        let limited = limited.filter(|then| *then > now);
        let is_chat = kind == NotificationKind::ChatMessage;
        // Another email of that time may include the messages.
        let after = if is_chat { BEHIND } else { Duration::zero() };
        let then = send_time(kind, queued, reader).map(|then| then + after);
        let Some(then) = then.filter(|then| *then > now) else {
            return Ok(limited);
        };
        let chosen = (is_chat || !self.arrives_late(queued, then).await?).then_some(then);
        Ok(chosen.max(limited))
    }

    /// Whether an email may be combined with others now.
    pub(super) async fn may_be_combined(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<bool, ServiceError> {
        let then = match send_time(kind, queued, reader) {
            None => self.limited_until(kind, queued, reader).await?,
            chosen => chosen,
        };
        Ok(then.is_some_and(|then| then <= now))
    }

    /// Whether a turn email would arrive when less than half of the time is left.
    async fn arrives_late(
        self,
        queued: &QueuedEmail,
        then: DateTime<Utc>,
    ) -> Result<bool, ServiceError> {
        let (Some(game_id), Some(seat)) = (&queued.game, queued.seat) else { return Ok(true) };
        let game = self.games().load(game_id).await?;
        let wait = game.seats().wait(seat);
        Ok(wait.is_some_and(|wait| {
            wait.due.is_some_and(|due| then > wait.since + (due - wait.since) / 2)
        }))
    }

    /// Returns when an instruction answers the decision of a turn email, if that is still ahead.
    /// The time may have been postponed since the email was queued.
    pub(super) async fn answers_first(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let (NotificationKind::YourTurn, Some(game_id), Some(seat)) =
            (kind, &queued.game, queued.seat)
        else {
            return Ok(None);
        };
        let game = self.games().load(game_id).await?;
        let Some(at) = game.clocks().answers_at(seat) else { return Ok(None) };
        let then = match game.status.stops.since() {
            // Postponed by as long as the game is paused.
            Some(since) if since < at => (at + (now - since)).max(now + AGAIN),
            _ => at,
        };
        Ok(Some(then).filter(|then| *then > now))
    }
}

/// Returns the send time of an email that its recipient wants combined with others, or `None` if it
/// is sent at once.
pub(super) fn send_time(
    kind: NotificationKind,
    queued: &QueuedEmail,
    reader: &Player,
) -> Option<DateTime<Utc>> {
    let topic = kind.topic().filter(|_| !kind.leaves_at_once());
    let topic = match topic? {
        // Chat messages are as frequent as turns.
        MailTopic::Chat => MailTopic::Turns,
        topic => Some(topic).filter(|topic| mail_pace::can_wait(*topic))?,
    };
    let (game, _) = (queued.game.as_ref()?, queued.seat?);
    let choices = MailChoices::of(&reader.mail);
    let pace = choices.pace_of(topic, Some(game));
    let zone = Zone::or_utc(&reader.zone);
    (pace != MailPace::Immediate).then(|| pace.moment(queued.at, choices.digest_hour, zone))
}
