//! Limits emails about the actions of other players.
//!
//! Such an email is delayed like a turn email. It is composed from the state when it is sent,
//! covers everything not yet reported, and replaces all waiting emails of its kind, game and
//! recipient. Actions that were undone in the meantime cause no email. After ten such emails about
//! a game within a day, the rest are combined and sent at the recipient's digest hour, or when half
//! of the time for the decision has passed, if that is earlier. The same applies to repeated turn
//! emails that the recipient has not answered.

use crate::handles::{Composing, EmailTiming};
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::log::Entry;
use crate::people::mail_choices::MailChoices;
use crate::people::mail_pace::MailPace;
use ravenpost_emails::NotificationKind;
use ravenpost_log::Act;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::people::players::Player;
use ravenpost_store::post::outbox::{self, Others, QueuedEmail};
use ravenpost_zone::Zone;

/// Maximum number of such emails a day about one game.
pub const A_DAY: u64 = 10;

fn others(kind: NotificationKind, queued: &QueuedEmail) -> Option<Others<'_>> {
    let (game, player) = (queued.game.as_ref()?, queued.to_player?);
    kind.of_others().then_some(Others { game, player, kind: kind.key() })
}

impl Composing<'_> {
    /// Returns the waiting emails that this one replaces.
    pub(super) async fn replaced_emails(
        self,
        kind: NotificationKind,
        queued: &QueuedEmail,
    ) -> Result<Vec<i64>, ServiceError> {
        let Some(others) = others(kind, queued) else { return Ok(Vec::new()) };
        Ok(outbox::waiting_with(self.store().read(), others, &queued.message_id).await?)
    }

    /// Returns the first event that the email reports: the first of its kind not yet reported.
    pub(super) async fn first_news(
        self,
        queued: &QueuedEmail,
        seq: Seq,
    ) -> Result<Seq, ServiceError> {
        let kind = NotificationKind::find(&queued.kind).filter(|kind| kind.sums_up());
        let Some(others) = kind.and_then(|kind| others(kind, queued)) else { return Ok(seq) };
        let untold = outbox::untold(self.store().read(), others).await?;
        Ok(untold.map_or(seq, |untold| untold.min(seq)))
    }
}

impl EmailTiming<'_> {
    /// Returns the time until which an email is delayed if the recipient has reached the daily
    /// limit for this game.
    pub(super) async fn limited_until(
        self,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let Some(game_id) = &queued.game else { return Ok(None) };
        let day = queued.at - Duration::days(1);
        let counted: Vec<&str> = match kind {
            NotificationKind::YourTurn => vec![kind.key()],
            _ if kind.of_others() => NotificationKind::ALL
                .into_iter()
                .filter(|kind| kind.of_others())
                .map(NotificationKind::key)
                .collect(),
            _ => return Ok(None),
        };
        if outbox::sent_since(self.store().read(), game_id, reader.id, &counted, day).await? < A_DAY
        {
            return Ok(None);
        }
        let game = self.games().load(game_id).await?;
        if let Some(seat) = queued.seat.filter(|_| kind == NotificationKind::YourTurn) {
            let since = acted(&game, seat).map_or(day, |acted| acted.max(day));
            if outbox::sent_since(self.store().read(), game_id, reader.id, &counted, since).await?
                < A_DAY
            {
                return Ok(None);
            }
        }
        let (hour, zone) = (MailChoices::of(&reader.mail).digest_hour, Zone::or_utc(&reader.zone));
        let then = MailPace::Daily.moment(queued.at, hour, zone);
        Ok(Some(half_time(&game, kind, queued.seat).map_or(then, |half| then.min(half))))
    }
}

/// Returns when a seat last gave an order.
fn acted(game: &Game, seat: Seat) -> Option<DateTime<Utc>> {
    let own =
        |entry: &Entry| matches!(entry.act, Act::Ordered { seat: giver, .. } if *giver == seat);
    game.log.iter().rev().find(own).map(|entry| entry.event.at)
}

/// Returns the halfway point of the time for the decision that the email is about.
fn half_time(game: &Game, kind: NotificationKind, seat: Option<Seat>) -> Option<DateTime<Utc>> {
    let (since, until) = match kind {
        NotificationKind::VoteOpened => {
            let open = game.status.stops.proposal.as_ref()?;
            (open.since, open.until)
        }
        _ => {
            let wait = game.seats().wait(seat?)?;
            (wait.since, wait.due?)
        }
    };
    Some(since + (until - since) / 2)
}
