//! One email for one event: a turn email includes the notices that the same event causes, such as
//! that the recipient's time ran out. A notice is sent by itself only if no turn email is.

use crate::handles::{Composing, EmailTiming};
use chrono::{DateTime, Duration, Utc};

use super::composer::Composer;
use crate::error::ServiceError;
use crate::game::notify::obligations::{is_readers, stale};
use ravenpost_emails::{Notice, NotificationKind};
use ravenpost_store::people::players::Player;
use ravenpost_store::post::outbox::{self, QueuedEmail};

/// Maximum number of waiting emails that are examined.
const EXAMINED: u32 = 100;
/// How long an email with messages waits for a turn email that includes them.
const SOON: Duration = Duration::minutes(5);
/// How long after its event a notice may wait for a turn email.
const LONGEST: Duration = Duration::minutes(30);
/// How long after the turn email it is sent, if the turn email turned out to be obsolete.
const BEHIND: Duration = Duration::minutes(1);

/// The notices that an email includes.
#[derive(Default)]
pub(super) struct IncludedNotices {
    pub notices: Vec<Notice>,
    /// Their numbers in the outbox.
    pub ids: Vec<i64>,
}

impl Composing<'_> {
    /// Returns the waiting notices that a turn email to the same seat includes.
    pub(super) async fn notices_for(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<IncludedNotices, ServiceError> {
        let mut included = IncludedNotices::default();
        if kind != NotificationKind::YourTurn {
            return Ok(included);
        }
        for email in outbox::waiting_for(self.store().read(), reader.id, EXAMINED).await? {
            let joins = NotificationKind::find(&email.queued.kind).filter(|kind| kind.joins_turn());
            let Some(other) = joins.filter(|_| is_of_same_seat(&email.queued, queued)) else {
                continue;
            };
            if self.unwanted(other, &email.queued, Some(reader)).await?.is_some() {
                continue;
            }
            if let Some(notice) = self.notice(now, other, &email.queued, reader).await? {
                // Several summary emails may have the same text.
                if !included.notices.contains(&notice) {
                    included.notices.push(notice);
                }
                included.ids.push(email.id);
            }
        }
        Ok(included)
    }

    /// Returns the news of a queued notice, unless it is obsolete.
    async fn notice(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<Option<Notice>, ServiceError> {
        let (Some(game_id), Some(seat), Some(seq)) = (&queued.game, queued.seat, queued.seq) else {
            return Ok(None);
        };
        let game = self.games().load_from(game_id, seq).await?;
        if stale(&game, kind, Some(seat), seq) || !is_readers(&game, kind, queued) {
            return Ok(None);
        }
        let frame = Box::pin(self.frame(now, queued, kind, Some(reader))).await?;
        let turn_email = self.notifications().thread_of(queued).await?.turn;
        let author = self.author(&game, queued, seat, seq, frame, turn_email).await?;
        author.notice(kind)
    }
}

impl EmailTiming<'_> {
    /// Returns the time until which an email with messages or a notice waits, if a turn email to
    /// the same seat is about to include them.
    pub(super) async fn waits_for_turn(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let chats = kind == NotificationKind::ChatMessage;
        let recent = kind.joins_turn() && now < queued.at + LONGEST;
        if !(chats || recent) || queued.due_at > now {
            return Ok(None);
        }
        let waiting = outbox::waiting_for(self.store().read(), reader.id, EXAMINED).await?;
        let turns = waiting.iter().map(|email| &email.queued).filter(|other| {
            other.kind == NotificationKind::YourTurn.key() && is_of_same_seat(other, queued)
        });
        // A turn email that is due now may itself be postponed, which messages do not wait for.
        let due = turns.map(|turn| turn.due_at).filter(|due| *due > now || !chats);
        let due = due.filter(|due| *due <= now + SOON).min();
        Ok(due.map(|due| due.max(now) + BEHIND))
    }
}

/// Whether two emails are about the same game and seat.
fn is_of_same_seat(one: &QueuedEmail, other: &QueuedEmail) -> bool {
    one.game.is_some() && one.game == other.game && one.seat == other.seat
}

impl Composer<'_> {
    /// Returns the news of an email of this kind, for another email.
    fn notice(self, kind: NotificationKind) -> Result<Option<Notice>, ServiceError> {
        Ok(match kind {
            NotificationKind::DeadlinePassed => self.deadline_passed()?.map(|one| one.notice()),
            NotificationKind::OrderUndone => self.taken_back()?.map(|one| one.notice()),
            NotificationKind::GameRewound => self.rewound()?.map(|one| one.notice()),
            NotificationKind::VoteFailed => self.dropped().map(|one| one.notice()),
            NotificationKind::OrganiserAction => self.organised().map(|one| one.notice()),
            _ => None,
        })
    }
}
