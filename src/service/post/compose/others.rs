//! Letters about what others do at a table, and the one rule by which nobody can fill somebody
//! else's mailbox with them. Such a letter waits as turn letters do. When it leaves it is written
//! from what is true then, over all that none has told yet, and stands for all others of its kind,
//! game and reader that wait; what was done and undone meanwhile is no letter at all. After ten of
//! them about a game within a day the rest come together at the reader's hour, and so do turn
//! letters that ask again and again what the reader has not answered.

use chrono::{DateTime, Duration, Utc};

use crate::letters::LetterKind;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::log::Entry;
use crate::service::people::mail_choices::MailChoices;
use crate::service::people::pace::MailPace;
use crate::zone::Zone;
use ravenpost_log::Act;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::people::players::Player;
use ravenpost_store::post::outbox::{self, Others, Owed};

/// Letters a day about one game.
pub const A_DAY: u64 = 10;

fn others(kind: LetterKind, owed: &Owed) -> Option<Others<'_>> {
    let (game, player) = (owed.game.as_ref()?, owed.to_player?);
    kind.of_others().then_some(Others { game, player, kind: kind.key() })
}

impl Service {
    /// The letters for which this one stands as well.
    pub(super) async fn stands_for(
        &self,
        kind: LetterKind,
        owed: &Owed,
    ) -> Result<Vec<i64>, ServiceError> {
        let Some(others) = others(kind, owed) else { return Ok(Vec::new()) };
        Ok(outbox::waiting_with(self.store().read(), others, &owed.message_id).await?)
    }

    /// The first event that the letter tells of: the first of its kind that none has told.
    pub(super) async fn tells_from(&self, owed: &Owed, seq: Seq) -> Result<Seq, ServiceError> {
        let kind = LetterKind::find(&owed.kind).filter(|kind| kind.sums_up());
        let Some(others) = kind.and_then(|kind| others(kind, owed)) else { return Ok(seq) };
        let untold = outbox::untold(self.store().read(), others).await?;
        Ok(untold.map_or(seq, |untold| untold.min(seq)))
    }

    /// Until when a letter waits whose reader has had enough of them about this game.
    pub(super) async fn spares_until(
        &self,
        kind: LetterKind,
        owed: &Owed,
        reader: &Player,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let Some(game) = &owed.game else { return Ok(None) };
        let day = owed.at - Duration::days(1);
        let counted: Vec<&str> = match kind {
            LetterKind::YourTurn => vec![kind.key()],
            _ if kind.of_others() => LetterKind::ALL
                .into_iter()
                .filter(|kind| kind.of_others())
                .map(LetterKind::key)
                .collect(),
            _ => return Ok(None),
        };
        if outbox::sent_since(self.store().read(), game, reader.id, &counted, day).await? < A_DAY {
            return Ok(None);
        }
        let live = self.live(game).await?;
        if let Some(seat) = owed.seat.filter(|_| kind == LetterKind::YourTurn) {
            let since = live.acted(seat).map_or(day, |acted| acted.max(day));
            if outbox::sent_since(self.store().read(), game, reader.id, &counted, since).await?
                < A_DAY
            {
                return Ok(None);
            }
        }
        let (hour, zone) = (MailChoices::of(&reader.mail).digest_hour, Zone::or_utc(&reader.zone));
        let then = MailPace::Daily.moment(owed.at, hour, zone);
        Ok(Some(live.half_time(kind, owed.seat).map_or(then, |half| then.min(half))))
    }
}

impl Game {
    /// When a seat last gave an order.
    fn acted(&self, seat: Seat) -> Option<DateTime<Utc>> {
        let own =
            |entry: &Entry| matches!(entry.act, Act::Ordered { seat: giver, .. } if *giver == seat);
        self.log.iter().rev().find(own).map(|entry| entry.event.at)
    }

    /// When half of the time for what such a letter asks is over.
    fn half_time(&self, kind: LetterKind, seat: Option<Seat>) -> Option<DateTime<Utc>> {
        let (since, until) = match kind {
            LetterKind::VoteOpened => {
                let open = self.course.proposal.as_ref()?;
                (open.since, open.until)
            }
            _ => {
                let wait = self.wait(seat?)?;
                (wait.since, wait.due?)
            }
        };
        Some(since + (until - since) / 2)
    }
}
