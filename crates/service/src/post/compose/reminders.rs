//! Limits reminders per person, not per table: at most two emails a day, each naming every table
//! that waits. The second one is reserved for a last call, so an early reminder at one table does
//! not use up the last call at another. Notices that a deadline has passed are not limited.

use crate::handles::{Composing, EmailTiming};
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::notify::pending::PendingAction;
use ravenpost_emails::kinds::digest::TableNews;
use ravenpost_emails::{NotificationKind, SafeLine};
use ravenpost_log::GameId;
use ravenpost_store::people::players::Player;
use ravenpost_store::post::outbox::{self, QueuedEmail};

/// Maximum number of reminders a day other than last calls, and of all reminders.
const FIRST: usize = 1;
const A_DAY: usize = 2;

impl EmailTiming<'_> {
    /// Returns the time until which a reminder is delayed if the recipient has reached the daily
    /// limit.
    pub(super) async fn reminds_from(
        self,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        if !kind.is_reminder() || self.mentions_lateness(queued).await? {
            return Ok(None);
        }
        let day = Duration::days(1);
        let sent = outbox::reminded_since(self.store().read(), reader.id, now - day).await?;
        let most = if kind == NotificationKind::ReminderLastCall { A_DAY } else { FIRST };
        Ok(sent.get(most - 1).map(|last| *last + day))
    }

    /// Whether an email says that time is up and that grace or bank time is running.
    pub(super) async fn mentions_lateness(
        self,
        queued: &QueuedEmail,
    ) -> Result<bool, ServiceError> {
        let (Some(game_id), Some(seat)) = (&queued.game, queued.seat) else { return Ok(false) };
        let game = self.games().load(game_id).await?;
        Ok(game.seats().wait(seat).is_some_and(|wait| wait.late.is_some()))
    }
}

impl Composing<'_> {
    /// Returns the other tables that wait for an order from the recipient of a reminder.
    pub(super) async fn also_waiting(
        self,
        now: DateTime<Utc>,
        queued: &QueuedEmail,
        reader: &Player,
        listed: &[TableNews],
    ) -> Result<Vec<TableNews>, ServiceError> {
        let waits = self.notifications().pending_actions(now, reader.id).await?;
        let known = |game_id: &GameId| listed.iter().any(|table| table.game.id == game_id.as_str());
        let orders = waits.all().iter().filter(|one| one.wanted == PendingAction::Order);
        let others = orders.filter_map(|one| one.game.as_ref()).filter(|game_id| !known(game_id));
        let mut also = Vec::new();
        for game_id in others {
            // A game that cannot be read is reported once it can.
            let Ok(game) = self.games().load(game_id).await else { continue };
            let Some(seat) = game.seat_of(reader.id) else { continue };
            let (game_id, seq) = (Some(game_id.clone()), Some(game.last_seq()));
            let about = QueuedEmail { game: game_id, seat: Some(seat), seq, ..queued.clone() };
            let frame = self.frame(now, &about, NotificationKind::Digest, Some(reader)).await?;
            let author = self.author(&game, &about, seat, game.last_seq(), frame, None).await?;
            let news = SafeLine::from("It is your turn here, too");
            also.push(author.table_waits(Some(news)));
        }
        Ok(also)
    }
}
