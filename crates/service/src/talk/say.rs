//! Sending messages to the table, or to some of its seats.

use crate::handles::Chat;
use chrono::{DateTime, Duration, Utc};

use super::cursor::Place;
use super::email;
use super::note::margin_of;
use crate::error::ServiceError;
use crate::idempotency::Idempotency;
use ravenpost_log::GameId;
use ravenpost_log::names;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{RefusalCode, Seat, SeatName};
use ravenpost_store::lists::games;
use ravenpost_store::people::seat_holders;
use ravenpost_store::talk::blocks;
use ravenpost_store::talk::messages::{self, NewWords};
use ravenpost_store::{PlayerId, Tx, writes};

/// Maximum length of a message in characters.
pub const LONGEST: usize = 600;
/// Maximum number of messages of a player at a table per day.
pub const A_DAY: u64 = 60;

#[derive(Clone, Debug)]
pub struct OutgoingMessage {
    pub game: GameId,
    pub by: PlayerId,
    pub to: To,
    /// The step in whose margin it appears, if any.
    pub at_step: Option<Step>,
    pub words: String,
    pub key: Idempotency,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum To {
    /// All players at the table.
    Table,
    /// Only the current players of these seats.
    Seats(Vec<Seat>),
}

/// A message that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent {
    /// The recipients; empty for the table.
    pub to: Vec<Seat>,
    pub place: Place,
}

impl Chat<'_> {
    /// Sends a message and queues emails to players who want them. Returns the recipients; an empty
    /// list means the table.
    ///
    /// # Errors
    ///
    /// `Denied` for people without a seat, `TooMany` beyond the daily limit.
    pub async fn say(
        self,
        now: DateTime<Utc>,
        say: OutgoingMessage,
    ) -> Result<Vec<Seat>, ServiceError> {
        Ok(self.send(now, say).await?.to)
    }

    /// Like `say`, but also returns the place of the message in the list.
    ///
    /// # Errors
    ///
    /// As for `say`.
    pub async fn send(
        self,
        now: DateTime<Utc>,
        say: OutgoingMessage,
    ) -> Result<Sent, ServiceError> {
        let text = names::paragraphs(&say.words);
        match text.chars().count() {
            0 => {
                let why = "the message is empty; write something first";
                return Err(ServiceError::coded(RefusalCode::Empty, why));
            }
            1..=LONGEST => {}
            _ => {
                let why =
                    format!("the message is longer than {LONGEST} characters; send it in parts");
                return Err(ServiceError::coded(RefusalCode::TooLong, why));
            }
        }
        let game = self.games().load(&say.game).await?;
        let pinned = say.at_step.map(|step| margin_of(&game, step)).transpose()?;
        let called = Seat::all(game.status.table.seats).map(|seat| game.called(seat)).collect();
        let domain = self.accounts().message_domain().await?.to_owned();
        let speech = Speech { say, text, pinned, called, domain, now };
        self.store().try_write(writes!(|tx| speech.keep(tx).await)).await
    }
}

struct Speech {
    say: OutgoingMessage,
    text: String,
    pinned: Option<Seq>,
    called: Vec<SeatName>,
    domain: String,
    now: DateTime<Utc>,
}

impl Speech {
    async fn keep(&self, tx: &mut Tx) -> Result<Sent, ServiceError> {
        let (game, by, now) = (&self.say.game, self.say.by, self.now);
        // Checked first, because a recipient may have left since the first request.
        if let Some(before) = messages::keyed(tx, game, self.say.key.as_str()).await? {
            let same = before.player == by && before.text == self.text;
            return if same && before.to == self.seats() {
                Ok(Sent { to: before.to, place: Place { seq: before.seq, id: before.id } })
            } else {
                Err(ServiceError::reused())
            };
        }
        let row = games::get(&mut *tx, game).await?;
        let held = seat_holders::of_game(&mut *tx, game).await?;
        let people: Vec<(Seat, PlayerId)> =
            held.iter().filter_map(|holder| Some((holder.seat, holder.player?))).collect();
        let Some((seat, _)) = people.iter().find(|(_, player)| *player == by).copied() else {
            return Err(ServiceError::Denied("you are not in this game"));
        };
        if row.status == Status::Cancelled {
            return Err(ServiceError::refused("the game was cancelled"));
        }
        let others: Vec<_> = people.into_iter().filter(|(other, _)| *other != seat).collect();
        let to = self.addressed(seat, &others)?;
        self.may_write_to(tx, &to).await?;
        if messages::count(&mut *tx, game, by, now - Duration::days(1), now).await? >= A_DAY {
            return Err(ServiceError::TooMany(
                "you have sent too many messages in this game today; \
                try again tomorrow",
            ));
        }
        let new = NewWords {
            game: game.clone(),
            seat,
            player: by,
            seq: row.version,
            pinned: self.pinned,
            text: self.text.clone(),
            key: self.say.key.as_str().to_owned(),
            at: now,
            to,
        };
        let id = messages::add(tx, &new).await?;
        let listeners = if new.to.is_empty() { &others } else { &new.to };
        email::owe(tx, id, &new, listeners, &self.domain).await?;
        let to = new.to.iter().map(|(seat, _)| *seat).collect();
        Ok(Sent { to, place: Place { seq: new.seq, id } })
    }

    /// Refuses a private message to someone who has blocked the author, without saying so.
    async fn may_write_to(&self, tx: &mut Tx, to: &[(Seat, PlayerId)]) -> Result<(), ServiceError> {
        let closed = blocks::against(tx, self.say.by).await?;
        let Some((seat, _)) = to.iter().find(|(_, player)| closed.contains(player)) else {
            return Ok(());
        };
        let name =
            self.called.get(seat.index()).map_or("this player", |called| called.name.as_str());
        Err(ServiceError::refused(format!(
            "private messages to {name} are not possible; write to everyone at the table instead"
        )))
    }

    /// Returns the recipients' seats in order; empty for the table.
    fn seats(&self) -> Vec<Seat> {
        let To::Seats(seats) = &self.say.to else { return Vec::new() };
        let mut seats = seats.clone();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// Returns the recipients. If one of them cannot receive the message, it is not sent at all.
    fn addressed(
        &self,
        own: Seat,
        others: &[(Seat, PlayerId)],
    ) -> Result<Vec<(Seat, PlayerId)>, ServiceError> {
        if others.is_empty() {
            return Err(ServiceError::refused(
                "there are no other players in this game; write a private note instead",
            ));
        }
        if self.say.to == To::Seats(Vec::new()) {
            return Err(ServiceError::refused("the message has no recipient; choose at least one"));
        }
        let hears = |seat: Seat| {
            if seat == own {
                return Err(ServiceError::refused(
                    "that is your own seat; write a private note \
                    instead",
                ));
            }
            let at = usize::from(seat.0).checked_sub(1);
            let Some(called) = at.and_then(|at| self.called.get(at)) else {
                return Err(ServiceError::refused("there is no such seat"));
            };
            let other = others.iter().find(|(other, _)| *other == seat).copied();
            let nobody =
                || format!("{} is not played by a person, so no one would read it", called.name);
            other.ok_or_else(|| ServiceError::refused(nobody()))
        };
        self.seats().into_iter().map(hears).collect()
    }
}
