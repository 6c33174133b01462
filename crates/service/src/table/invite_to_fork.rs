//! Invitations to a fork for the players of the original game: an email each, queued in the
//! transaction that opens the fork. Until the fork starts, it is listed above their own games. All
//! visible forks are listed on the page of the original game.

use crate::handles::Tables;
use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::email_payload::{EmailPayload, GamePayload};
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::fork_start::ForkStart;
use crate::game::notify::thread::message_id;
use ravenpost_emails::NotificationKind;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::QueuedEmail;
use ravenpost_store::talk::{blocks, mutes};

/// The players to invite to a fork.
pub(crate) struct Asking {
    game: Arc<Game>,
    others: Vec<(Seat, PlayerId)>,
    domain: String,
    /// The delay of the email, as for turn emails.
    delay: Duration,
}

/// A fork being opened: its starting position, and the players to invite.
pub(super) struct Forking {
    pub(super) begins: Arc<ForkStart>,
    pub(super) asking: Option<Asking>,
}

impl Tables<'_> {
    /// Returns all other players of the game, except those who muted or blocked the inviting
    /// player.
    pub(super) async fn asking(
        self,
        game: &Arc<Game>,
        by: Seat,
        player: PlayerId,
    ) -> Result<Asking, ServiceError> {
        let mut muted_by = mutes::against(self.store().read(), &game.id, player).await?;
        muted_by.extend(blocks::against(self.store().read(), player).await?);
        let manned = |seat| seat != by && game.status.seats.manned(seat);
        let others = game.people.iter().copied();
        Ok(Asking {
            others: others.filter(|(seat, who)| manned(*seat) && !muted_by.contains(who)).collect(),
            domain: self.accounts().message_domain().await?.to_owned(),
            delay: self.settings().turn_delay,
            game: game.clone(),
        })
    }
}

impl Asking {
    /// Returns the invitation emails. They refer to the original game, in which the recipients know
    /// their seats.
    pub(super) fn emails(&self, fork: &GameId, now: DateTime<Utc>) -> Vec<QueuedEmail> {
        let payload = GamePayload { after_seq: self.game.last_seq(), ..GamePayload::default() };
        let email = |(seat, player): &(Seat, PlayerId)| QueuedEmail {
            message_id: message_id(
                NotificationKind::ForkInvitation,
                fork,
                *seat,
                Step(1),
                &self.domain,
            ),
            to_player: Some(*player),
            address: None,
            kind: NotificationKind::ForkInvitation.key().to_owned(),
            game: Some(self.game.id.clone()),
            seat: Some(*seat),
            seq: Some(self.game.last_seq()),
            payload: EmailPayload::Game(payload.clone()).text(),
            references: String::new(),
            at: now,
            due_at: now + self.delay,
        };
        self.others.iter().map(email).collect()
    }
}
