//! Tests on pairs of games that differ only in the standing instructions of a seat. The times of
//! all events and all clocks must be equal. Without drawn moments automatic answers come at once
//! and the times differ, which the tests must detect.

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::core::batch::{Batch, Salt};
use crate::game::core::log::Entry;
use crate::game::core::test_table::opening;
use crate::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::{Opening, Pace, Sitter, Via};
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::table::status::Status;
use ravenpost_log::{ActKind, GameId};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Dice, Seat, Table, Title};

/// Default number of pairs per title.
const PAIRS: u64 = 10;
/// Overrides the number of pairs, for nightly runs.
const WANTED: &str = "RAVENPOST_PAIRS_IN_TIME";
/// Acts in each pair.
const ACTS: usize = 60;
const HOUR: u32 = 3_600;

/// Instructions that a seat may leave. Titles refuse those they do not support.
const LEFT: [&str; 15] = [
    "standing vote any support",
    "standing challenge never",
    "standing challenge always",
    "standing feud accept",
    "standing hold auto",
    "standing raze spare",
    "standing losses tar,wood",
    "standing grow always",
    "standing bury none",
    "standing trouble e,w",
    "stand retreat home",
    "stand claim sheep even cattle even recruits 4,4,4",
    "stand bargain decline",
    "stand plan repeat",
    "doctrine stance hold",
];

/// Two games that differ only in the instructions left in the first.
struct Pair {
    with: Batch,
    without: Batch,
    dice: Dice,
    /// Instructions left in the first game only.
    left: Vec<(Seat, &'static str)>,
    /// How often an instruction answered.
    answers: u64,
}

/// A pending decision of a seat, with its times.
#[derive(PartialEq, Eq, Debug)]
struct Clock {
    seat: Seat,
    decision: String,
    asked: DateTime<Utc>,
    due: Option<DateTime<Utc>>,
}

/// What everyone can see of a game over time: its public events and pending decisions.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::game) struct Seen {
    events: Vec<(DateTime<Utc>, Step, ActKind, Option<Seat>)>,
    clocks: Vec<Clock>,
    opens: Option<DateTime<Utc>>,
}

pub(in crate::game) fn seen(batch: &Batch) -> Seen {
    let open = batch.game.log.iter().filter(|entry| entry.event.is_open());
    let event = |entry: Entry<'_>| (entry.event.at, entry.step, entry.act.kind(), entry.act.seat());
    let clock = |(seat, wait): (&Seat, &Pending)| {
        let (decision, asked, due) = (wait.decision.clone(), wait.asked, wait.due);
        Clock { seat: *seat, decision, asked, due }
    };
    Seen {
        events: open.map(event).collect(),
        clocks: batch.game.status.clocks.waits.iter().map(clock).collect(),
        opens: batch.game.status.clocks.opens.map(|opens| opens.at),
    }
}

/// A running game for three, with the given occupant on the last seat.
pub(in crate::game) fn game_of(
    title: &dyn Title,
    seed: u64,
    moments: Option<u32>,
    last: Sitter,
) -> Batch {
    let secret = [seed as u8; 32];
    let pace = Pace { answer_delay: moments, ..Pace::of(Some(30 * HOUR)).sealed_for(600) };
    let opening = Opening { table: Table::of(3), ..opening(title, pace, &secret) };
    let id = GameId::parse(&format!("pair{seed}")).expect("an id");
    let begins = "2026-11-20T09:00:00Z".parse().expect("a moment");
    let mut batch =
        Batch::open(&id, &opening, secret, &Entropy::seeded(seed), begins).expect("opened");
    for seat in Seat::all(3) {
        let salt = Salt::drawn(format!("salt {seat}"));
        let sitter = if seat == Seat(3) { last.clone() } else { Sitter::Person };
        batch.join(seat, sitter, salt, false).expect("seated");
    }
    assert!(batch.start_if_full().expect("started"));
    batch
}

fn game(title: &dyn Title, seed: u64, moments: Option<u32>) -> Batch {
    let mut batch = game_of(title, seed, moments, Sitter::Person);
    // In every other pair one seat has been given up, to cover the moments of default orders too.
    if seed % 2 == 1 {
        batch.leave(Seat(3)).expect("gone");
        batch.carry_on().expect("played");
    }
    batch
}

impl Pair {
    fn new(title: &dyn Title, seed: u64, moments: Option<u32>) -> Pair {
        let [with, without] = [(); 2].map(|()| game(title, seed, moments));
        Pair { with, without, dice: Dice::seeded(seed), left: Vec::new(), answers: 0 }
    }

    fn below(&mut self, of: usize) -> usize {
        let of = u32::try_from(of.max(1)).expect("a small number");
        self.dice.stream("pair").below(of) as usize
    }

