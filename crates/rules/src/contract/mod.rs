//! The contract of a title ([`Rules`](crate::Rules)), checked by random play: what is legal is
//! taken and what is taken is legal, secrets stay secret, facts fold to the live state, silence
//! ends every game, nothing is lost.
//!
//! A title runs all of it in a test of its own with [`keep`]; the server's tests call the parts, to
//! count what was looked at. Whatever does not hold panics, and names the title, the number of
//! seats, the seed and the event. Nothing here names a title, reads a clock or prints.
//!
//! The module is compiled always and is no feature of the crate: a feature that only tests turn on
//! would have every title built twice, once for the tests and once for the program.

pub mod absence;
pub mod chance;
pub mod forks;
pub mod forms;
pub mod game;
pub mod own_orders;
pub mod redraw_hidden;
mod rubbish;
mod secrets;

use crate::about::{OptionKind, Table};
use crate::dice::Dice;
use crate::erased::Title;
use crate::seat::{Seat, Viewer};

use chance::Chance;
use game::phases::{Looked, Phases};
use game::{Game, Tally};

/// Games of one title at most, unless a number was asked for.
const MOST: u64 = 16;

/// A check of the caller's own on every word that begins an order: where the check stands, and what
/// it looks at.
pub type Also = fn(here: &str, said: Said<'_>);

/// What a title would have people write.
#[derive(Clone, Copy, Debug)]
pub enum Said<'t> {
    /// A whole order as the title writes it.
    Order(&'t str),
    /// The words that the orders of a form begin with.
    Lead(&'t str),
}

/// How many games of each number of seats are played.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    usual: u64,
    asked: Option<u64>,
}

impl Games {
    /// So many, but fewer of a title for many different numbers of seats.
    pub fn usual(usual: u64) -> Games {
        Games { usual, asked: None }
    }

    /// Exactly so many if a number was asked for, say by the environment of a test.
    #[must_use]
    pub fn or(self, asked: Option<u64>) -> Games {
        Games { asked, ..self }
    }
}

/// Plays a title at random for every number of seats and checks each line of the contract.
///
/// # Panics
///
/// When the title breaks the contract. The message names the game by its seed.
pub fn keep(title: &'static dyn Title) {
    play(title, Games::usual(4), |_, _| {});
    offers_are_taken(title, Games::usual(2));
    fallbacks_end(title, Games::usual(3));
    the_same_dice_make_the_same_game(title, Games::usual(2));
    redraw_hidden::is_not_noticed(title, Games::usual(4));
    sealed_is_opened_later(title, Games::usual(4));
    let wanted = Looked { pairs: 0, differ: 12, rubbish: 120 };
    phases(title, &wanted, 0, 3);
}

/// A table of some seats with options drawn at random.
pub fn table(title: &dyn Title, seats: u8, chance: &mut Chance) -> Table {
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

/// Tables of every number of seats, each with its seed.
pub fn tables(title: &dyn Title, games: Games, mut each: impl FnMut(&Table, u64)) {
    let (least, most) = title.about().seats;
    // Where many tables are possible, fewer games are played at each.
    let usual = games.usual.min(MOST / u64::from(most - least + 1)).max(1);
    for seats in least..=most {
        for seed in 0..games.asked.unwrap_or(usual) {
            let mut chance = Chance::new(seed * 8 + u64::from(seats));
            // The first of several games of a size is played with all options at rest.
            let plain = seed == 0 && usual > 1;
            let table = if plain { Table::of(seats) } else { table(title, seats, &mut chance) };
            each(&table, seed);
        }
    }
}

/// Plays games of a title to their ends, and tells what was looked at.
pub fn play(title: &'static dyn Title, games: Games, also: Also) -> Tally {
    let mut tally = Tally::default();
    tables(title, games, |table, seed| {
        Game::open(title, table, seed).also(also).play_to_the_end(&mut tally);
    });
    tally
}

/// Plays a title until each of its phases that comes up was looked at often enough, or so many
/// games were played; seeds go on from the first. Tells what was looked at, and in how many games.
pub fn phases(
    title: &'static dyn Title,
    wanted: &Looked,
    first_seed: u64,
    most_games: u64,
) -> (Phases, u64) {
    let (least, most) = title.about().seats;
    let (mut phases, mut games) = (Phases::new(), 0);
    let enough = |phases: &Phases| phases.values().all(|phase| !phase.lacks(wanted));
    while games < most_games && (games == 0 || !enough(&phases)) {
        let seed = first_seed + games;
        let mut chance = Chance::new(seed);
        let seats = least + chance.below(usize::from(most - least) + 1) as u8;
        let table = table(title, seats, &mut chance);
        Game::open(title, &table, seed).look_at_phases(&mut phases, wanted);
        games += 1;
    }
    (phases, games)
}

/// What a refusal offers instead is taken as it stands. Tells how many orders were offered.
pub fn offers_are_taken(title: &'static dyn Title, games: Games) -> u64 {
    let mut offered = 0;
    tables(title, games, |table, seed| {
        offered += Game::open(title, table, seed).play_with_slips(60);
    });
    offered
}

/// Answers that stay sealed when all have been given come to the same when they are opened. Tells
/// how often some were.
pub fn sealed_is_opened_later(title: &'static dyn Title, games: Games) -> u64 {
    let mut opened = 0;
    tables(title, games, |table, seed| {
        opened += Game::open(title, table, seed).play_held(300);
    });
    opened
}

/// A game of fallbacks alone ends, within the title's bound.
pub fn fallbacks_end(title: &dyn Title, games: Games) {
    tables(title, games, |table, seed| {
        let what = format!("{} {table:?} seed {seed}", title.about().key);
        let mut dice = Dice::seeded(seed);
        let mut position = title.open(table, &mut dice).expect("the table fits").next;
        let mut orders = 0;
        while let Some(awaited) = position.awaited().into_iter().next() {
            let order = position.fallback(awaited.seat);
            let decided = position.time_out(awaited.seat, &order, true, &mut dice);
            let decided = decided.unwrap_or_else(|no| panic!("{what}: {order} refused: {no:?}"));
            assert!(!decided.is_empty(), "{what}: {order} changed nothing");
            position = decided.next;
            orders += 1;
            assert!(orders <= title.about().bound, "{what}: no end after {orders} orders");
        }
        assert!(position.outcome().is_some(), "{what}: no outcome");
    });
}

/// A game played twice with the same dice and orders is the same game.
pub fn the_same_dice_make_the_same_game(title: &dyn Title, games: Games) {
    tables(title, games, |table, seed| {
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
