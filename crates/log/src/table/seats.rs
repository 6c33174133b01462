//! The seats of a table: who plays each, who was silent for how long, and who may take a seat.

use chrono::{DateTime, Duration, Utc};

use super::record::Record;
use crate::act::Sitter;
use crate::act::opening::Opening;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// A place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatSlot {
    /// What plays it, once it is taken.
    pub sitter: Option<Sitter>,
    /// The salt this seat added to the dice.
    pub salt: String,
    /// Whether its player wrote the salt. Otherwise it was drawn, or the log does not say.
    pub written: bool,
    /// Whether the person left during the game. The default player then plays at once.
    pub left: bool,
    /// When its person left during the game. They may take it back for some time.
    pub left_at: Option<DateTime<Utc>>,
    /// The substitute bot that plays it until its player is back.
    pub stand_in: Option<Substitute>,
    /// Who may take it, if it was taken from its player.
    pub vacant: Option<Vacant>,
    /// How long its player has not answered.
    pub silence: Silence,
    /// The seat's recent questions.
    pub record: Record,
    /// The content of its bank; `None` if the table has no banks.
    pub bank: Option<Duration>,
    /// The event since which the seat is not waited for.
    pub absent_since: Option<Seq>,
}

/// A bot that plays a seat while its player is away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Substitute {
    /// Its name.
    pub bot: String,
    /// When it stops at the latest; `None` if it plays until the player returns.
    pub until: Option<DateTime<Utc>>,
}

/// How long a seat has not answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Silence {
    /// The deadlines missed since its last answer.
    pub lapsed: Vec<DateTime<Utc>>,
    /// When the question of the last of these was asked.
    pub asked: Option<DateTime<Utc>>,
    /// When it was first nudged since then.
    pub nudged: Option<DateTime<Utc>>,
    /// When it was last nudged.
    pub nudged_last: Option<DateTime<Utc>>,
    /// When a waiting player last nudged it.
    pub nudged_by_others: Option<DateTime<Utc>>,
    /// Whether its player is unknown, because the game came from another server.
    pub unknown: bool,
}

/// Who may take a seat that was taken from its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacant {
    /// Players who are invited.
    Invited,
    /// Any player.
    Anybody,
}

/// How long a person who left during the game may take the seat back.
pub const RETURN: Duration = Duration::hours(1);

/// The seats of a table.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The seats, in order.
    pub slots: Vec<SeatSlot>,
    /// The organiser's seat, if the log names one.
    pub organiser: Option<Seat>,
    /// When a seat was last taken from its player without a vote.
    pub put_out: Option<DateTime<Utc>>,
}

impl Vacant {
    /// Returns who may take a vacant seat; `None` if a bot takes it.
    pub fn of(open: bool, bot: Option<&str>) -> Option<Vacant> {
        let reserved = if open { Vacant::Anybody } else { Vacant::Invited };
        bot.is_none().then_some(reserved)
    }
}

impl Seats {
    /// Returns the seats of a table that was just opened.
    pub fn open(opening: &Opening) -> Seats {
        let bank = opening.pace.bank.map(|bank| Duration::seconds(bank.seconds.into()));
        let slot = SeatSlot { bank, ..SeatSlot::default() };
        let slots = vec![slot; usize::from(opening.table.seats)];
        Seats { slots, organiser: opening.organiser, put_out: None }
    }