    fn both(&mut self, mut each: impl FnMut(&mut Batch)) {
        each(&mut self.with);
        each(&mut self.without);
    }

    /// A seat with no pending decision leaves an instruction in one of the two games.
    fn leaves(&mut self) {
        let (seat, line) = (Seat::at(self.below(2)), LEFT[self.below(LEFT.len())]);
        if self.with.game.status.clocks.waits.contains_key(&seat) || self.with.must_run().is_err() {
            return;
        }
        match self.with.order(seat, line, Via::Page) {
            Ok(Some(_)) => self.left.push((seat, line)),
            Ok(None) | Err(ServiceError::Refused(_)) => {}
            Err(error) => panic!("{line}: {error}"),
        }
    }

    /// When the next automatic answer or opening is due in the first game.
    fn next(&self) -> Option<DateTime<Utc>> {
        let game = &self.with.game;
        let own = game.status.clocks.waits.keys().filter_map(|seat| {
            match game.status.seats.manned(*seat) {
                true => game.clocks().answers_at(*seat),
                false => game.clocks().moment(*seat),
            }
        });
        own.chain(game.status.clocks.opens.map(|opens| opens.at)).min()
    }

    /// A person gives the same answer in both games.
    fn answers(&mut self) {
        let game = &self.with.game;
        let asked: Vec<Seat> = game.status.clocks.waits.keys().copied().collect();
        let asked: Vec<Seat> =
            asked.into_iter().filter(|seat| game.status.seats.manned(*seat)).collect();
        let Some(seat) = asked.get(self.below(asked.len())).copied() else { return };
        let legal = self.without.game.position.legal(seat).orders;
        let fallback = self.without.game.position.fallback(seat);
        let order = legal.get(self.below(legal.len())).unwrap_or(&fallback).clone();
        self.both(|batch| {
            batch.order(seat, &order, Via::Page).expect("legal in both");
        });
    }

    /// An instruction answers in the first game. In the second game the same instruction is left at
    /// this moment and answers like any order, so from here on the games do not differ.
    fn comes(&mut self, at: DateTime<Utc>) {
        self.both(|batch| batch.now = at);
        let asked: Vec<Seat> = self.with.game.status.clocks.waits.keys().copied().collect();
        let come = |batch: &Batch, seat: &Seat| {
            batch.game.clocks().answers_at(*seat).is_some_and(|moment| moment <= at)
        };
        let seats: Vec<Seat> = asked.into_iter().filter(|seat| come(&self.with, seat)).collect();
        for seat in seats {
            if come(&self.without, &seat) {
                continue;
            }
            self.answers += 1;
            for (_, line) in self.left.iter().filter(|(own, _)| *own == seat) {
                let left = self.without.order(seat, line, Via::Page);
                left.unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            self.left.retain(|(own, _)| *own != seat);
        }
    }

    /// Plays on. Returns whether the times of both games were equal to the end.
    fn play(&mut self) -> bool {
        for _ in 0..ACTS {
            if self.with.game.status.state != Status::Running {
                break;
            }
            if self.below(3) == 0 {
                self.leaves();
            }
            let minutes = Duration::minutes(1 + self.below(90) as i64);
            let then = self.with.now + minutes;
            match self.next().filter(|next| *next <= then) {
                Some(next) => self.comes(next.max(self.with.now)),
                None => {
                    self.both(|batch| batch.now = then);
                    self.answers();
                }
            }
            self.both(|batch| batch.carry_on().expect("played"));
            if seen(&self.with) != seen(&self.without) {
                return false;
            }
        }
        true
    }
}

pub(in crate::game) fn pairs() -> u64 {
    std::env::var(WANTED).ok().and_then(|number| number.parse().ok()).unwrap_or(PAIRS)
}

#[test]
fn instruction_changes_the_time_of_no_event() {
    let mut narrated = 0;
    for title in titles::all() {
        let mut answers = 0;
        for seed in 0..pairs() {
            let mut pair = Pair::new(*title, seed, Some(1_800));
            let alike = pair.play();
            let [with, without] = [seen(&pair.with), seen(&pair.without)];
            assert!(alike, "{}, pair {seed}: {with:#?}\n{without:#?}", title.about().key);
            answers += pair.answers;
        }
        println!("{}: {} pairs, {answers} answers of what was left", title.about().key, pairs());
        narrated += usize::from(answers > 0);
    }
    // One title has no instruction that answers a prompt.
    assert_eq!(narrated + 1, titles::all().len(), "instructions answered in too few titles");
}

#[test]
fn planted_timing_leak_is_found() {
    let mut narrated = 0;
    for title in titles::all() {
        narrated += (0..10).filter(|seed| !Pair::new(*title, *seed, None).play()).count();
    }
    assert!(narrated > 5, "only {narrated} pairs were told apart");
}
