//! Simulates games in which seats miss every deadline: how long they take, how many deadlines they
//! cost, and how the absent seats and their neighbours score.

use super::chance::Chance;
use crate::about::Table;
use crate::ask::Awaited;
use crate::dice::Dice;
use crate::erased::{Position, Title};
use crate::seat::Seat;

/// Which seats miss every deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    /// Every seat is present.
    Nobody,
    /// One seat, rotating from game to game.
    One,
    /// Every seat.
    All,
}

/// Chooses the order of a present seat; the number is a seed.
pub type Choose<'a> = &'a dyn Fn(&dyn Position, Seat, u64) -> String;

/// Statistics over several games. The fields are sums; divide by `games` for means.
#[derive(Clone, Copy, Default, Debug)]
pub struct Absence {
    /// Number of games.
    pub games: u32,
    /// Number of accepted orders, including default orders.
    pub orders: u32,
    /// The highest number of orders in one game.
    pub most: u32,
    /// How often the game had to wait for an answer.
    pub waits: u32,
    /// How many of these waits ended with a missed deadline.
    pub passed: u32,
    /// The results of the absent seat, of the seat after it, of the seat before it, and of all
    /// others.
    pub places: [Places; 4],
}

/// The results of some seats in some games.
#[derive(Clone, Copy, Default, Debug)]
pub struct Places {
    /// Number of results: each seat of each game.
    pub seats: u32,
    /// Number of first places, including ties.
    pub first: u32,
    /// Sum of the places.
    pub sum: u32,
    /// Sum of the scores.
    pub score: i64,
}

impl Absence {
    /// Plays `games` games of a title; `choose` plays the seats that are present.
    ///
    /// # Panics
    ///
    /// Panics if a default order is refused or a game does not end.
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

    /// Records how a game ended, relative to one of its seats.
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

    /// Formats the statistics on one line: means per game, then for each kind of seat its
    /// percentage of wins, mean place and mean score.
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

/// Formats a mean with one decimal place.
fn tenths(sum: i64, of: u32) -> String {
    let tenths = sum * 10 / i64::from(of.max(1));
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// One simulated game.
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
            // Present seats answer first; a deadline passes only when all awaited seats are absent.
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

/// Returns whether the seat was already awaited for the same decision.
fn is_known(one: &Awaited, before: &[Awaited]) -> bool {
    before.iter().any(|other| other.seat == one.seat && other.decision == one.decision)
}
