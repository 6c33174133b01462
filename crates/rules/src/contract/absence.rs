//! Games at which seats let every deadline pass: how long they become, how many whole deadlines
//! they cost, and how such a seat and its neighbours fare.

use super::chance::Chance;
use crate::about::Table;
use crate::dice::Dice;
use crate::erased::{Position, Title};
use crate::seat::{Awaited, Seat};

/// Who lets every deadline pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    Nobody,
    /// One seat, the next one in the next game.
    One,
    All,
}

/// What a seat that is there orders, with a number to think by.
pub type Choose<'a> = &'a dyn Fn(&dyn Position, Seat, u64) -> String;

/// What came of some games. Sums, so that whoever prints them divides by `games`.
#[derive(Clone, Copy, Default, Debug)]
pub struct Absence {
    pub games: u32,
    /// How many orders were taken, those of passed deadlines with them.
    pub orders: u32,
    /// The most orders of one game.
    pub most: u32,
    /// How often the game stood still until somebody answered.
    pub waits: u32,
    /// How many of these waits ended with a deadline that passed.
    pub passed: u32,
    /// The places of the absent seat, of the seat after it, of the seat before it, of all others.
    pub places: [Places; 4],
}

/// The places that came of some seats in some games.
#[derive(Clone, Copy, Default, Debug)]
pub struct Places {
    pub seats: u32,
    pub first: u32,
    pub sum: u32,
    pub score: i64,
}

impl Absence {
    /// Plays so many games of a title; for the others orders are chosen.
    ///
    /// # Panics
    ///
    /// When a default order is refused or a game does not end.
    pub fn of(
        title: &dyn Title,
        table: &Table,
        choose: Choose<'_>,
        who: Absent,
        games: u64,
    ) -> Absence {
        let mut all = Absence::default();
        for seed in 0..games {
            let at = usize::try_from(seed).unwrap_or(0) % usize::from(table.seats);
            let absent = |seat: Seat| match who {
                Absent::Nobody => false,
                Absent::One => seat.index() == at,
                Absent::All => true,
            };
            let play = Play { title, table, choose, seed, absent: &absent };
            let (position, game) = play.to_the_end();
            all.add(&game);
            all.place(position.as_ref(), Seat::at(at));
        }
        all
    }

    fn add(&mut self, game: &Absence) {
        self.games += 1;
        self.orders += game.orders;
        self.most = self.most.max(game.orders);
        self.waits += game.waits;
        self.passed += game.passed;
    }

    /// Counts how a game ended, as seen from one of its seats.
    fn place(&mut self, position: &dyn Position, from: Seat) {
        let outcome = position.outcome().expect("it is over");
        let seats = position.seats();
        for place in &outcome.places {
            let kind = match place.seat {
                seat if seat == from => 0,
                seat if seat == from.next(seats) => 1,
                seat if seat.next(seats) == from => 2,
                _ => 3,
            };
            let known = &mut self.places[kind];
            known.seats += 1;
            known.first += u32::from(place.place == 1);
            known.sum += u32::from(place.place);
            known.score += i64::from(place.score);
        }
    }

    /// The figures in one line: means a game, then for each kind of seat how often it came first
    /// out of a hundred, its mean place and its mean score.
    pub fn line(&self) -> String {
        let mean = |sum: u32| tenths(sum.into(), self.games);
        let mut line = format!(
            "{} games: {} orders (most {}), {} waits, {} deadlines passed",
            self.games,
            mean(self.orders),
            self.most,
            mean(self.waits),
            mean(self.passed),
        );
        for (name, kind) in ["itself", "after", "before", "others"].iter().zip(&self.places) {
            if kind.seats > 0 {
                let first = tenths(100 * i64::from(kind.first), kind.seats);
                let place = tenths(kind.sum.into(), kind.seats);
                let score = tenths(kind.score, kind.seats);
                line += &format!("; {name} {first} % first, place {place}, score {score}");
            }
        }
        line
    }
}

/// A mean with one digit behind the point.
fn tenths(sum: i64, of: u32) -> String {
    let tenths = sum * 10 / i64::from(of.max(1));
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// One game of these.
struct Play<'a> {
    title: &'a dyn Title,
    table: &'a Table,
    choose: Choose<'a>,
    seed: u64,
    absent: &'a dyn Fn(Seat) -> bool,
}

impl Play<'_> {
    fn to_the_end(&self) -> (Box<dyn Position>, Absence) {
        let here = format!("{} {:?} seed {}", self.title.about().key, self.table, self.seed);
        let mut dice = Dice::seeded(self.seed);
        let mut thoughts = Chance::new(self.seed);
        let mut position = self.title.open(self.table, &mut dice).expect("the table fits").next;
        let mut game = Absence::default();
        let mut before: Vec<Awaited> = Vec::new();
        loop {
            let awaited = position.awaited();
            // Whoever is there answers first; a deadline passes when only absent seats are left.
            let here_now = awaited.iter().find(|one| !(self.absent)(one.seat));
            let Some(one) = here_now.or(awaited.first()) else { break };
            let new = |one: &&Awaited| !one.goes_on && !is_known(one, &before);
            game.waits += u32::from(awaited.iter().any(|one| new(&one)));
            let asked = awaited.iter().filter(new);
            game.passed += asked.filter(|one| (self.absent)(one.seat)).count() as u32;
            let seat = one.seat;
            let order = match (self.absent)(seat) {
                true => position.fallback(seat),
                false => (self.choose)(position.as_ref(), seat, thoughts.word()),
            };
            let decided = position.decide(seat, &order, &mut dice);
            let decided = decided.unwrap_or_else(|no| panic!("{here}: {order}: {no:?}"));
            position = decided.next;
            before = awaited;
            game.orders += 1;
            assert!(game.orders <= self.title.about().bound, "{here}: no end");
        }
        (position, game)
    }
}

/// Whether a seat was asked the same already.
fn is_known(one: &Awaited, before: &[Awaited]) -> bool {
    before.iter().any(|other| other.seat == one.seat && other.decision == one.decision)
}
