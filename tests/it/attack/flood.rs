//! Emails that players receive because of what others do.

use std::collections::BTreeMap;

use ravenpost::emails::NotificationKind;
use ravenpost::mail::outgoing::memory::Memory;
use ravenpost::mail::outgoing::transport::Transport;
use ravenpost_log::GameId;
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::{self, OutboxState};

use crate::harness::app::App;
use crate::mail::outgoing::whole_games;

/// Kinds of email caused by someone else at the table, not by the recipient.
const OTHERS: [NotificationKind; 8] = [
    NotificationKind::PlayerJoined,
    NotificationKind::OrderUndone,
    NotificationKind::GameCancelled,
    NotificationKind::VoteOpened,
    NotificationKind::GameRewound,
    NotificationKind::VoteFailed,
    NotificationKind::OrganiserAction,
    NotificationKind::PlayerReplaced,
];
/// The most such emails for one player and game in a day.
const A_DAY: u32 = 10;

/// All sent emails.
#[derive(Default)]
pub struct Mailbox(Memory);

impl Mailbox {
    /// Sends what is due and checks that no player gets more email than is acceptable.
    pub async fn deliver(&mut self, app: &App, people: &[PlayerId]) {
        let sender = whole_games::by(app, Transport::Memory(self.0.clone()));
        sender.pass().await.expect("the outbox can be read");
        for player in people {
            let emails = outbox::of_player(app.service.store().read(), *player, 1_000).await;
            let mut counts: BTreeMap<(GameId, i64), u32> = BTreeMap::new();
            for email in emails.expect("readable") {
                let others = OTHERS.iter().any(|kind| kind.key() == email.queued.kind);
                let (Some(game), Some(at)) = (email.queued.game, email.sent_at) else { continue };
                if others && email.state == OutboxState::Sent {
                    let day = at.timestamp().div_euclid(86_400);
                    *counts.entry((game, day)).or_default() += 1;
                }
            }
            for ((game, _), count) in counts {
                assert!(count <= A_DAY, "{count} emails a day about {game} to player {player}");
            }
        }
    }
}
