//! Checks the contract of a title ([`Rules`](crate::Rules)) by random play: `legal` and `decide`
//! agree, secrets stay secret, facts fold to the live state, default orders end every game, and
//! nothing is lost.
//!
//! A title runs all checks in a test of its own with [`keep`]. The server's tests call the parts,
//! to count what was checked. A violation panics with the title, the number of seats, the seed and
//! the event. The module knows no particular title, reads no clock and prints nothing.
//! The module is always compiled. If it were behind a feature that only tests enable, every title
//! would be built twice: once for the tests and once for the program.

pub mod absence;
pub mod chance;
pub mod forks;
pub mod forms;
pub mod game;
mod headline;
pub mod ids;
mod invalid_lines;
pub mod own_orders;
pub mod pairwise;
pub mod recorded;
pub mod redraw_hidden;
mod secrets;
pub mod walk;

use crate::about::{OptionKind, Table};
use crate::dice::Dice;
use crate::erased::Title;
use crate::seat::{Seat, Viewer};

use chance::Chance;
use game::Game;
use game::coverage::Tally;
use game::phases::{Looked, Phases};

/// Maximum number of games of one title, unless a number was requested.
const MOST: u64 = 16;

/// A custom check of everything people would write; `here` describes the place in the game.
pub type Also = fn(here: &str, said: Said<'_>);

/// Text that a title would have people write.
#[derive(Clone, Copy, Debug)]
pub enum Said<'t> {
    /// A complete order as the title writes it.
    Order(&'t str),
    /// The words that begin the orders of a form.
    Lead(&'t str),
}

/// How many games are played for each number of seats.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    usual: u64,
    asked: Option<u64>,
}

impl Games {
    /// Plays this many games, or fewer for titles with many possible seat counts.
    pub fn usual(usual: u64) -> Games {
        Games { usual, asked: None }
    }

    /// Plays exactly `asked` games if given, for example from a test's environment.
    #[must_use]
    pub fn or(self, asked: Option<u64>) -> Games {
        Games { asked, ..self }
    }
}

/// Plays a title at random for every number of seats and checks the whole contract.
///
/// # Panics
///
/// Panics if the title violates the contract. The message contains the game's seed.
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

/// Creates a table with random options.
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

/// Calls `each` with tables of every number of seats, each with its seed.
pub fn tables(title: &dyn Title, games: Games, mut each: impl FnMut(&Table, u64)) {
    let (least, most) = title.about().seats;
    // Play fewer games per seat count if there are many seat counts.
    let usual = games.usual.min(MOST / u64::from(most - least + 1)).max(1);
    for seats in least..=most {
        for seed in 0..games.asked.unwrap_or(usual) {
            let mut chance = Chance::new(seed * 8 + u64::from(seats));
            // Play the first of several games of a size with default options.
            let plain = seed == 0 && usual > 1;
            let table = if plain { Table::of(seats) } else { table(title, seats, &mut chance) };
            each(&table, seed);
        }
    }
}

/// Plays games of a title to the end. Returns what was checked.
///
/// # Panics
///
/// Panics if the title violates the contract.
pub fn play(title: &'static dyn Title, games: Games, also: Also) -> Tally {
    let mut tally = Tally::default();
    tables(title, games, |table, seed| {
        Game::open(title, table, seed).also(also).play_to_the_end(&mut tally);
    });
    tally
}

/// Plays a title until each phase that occurs has been checked often enough, or until `most_games`
/// games were played. Returns what was checked, and the number of games.
///
/// # Panics
///
/// Panics if the title violates the contract.
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

/// Checks that suggestions in refusals are accepted as written. Returns the number of suggestions.
///
/// # Panics
///
/// Panics if the title violates the contract.
pub fn offers_are_taken(title: &'static dyn Title, games: Games) -> u64 {
    let mut offered = 0;
    tables(title, games, |table, seed| {
        offered += Game::open(title, table, seed).play_with_slips(60);
    });
    offered
}

/// Checks that holding sealed answers and opening them later gives the same result. Returns how
/// often this happened.
///
/// # Panics
///
/// Panics if the title violates the contract.
pub fn sealed_is_opened_later(title: &'static dyn Title, games: Games) -> u64 {
    let mut opened = 0;
    tables(title, games, |table, seed| {
        opened += Game::open(title, table, seed).play_held(300);
    });
    opened
}

/// Checks that a game in which only fallbacks are played ends within the title's bound.
///
/// # Panics
///
/// Panics if the title violates the contract.
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

/// Checks that the same dice and orders give the same game.
///
/// # Panics
///
/// Panics if the title violates the contract.
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
            (log, position.show(Viewer::Spectator))
        };
        assert_eq!(play(), play(), "{} seed {seed}", title.about().key);
    });
}