    /// Returns all seats, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.slots.len()).map(Seat::at)
    }

    /// Returns a seat's slot; `None` if the table has no such seat.
    pub fn slot(&self, seat: Seat) -> Option<&SeatSlot> {
        self.slots.get(usize::from(seat.0).checked_sub(1)?)
    }

    /// Returns the free seats.
    pub fn free(&self) -> Vec<Seat> {
        let free = |(at, slot): (usize, &SeatSlot)| slot.sitter.is_none().then(|| Seat::at(at));
        self.slots.iter().enumerate().filter_map(free).collect()
    }

    /// Returns the seats whose players left during the game.
    pub fn deserted(&self) -> Vec<Seat> {
        let left = self.slots.iter().enumerate().filter(|(_, slot)| slot.left);
        left.map(|(at, _)| Seat::at(at)).collect()
    }

    /// Returns the bot on a seat; `None` for a person.
    pub fn bot(&self, seat: Seat) -> Option<&str> {
        match &self.slot(seat)?.sitter {
            Some(Sitter::Bot(name)) => Some(name),
            _ => None,
        }
    }

    /// Returns whether a person plays the seat or is to take it. Nothing is played for such a seat
    /// before its deadline.
    pub fn manned(&self, seat: Seat) -> bool {
        let there = |slot: &SeatSlot| !slot.left && slot.stand_in.is_none();
        let manned = |slot: &SeatSlot| slot.sitter == Some(Sitter::Person) && there(slot);
        self.slot(seat).is_some_and(manned)
    }

    /// Returns the vacant seats, with who may take them.
    pub fn vacant(&self) -> Vec<(Seat, Vacant)> {
        let vacant = |(at, slot): (usize, &SeatSlot)| Some((Seat::at(at), slot.vacant?));
        self.slots.iter().enumerate().filter_map(vacant).collect()
    }

    /// Returns the time until which the person who left a seat may take it back; `None` if no one
    /// left it or someone else has it.
    pub fn returns_until(&self, seat: Seat) -> Option<DateTime<Utc>> {
        let slot = self.slot(seat).filter(|slot| slot.left)?;
        slot.left_at.map(|at| at + RETURN)
    }

    /// Returns whether a person plays the seat now.
    pub fn attended(&self, seat: Seat) -> bool {
        self.manned(seat) && self.slot(seat).is_some_and(|slot| slot.vacant.is_none())
    }

    /// Returns whether a person has the seat, even if a substitute plays it now.
    pub fn held(&self, seat: Seat) -> bool {
        let held = |slot: &SeatSlot| slot.sitter == Some(Sitter::Person) && !slot.left;
        self.slot(seat).is_some_and(|slot| held(slot) && slot.vacant.is_none())
    }

    /// Returns the seats that persons have.
    pub fn held_seats(&self) -> Vec<Seat> {
        self.all().filter(|seat| self.held(*seat)).collect()
    }

    /// Returns the bot that plays a seat now: its own, or a substitute.
    pub fn played_by(&self, seat: Seat) -> Option<&str> {
        let stand_in = self.slot(seat)?.stand_in.as_ref();
        stand_in.map(|one| one.bot.as_str()).or_else(|| self.bot(seat))
    }

    /// Returns the seats whose players play again now, because the substitute's time is over or no
    /// other person is left in the game.
    pub fn to_hand_back(&self, now: DateTime<Utc>) -> Vec<Seat> {
        let alone = self.manned_seats().is_empty();
        let over =
            |stand_in: &Substitute| stand_in.until.is_some_and(|until| until <= now) || alone;
        let over = |slot: &SeatSlot| slot.stand_in.as_ref().is_some_and(over);
        self.all().filter(|seat| self.slot(*seat).is_some_and(over)).collect()
    }

    /// Returns the seats that persons play now.
    pub fn manned_seats(&self) -> Vec<Seat> {
        self.all().filter(|seat| self.attended(*seat)).collect()
    }

    pub(super) fn absent_since(&mut self, seat: Seat, since: Option<Seq>) {
        if let Some(slot) = self.slots.get_mut(seat.index()) {
            slot.absent_since = since;
        }
    }

    /// Removes the questions asked since `then` from the records of all seats.
    pub(super) fn set_aside_since(&mut self, then: DateTime<Utc>) {
        self.slots.iter_mut().for_each(|slot| slot.record.set_aside_since(then));
    }

    /// Marks seats whose players are unknown on this server.
    pub fn unknown(&mut self, seats: &[Seat]) {
        seats.iter().for_each(|seat| self.silence(*seat, |silence| silence.unknown = true));
    }

    /// Records a nudge by the organiser or admin.
    pub fn nudged(&mut self, seat: Seat, at: DateTime<Utc>) {
        self.silence(seat, |silence| {
            silence.nudged.get_or_insert(at);
            silence.nudged_last = Some(at);
        });
    }

    /// Records a nudge by a player who is waiting.
    pub fn nudged_by_others(&mut self, seat: Seat, at: DateTime<Utc>) {
        self.silence(seat, |silence| silence.nudged_by_others = Some(at));
    }

    pub(super) fn silence(&mut self, seat: Seat, what: impl FnOnce(&mut Silence)) {
        if let Some(slot) = self.slots.get_mut(seat.index()) {
            what(&mut slot.silence);
        }
    }

    /// Gives a free seat to a person or bot.
    pub(super) fn taken(&mut self, seat: Seat, sitter: Sitter, salt: String, written: bool) {
        if let Some(slot) = self.slots.get_mut(seat.index()) {
            slot.sitter = Some(sitter);
            (slot.salt, slot.written) = (salt, written);
            (slot.left, slot.left_at, slot.stand_in) = (false, None, None);
            slot.silence = Silence::default();
        }
    }

    /// Records the seat as the organiser's, if the organiser takes it.
    pub fn organised_from(&mut self, seat: Seat, organiser: bool) {
        if organiser {
            self.organiser = Some(seat);
        }
    }

    /// Returns the organiser's seat, if the organiser plays.
    pub fn organiser_seat(&self) -> Option<Seat> {
        let person =
            |seat: &Seat| self.slot(*seat).is_some_and(|slot| slot.sitter == Some(Sitter::Person));
        self.organiser.filter(person)
    }

    /// Returns the voter's seat; for the organiser, their seat if they play.
    pub(super) fn of_voice(&self, voice: Option<Seat>) -> Option<Seat> {
        voice.or_else(|| self.organiser_seat())
    }
}
