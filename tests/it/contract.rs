//! The contract of a title (`rules::Rules`), played at random for every registered title: what is
//! legal is taken and what is taken is legal, secrets stay secret, facts fold to the live state,
//! silence ends every game, nothing is lost. Nothing here names a title.
//!
//! `RAVENPOST_SEEDS` says how many games are played for each number of seats; failures name
//! theirs. `RAVENPOST_PAIRS` and `RAVENPOST_RUBBISH` say how many pairs and refused lines are
//! wanted of every phase, `RAVENPOST_GAMES` in how many games at most, and `RAVENPOST_TITLE` of
//! which title alone.

mod forks;
mod forms;
mod game;
mod reseal;
mod rubbish;
mod secrets;

use ravenpost::titles;
use ravenpost_rules::{Dice, OptionKind, Seat, Table, Title, Viewer};

use game::phases::{Looked, Phases};
use game::{Game, Tally};

/// Chance for the tests themselves: splitmix64.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed ^ 0x005e_ed0f_7e57)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    pub fn below(&mut self, of: usize) -> usize {
        (self.word() % of.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        if things.is_empty() { None } else { things.get(self.below(things.len())) }
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn seeds(usual: u64) -> u64 {
    number("RAVENPOST_SEEDS", usual)
}

/// Games of one title at most, unless more are asked for.
const MOST: u64 = 16;

/// A table of some seats with options drawn at random.
fn table(title: &dyn Title, seats: u8, chance: &mut Chance) -> Table {
    let mut table = Table::of(seats);
    for option in title.about().options {
        let value = match &option.kind {
            OptionKind::OneOf(choices) => {
                chance.pick(choices).map(|choice| choice.value.to_owned())
            }
            OptionKind::Seats => {
                let all = Seat::all(seats).filter(|_| chance.one_in(2));
                Some(all.map(|seat| seat.0.to_string()).collect::<Vec<_>>().join(","))
            }
        };
        if let Some(value) = value.filter(|_| chance.one_in(2)) {
            table = table.with(option.id, &value);
        }
    }
    table
}

fn tables(usual: u64, mut each: impl FnMut(&'static dyn Title, &Table, u64)) {
    for title in titles::all() {
        tables_of(*title, usual, |table, seed| each(*title, table, seed));
    }
}

fn tables_of(title: &dyn Title, usual: u64, mut each: impl FnMut(&Table, u64)) {
    let (least, most) = title.about().seats;
    // Where many tables are possible, fewer games are played at each.
    let usual = usual.min(MOST / u64::from(most - least + 1)).max(1);
    for seats in least..=most {
        for seed in 0..seeds(usual) {
            let mut chance = Chance::new(seed * 8 + u64::from(seats));
            // The first of several games of a size is played with all options at rest.
            let plain = seed == 0 && usual > 1;
            let table = if plain { Table::of(seats) } else { table(title, seats, &mut chance) };
            each(&table, seed);
        }
    }
}

/// Plays games of a title to their ends, and tells what was looked at.
fn played(title: &'static dyn Title) -> Tally {
    let mut tally = Tally::default();
    tables_of(title, 2, |table, seed| Game::open(title, table, seed).play_to_the_end(&mut tally));
    tally
}

#[test]
fn random_play_keeps_the_contract() {
    // The titles at the same time: this is the longest of the tests that do nothing but think.
    let tally = std::thread::scope(|threads| {
        let all: Vec<_> =
            titles::all().iter().map(|title| threads.spawn(|| played(*title))).collect();
        let end = |one: std::thread::ScopedJoinHandle<Tally>| {
            one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        all.into_iter().map(end).fold(Tally::default(), Tally::and)
    });
    println!("{tally:?}");
    let silent = titles::all().iter().find(|one| !tally.foretelling.contains(one.about().key));
    assert!(
        silent.is_none(),
        "{} says nothing beforehand",
        silent.map_or("", |one| one.about().key)
    );
    assert!(tally.orders > 100 && tally.pairs > 200 && tally.bad > 1_000, "{tally:?}");
}

/// Games of a title, until all of its phases that come up were looked at often enough.
fn phases(title: &'static dyn Title, wanted: &Looked) -> (Phases, u64) {
    let (least, most) = title.about().seats;
    let (mut phases, mut games) = (Phases::new(), 0);
    let enough = |phases: &Phases| phases.values().all(|phase| !phase.lacks(wanted));
    while games < number("RAVENPOST_GAMES", 3) && (games == 0 || !enough(&phases)) {
        let seed = number("RAVENPOST_FROM", 0) + games;
        let mut chance = Chance::new(seed);
        let seats = least + chance.below(usize::from(most - least) + 1) as u8;
        let table = table(title, seats, &mut chance);
        Game::open(title, &table, seed).look_at_phases(&mut phases, wanted);
        games += 1;
    }
    (phases, games)
}

#[test]
fn no_phase_tells_secrets_or_takes_rubbish() {
    let (differ, rubbish) = (number("RAVENPOST_PAIRS", 12), number("RAVENPOST_RUBBISH", 120));
    let wanted = Looked { pairs: 0, differ, rubbish };
    let only = std::env::var("RAVENPOST_TITLE").ok();
    let is_wanted = |key: &str| only.as_ref().is_none_or(|only| only == key);
    for title in titles::all().iter().filter(|title| is_wanted(title.about().key)) {
        let (phases, games) = phases(*title, &wanted);
        println!("{}: {games} games", title.about().key);
        for (phase, Looked { pairs, differ, rubbish }) in &phases {
            println!("{phase:>20}: {pairs} pairs, {differ} differ, {rubbish} lines refused");
        }
        assert!(phases.values().any(|phase| phase.differ > 0 && phase.rubbish > 0), "{phases:?}");
    }
}

#[test]
fn what_a_refusal_offers_is_taken() {
    let mut offered = 0;
    tables(2, |title, table, seed| {
        offered += Game::open(title, table, seed).play_with_slips(60);
    });
    assert!(offered > 2_000, "{offered} orders were offered");
}

#[test]
fn a_game_of_fallbacks_ends() {
    tables(3, |title, table, seed| {
        let what = format!("{} {table:?} seed {seed}", title.about().key);
        let mut dice = Dice::seeded(seed);
        let mut position = title.open(table, &mut dice).expect("the table fits").next;
        let mut orders = 0;
        while let Some(awaited) = position.awaited().into_iter().next() {
            let order = position.fallback(awaited.seat);
            let decided = position.decide(awaited.seat, &order, &mut dice);
            let decided = decided.unwrap_or_else(|no| panic!("{what}: {order} refused: {no:?}"));
            assert!(!decided.is_empty(), "{what}: {order} changed nothing");
            position = decided.next;
            orders += 1;
            assert!(orders <= title.about().bound, "{what}: no end after {orders} orders");
        }
        assert!(position.outcome().is_some(), "{what}: no outcome");
    });
}

#[test]
fn the_same_dice_make_the_same_game() {
    tables(2, |title, table, seed| {
        let play = || {
            let mut dice = Dice::seeded(seed);
            let opened = title.open(table, &mut dice).expect("the table fits");
            let mut position = opened.next;
            let mut chance = Chance::new(seed);
            let mut log = opened.facts;
            for _ in 0..60 {
                let Some(awaited) = position.awaited().into_iter().next() else { break };
                let legal = position.legal(awaited.seat).orders;
                let order = chance.pick(&legal).expect("an awaited seat has a legal order");
                let decided = position.decide(awaited.seat, order, &mut dice).expect("legal");
                log.push_str(&decided.facts);
                position = decided.next;
            }
            (log, position.show(Viewer::Watcher))
        };
        assert_eq!(play(), play(), "{} seed {seed}", title.about().key);
    });
}
