//! Email threads, and the Message-IDs of emails about a game.
//!
//! Such a Message-ID is derived from the content, so that the same email cannot be queued twice.
//! The emails it refers to are looked up when it is rendered, so that it names only emails that
//! were sent.

use crate::error::ServiceError;
use crate::handles::Notifications;
use crate::people::message_ids;
use ravenpost_emails::{AnsweredEmail, NotificationKind, Thread, TurnEmail};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_store::post::outbox::{self, QueuedEmail};

/// The kinds that say it is the reader's turn.
const TURNS: [NotificationKind; 2] = [NotificationKind::YourTurn, NotificationKind::GameStarted];

impl Notifications<'_> {
    /// Earlier emails to the reader about the same seat.
    pub(crate) async fn thread_of(self, queued: &QueuedEmail) -> Result<Thread, ServiceError> {
        let (Some(game), Some(player)) = (&queued.game, queued.to_player) else {
            return Ok(Thread::default());
        };
        // Some emails are not about a seat, but their reader may still have one.
        let seat = match queued.seat {
            Some(seat) => Some(seat),
            None => self.games().load(game).await?.seat_of(player),
        };
        let reader = self.store().read();
        // An organiser without a seat gets emails too.
        let Some(seat) = seat else {
            let root = outbox::first_to(reader, game, player).await?;
            return Ok(Thread { root, turn: None });
        };
        let root = outbox::first_sent(reader, game, seat, player).await?;
        let turn =
            outbox::last_sent(reader, game, seat, player, TURNS.map(NotificationKind::key)).await?;
        Ok(Thread {
            root: root.map(|root| root.message_id),
            turn: turn.map(|turn| TurnEmail {
                message_id: turn.message_id,
                seq: turn.seq,
                untold: turn.untold,
            }),
        })
    }
}

impl Notifications<'_> {
    /// The email that was replied to, if it is still in the outbox.
    pub(crate) async fn email_answered(
        self,
        email: Option<i64>,
    ) -> Result<Option<AnsweredEmail>, ServiceError> {
        let Some(email) = email else { return Ok(None) };
        let head = outbox::head_of(self.store().read(), email).await?;
        Ok(head.map(|sent| AnsweredEmail { message_id: sent.message_id, subject: sent.subject }))
    }
}

/// The Message-ID of an email that notifies a seat of a step.
pub(crate) fn message_id(
    kind: NotificationKind,
    game: &GameId,
    seat: Seat,
    step: Step,
    domain: &str,
) -> String {
    message_ids::message_id(kind, &[&step, &seat, game], domain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::message_ids::message_id as about_no_step;
    use ravenpost_emails::NotificationKind::*;
    use ravenpost_log::GameId;
    use ravenpost_rules::Seat;
    use ravenpost_rules::numbers::{Seq, Step};

    const GOLDEN: &str = include_str!("../../../../../tests/golden/message_ids.txt");

    #[test]
    fn message_ids_have_golden_values() {
        let (game, seat) = (GameId::parse("k3v9w2mq7xhd").expect("an id"), Seat(1));
        let (mark, salt) = ("0f3a".repeat(8), "q4t7".repeat(4));
        let domain = "raven.example";
        let of = |kind: NotificationKind| match kind {
            ReplyResult => about_no_step(kind, &[&Seq(42), &seat, &game, &mark], domain),
            ReplyNotice => about_no_step(kind, &[&game, &mark], domain),
            ReplyOnHold | AdminMail => about_no_step(kind, &[&17, &1_763_715_147], domain),
            ChatMessage => about_no_step(kind, &[&17, &seat, &game], domain),
            EmailUndelivered => about_no_step(kind, &[&20_413, &seat, &game], domain),
            Invitation | SignIn | AddressChangeNew | AddressChangeOld | DailySeals | ApiToken => {
                about_no_step(kind, &[&salt], domain)
            }
            _ => message_id(kind, &game, seat, Step(42), domain),
        };
        let all: String = NotificationKind::ALL.map(|kind| format!("{}\n", of(kind))).concat();
        assert_eq!(all, GOLDEN, "tests/golden/message_ids.txt");
    }
}
