//! The contract of a title (`rules::Rules`), played at random for every registered title by
//! `rules::contract`. This file checks that enough cases were covered. Nothing here names a title.
//!
//! `RAVENPOST_SEEDS` sets the number of games for each number of seats; failures name their seed.
//! `RAVENPOST_PAIRS` and `RAVENPOST_RUBBISH` set how many pairs and refused lines are required of
//! every phase, and `RAVENPOST_GAMES` limits the number of games. `RAVENPOST_TITLE` selects a
//! single title.

use ravenpost::service::reply::reading::command::{self, Request};
use ravenpost::titles;
use ravenpost_rules::Title;
use ravenpost_rules::contract::game::Game;
use ravenpost_rules::contract::game::coverage::Tally;
use ravenpost_rules::contract::game::phases::Looked;
use ravenpost_rules::contract::{self, Games, Said, redraw_hidden};

fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

fn number(name: &str, usual: u64) -> u64 {
    asked(name).unwrap_or(usual)
}

fn titles() -> Vec<&'static dyn Title> {
    let only = std::env::var("RAVENPOST_TITLE").ok();
    let is_wanted = |key: &str| only.as_ref().is_none_or(|only| only == key);
    titles::all().iter().copied().filter(|title| is_wanted(title.about().key)).collect()
}

fn games(usual: u64) -> Games {
    Games::usual(usual).or(asked("RAVENPOST_SEEDS"))
}

/// Plays games of a title. Titles for many players are played by day with the fewest, a middle and
/// the largest number of seats; `RAVENPOST_SEEDS`, which `scripts/night` sets, plays every number.
fn each_game(title: &'static dyn Title, mut play: impl FnMut(&mut Game)) {
    let (least, most) = title.about().seats;
    let all = asked("RAVENPOST_SEEDS").is_some() || most - least < 6;
    let some = [least, least.midpoint(most), most];
    contract::tables(title, games(2), |table, seed| {
        if all || some.contains(&table.seats) {
            play(&mut Game::open(title, table, seed).also(by_email));
        }
    });
}

/// Plays games to their end, and checks everything about them.
fn played(title: &'static dyn Title) -> Tally {
    let mut tally = Tally::default();
    each_game(title, |game| game.play_to_the_end(&mut tally));
    tally
}

/// Whatever a title suggests as an order is also read as an order in an email.
fn by_email(here: &str, said: Said<'_>) {
    match said {
        Said::Order(order) => {
            assert_eq!(
                command::read(order, order),
                Request::Order(order.to_owned()),
                "{here}: by email"
            );
        }
        Said::Lead(lead) => assert!(!command::is_reserved(lead), "{here}: {lead} by email"),
    }
}

#[test]
fn random_play_keeps_the_contract() {
    // The titles run in parallel because this is the longest of the CPU-bound tests.
    let tally = std::thread::scope(|threads| {
        let all: Vec<_> =
            titles().into_iter().map(|title| threads.spawn(move || played(title))).collect();
        let end = |one: std::thread::ScopedJoinHandle<Tally>| {
            one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        all.into_iter().map(end).fold(Tally::default(), Tally::and)
    });
    println!("{tally:?}");
    let silent = titles().into_iter().find(|one| !tally.foretelling.contains(one.about().key));
    assert!(
        silent.is_none(),
        "{} says nothing beforehand",
        silent.map_or("", |one| one.about().key)
    );
    let wanted = titles().len() as u64 * 25;
    let enough = tally.orders > wanted && tally.pairs > 2 * wanted && tally.bad > 10 * wanted;
    assert!(enough, "{tally:?}");
}

#[test]
fn no_phase_reveals_secrets_or_accepts_malformed_orders() {
    let (differ, rubbish) = (number("RAVENPOST_PAIRS", 12), number("RAVENPOST_RUBBISH", 120));
    let wanted = Looked { pairs: 0, differ, rubbish };
    let (from, most) = (number("RAVENPOST_FROM", 0), number("RAVENPOST_GAMES", 3));
    for title in titles() {
        let (phases, games) = contract::phases(title, &wanted, from, most);
        println!("{}: {games} games", title.about().key);
        for (phase, Looked { pairs, differ, rubbish }) in &phases {
            println!("{phase:>20}: {pairs} pairs, {differ} differ, {rubbish} lines refused");
        }
        assert!(phases.values().any(|phase| phase.differ > 0 && phase.rubbish > 0), "{phases:?}");
    }
}

#[test]
fn suggestions_of_refusals_are_accepted() {
    let titles = titles();
    let offers = titles.iter().map(|title| contract::offers_are_taken(*title, games(2)));
    let offered: u64 = offers.sum();
    assert!(offered > 500 * titles.len() as u64, "{offered} orders were offered");
}

#[test]
fn sealed_answers_resolve_the_same_later() {
    for title in titles() {
        let mut opened = 0;
        each_game(title, |game| opened += game.play_held(300));
        assert!(opened > 0, "{}", title.about().key);
    }
}

#[test]
fn game_of_default_orders_ends() {
    titles().into_iter().for_each(|title| contract::fallbacks_end(title, games(3)));
}

#[test]
fn same_dice_give_the_same_game() {
    for title in titles() {
        contract::the_same_dice_make_the_same_game(title, games(2));
    }
}

#[test]
fn unknown_state_can_be_redrawn_unnoticed() {
    for title in titles() {
        let all = redraw_hidden::is_not_noticed(title, games(4));
        println!("{}: {all:?}", title.about().key);
        assert!(all.looked > 40, "{}: {all:?}", title.about().key);
    }
}
