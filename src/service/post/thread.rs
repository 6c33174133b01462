//! Message-IDs, and which letters stand in one thread.
//!
//! A letter's Message-ID is made of what it tells, so that the same letter cannot be owed twice.
//! Their domain is noted at the first start and stays: a letter owed before the settings were
//! changed and one owed after must not be taken for two. What a letter follows is looked up when
//! it is written, so that it names no letter that nobody has.

use crate::letters::{Answered, Kind, Thread, TurnLetter};
use crate::rules::Seat;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::store::lists::settings;
use crate::store::post::outbox::{self, Owed};
use crate::store::{GameId, writes};

/// The kinds that say it is the reader's turn.
const TURNS: [Kind; 2] = [Kind::YourTurn, Kind::Started];

impl Service {
    /// The domain of Message-IDs.
    pub(in crate::service) async fn message_domain(&self) -> Result<&str, ServiceError> {
        const NAME: &str = "message domain";
        let init = || async {
            if let Some(known) = settings::get(self.store().read(), NAME).await? {
                return Ok(known);
            }
            let new = self.settings().mail_domain.clone();
            let job = self.store().write(writes!(|tx| settings::init(tx, NAME, &new).await));
            Ok(job.await?)
        };
        self.0.message_domain.get_or_try_init(init).await.map(String::as_str)
    }

    /// A Message-ID for a letter about no event.
    pub(in crate::service) async fn chance_message_id(
        &self,
        kind: Kind,
    ) -> Result<String, ServiceError> {
        let kind = kind.key().replace('_', "-");
        Ok(format!("{kind}.{}@{}", self.entropy().salt()?, self.message_domain().await?))
    }

    /// What its reader was sent before about the same seat.
    pub(in crate::service) async fn thread_of(&self, owed: &Owed) -> Result<Thread, ServiceError> {
        let (Some(game), Some(player)) = (&owed.game, owed.to_player) else {
            return Ok(Thread::default());
        };
        // Some letters are not about a seat, and go to whoever has one all the same.
        let seat = match owed.seat {
            Some(seat) => Some(seat),
            None => self.live(game).await?.seat_of(player),
        };
        let reader = self.store().read();
        // Whoever looks after a table without a seat there is written to as well.
        let Some(seat) = seat else {
            let root = outbox::first_to(reader, (game, player)).await?;
            return Ok(Thread { root, turn: None });
        };
        let whose = (game, seat, player);
        let root = outbox::first_sent(reader, whose).await?;
        let turn = outbox::last_sent(reader, whose, TURNS.map(Kind::key)).await?;
        Ok(Thread {
            root: root.map(|root| root.message_id),
            turn: turn.map(|turn| TurnLetter {
                message_id: turn.message_id,
                subject: turn.subject,
                seq: turn.seq,
                untold: turn.untold,
            }),
        })
    }
}

impl Service {
    /// The letter that was answered, as far as it is still known.
    pub(in crate::service) async fn letter_answered(
        &self,
        letter: Option<i64>,
    ) -> Result<Option<Answered>, ServiceError> {
        let Some(letter) = letter else { return Ok(None) };
        let head = outbox::head_of(self.store().read(), letter).await?;
        Ok(head.map(|sent| Answered { message_id: sent.message_id, subject: sent.subject }))
    }
}

/// The Message-ID of a letter that tells a seat of a step.
pub(in crate::service) fn message_id(
    kind: Kind,
    game: &GameId,
    (seat, step): (Seat, u64),
    domain: &str,
) -> String {
    format!("{}.{step}.{seat}.{game}@{domain}", kind.key())
}
