//! The state of one seat.

use super::super::things::ids::{Faction, Field, Fields, Homeland};
use super::super::things::kinds::Kind;
use super::super::things::units::Unit;
use super::SEATS;
use super::doctrine::{Doctrine, Luck};
use super::line::slots::{Commanders, MightGoal};
use super::pact::{Offer, Pact};
use super::stack::{NOBODY, Place, Stack, Stacks};
use ravenpost_rules::Seat;

#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    pub home: Option<Homeland>,
    pub faction: Option<Faction>,
    pub rival: Option<Seat>,
    /// Gold in halves (R4.6).
    pub halves: u16,
    pub pp: u16,
    pub vp: u16,
    /// Victory points at the end of the previous round (R20.6).
    pub vp_before: u16,
    pub stacks: Stacks,
    pub command: Commanders,
    /// Basic prestige of units that the seat destroyed and lost this year (R21.6).
    pub slain: u16,
    pub fallen: u16,
    /// Remaining rerolls of this round, by kind.
    pub luck: [u8; 5],
    /// Whether the sheet, rather than doctrine, set the rerolls, by kind.
    pub tries: [bool; 5],
    /// Roads whose toll will be paid.
    pub tolls: Fields,
    /// Bought in this round: second march (14 PP), build-twice (12 PP), corsairs.
    pub marches: bool,
    pub builds_twice: bool,
    pub corsairs: bool,
    /// Light infantry bought in this rear.
    pub recruits: u8,
    /// The rounds in which victory was announced, or 0.
    pub dominance: u8,
    pub might: u8,
    /// The two goals of Might.
    pub goals: [MightGoal; 2],
    pub out: bool,
    pub resigned: bool,
    /// Deadlines missed in a row.
    pub missed: u8,
    /// Has not arrived yet (R24.4).
    pub late: bool,
    /// The clash of this round is left to doctrine.
    pub stands: bool,
    pub doctrine: Option<Box<Doctrine>>,
    /// Pacts with seats of a higher index.
    pub pacts: [Pact; SEATS],
    /// Offers to each seat. Secret.
    pub offers: [Offer; SEATS],
}

/// Number of deadlines missed in a row that make a seat absent (R26.5).
const ABSENT: u8 = 2;

impl Player {
    pub const BLANK: Player = Player {
        home: None,
        faction: None,
        rival: None,
        halves: 0,
        pp: 0,
        vp: 0,
        vp_before: 0,
        stacks: NOBODY,
        command: Commanders::None,
        slain: 0,
        fallen: 0,
        luck: [0; 5],
        tries: [false; 5],
        tolls: Fields::NONE,
        marches: false,
        builds_twice: false,
        corsairs: false,
        recruits: 0,
        dominance: 0,
        might: 0,
        goals: [MightGoal::A; 2],
        out: false,
        resigned: false,
        missed: 0,
        late: false,
        stands: false,
        doctrine: None,
        pacts: [Pact::NONE; SEATS],
        offers: [Offer::NONE; SEATS],
    };

    /// Whether the default player plays this seat (R26.5a).
    pub fn is_absent(&self) -> bool {
        self.resigned || self.missed >= ABSENT
    }

    pub fn gold(&self) -> u16 {
        self.halves / 2
    }

    pub fn doctrine(&self) -> Doctrine {
        self.doctrine.as_deref().copied().unwrap_or_default()
    }

    /// Remaining rerolls of a kind. If they come from doctrine, a lower number set there applies at
    /// once (R28.2e).
    pub fn luck_left(&self, luck: Luck) -> u8 {
        let (at, left) = (luck.index(), self.luck[luck.index()]);
        if self.tries[at] { left } else { left.min(self.doctrine().luck[at]) }
    }

    /// Its units on a field, in any place.
    pub fn at(&self, field: Field) -> impl Iterator<Item = &Stack> + Clone {
        self.stacks.iter().filter(move |stack| stack.at == field)
    }

    /// Its units in one place of a field.
    pub fn on(&self, field: Field, place: Place) -> impl Iterator<Item = &Stack> + Clone {
        self.at(field).filter(move |stack| stack.place == place)
    }

    pub fn count(&self, field: Field, place: Place, kind: Kind) -> u8 {
        self.on(field, place).filter(|stack| stack.kind() == kind).map(|stack| stack.n).sum()
    }

    /// Its units of one kind and level on a field, in any place.
    pub fn of(&self, field: Field, unit: Unit) -> impl Iterator<Item = &Stack> + Clone {
        self.at(field).filter(move |stack| stack.unit == unit)
    }

    /// Cubes and special units in play (R4.1, R4.2).
    pub fn cubes(&self) -> u8 {
        self.sum(|stack| stack.kind().is_cube())
    }

    pub fn specials(&self) -> u8 {
        self.sum(|stack| !stack.kind().is_cube())
    }

    fn sum(&self, of: impl Fn(&Stack) -> bool) -> u8 {
        self.stacks.iter().filter(|stack| of(stack)).map(|stack| stack.n).sum()
    }
}
