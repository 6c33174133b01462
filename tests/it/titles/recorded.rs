//! Recorded games of every title, complete and played by earlier builds. Each of their states must
//! still be reproduced; `tests/recorded/README.md` explains how to record them.

mod exports;
mod texts;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use ravenpost::titles;
use ravenpost_rules::Title;
use ravenpost_rules::contract::pairwise;
use ravenpost_rules::contract::recorded::{Recorded, seal};
use serde_json::Value;

use crate::harness::at_night;

const KEPT: usize = 100;

/// The recorded games of a title.
fn recorded(title: &dyn Title) -> Vec<Recorded> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let path = folder.join(format!("{}.jsonl.gz", title.about().key));
    let file = File::open(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str::<Recorded>(&line.unwrap()).unwrap()).collect()
}

/// Pairwise coverage: each number of seats and option value occurs with each value of every other
/// option.
#[test]
fn options_are_recorded_pairwise() {
    let mut missing = Vec::new();
    for title in titles::all() {
        let wanted = pairwise::tables(*title);
        let mut wanted: BTreeSet<_> =
            wanted.iter().flat_map(|table| pairwise::pairs(*title, table)).collect();
        assert!(!wanted.is_empty());
        for game in recorded(*title) {
            let covered = pairwise::pairs(*title, &game.table);
            wanted.retain(|pair| !covered.contains(pair));
        }
        missing.extend(wanted.into_iter().map(|pair| format!("{}: {pair:?}", title.about().key)));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// How the current build differs from these games.
fn faults(games: &[Recorded]) -> Vec<String> {
    let mut faults = Vec::new();
    for game in games {
        let name = format!("{} {} seats, seed {}", game.title, game.table.seats, game.seed);
        let title = titles::find(&game.title).unwrap();
        match seal(title, &game.facts) {
            Ok(seal) if seal == game.seal => {}
            Ok(_) => faults.push(format!("{name}: a past state has changed")),
            Err(why) => faults.push(format!("{name}: {why}")),
        }
    }
    faults
}

/// The games whose states are reproduced. By day these are every eighth, and the shortest ones that
/// together have every number of seats, value of an option and kind of fact; `RAVENPOST_NIGHT`
/// takes all.
fn reproduced(title: &dyn Title, games: Vec<Recorded>) -> Vec<Recorded> {
    if at_night() {
        return games;
    }
    let mut games: Vec<(usize, Recorded)> = games.into_iter().enumerate().collect();
    games.sort_by_key(|(_, game)| game.facts.len());
    let mut seen = BTreeSet::new();
    games.retain(|(at, game)| {
        let before = seen.len();
        seen.extend(features(title, game));
        seen.len() > before || at.is_multiple_of(8)
    });
    games.into_iter().map(|(_, game)| game).collect()
}

/// The number of seats, the values of the options, and the kinds of facts of a game.
fn features(title: &dyn Title, game: &Recorded) -> BTreeSet<String> {
    let (about, table) = (title.about(), &game.table);
    let options =
        about.options.iter().map(|one| format!("{} {}", one.id, table.option(about, one.id)));
    let facts = game.facts.iter();
    let facts = facts.flat_map(|facts| serde_json::from_str::<Vec<Value>>(facts).unwrap());
    let kinds = facts.map(|fact| match fact {
        Value::Object(fields) => fields.keys().next().unwrap().clone(),
        other => other.as_str().unwrap().to_owned(),
    });
    options.chain(kinds).chain([format!("{} seats", table.seats)]).collect()
}

#[test]
fn games_of_earlier_builds_have_the_same_states() {
    let mut wrong = Vec::new();
    for title in titles::all() {
        let games = recorded(*title);
        assert!(games.len() >= KEPT, "{}: {} games are kept", title.about().key, games.len());
        let games = reproduced(*title, games);
        assert!(games.len() >= KEPT / 8, "{}: only {} games", title.about().key, games.len());
        let halves = games.split_at(games.len() * 2 / 3);
        std::thread::scope(|scope| {
            let other = scope.spawn(|| faults(halves.1));
            wrong.extend(faults(halves.0));
            wrong.extend(other.join().unwrap());
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The orders in these games that the current rules decide differently.
fn changed_decisions(games: &[Recorded]) -> Vec<(u32, String)> {
    let title = |game: &Recorded| titles::find(&game.title).unwrap();
    let differing = games.iter().filter_map(|game| {
        let (order, how) = game.decide_again(title(game)).err()?;
        let Recorded { title, table, seed, rules, .. } = game;
        let seats = table.seats;
        Some((*rules, format!("{title} {seats} seats, seed {seed}, order {order}: {how}")))
    });
    differing.collect()
}

/// A change of the rules requires a new version of the title's rules.
#[test]
fn every_recorded_order_is_decided_the_same_way() {
    let (mut wrong, mut may, mut decided) = (Vec::new(), Vec::new(), 0);
    for title in titles::all() {
        let (games, version) = (recorded(*title), title.about().version);
        decided += games.iter().map(|game| game.orders.len()).sum::<usize>();
        // Games of earlier rules may differ, so at least one game of the current version is
        // required.
        let key = title.about().key;
        let todays = games.iter().any(|game| game.rules == version);
        assert!(todays, "{key}: record games of version {version}, see tests/recorded/README.md");
        let halves = games.split_at(games.len() / 2);
        let differing = std::thread::scope(|scope| {
            let other = scope.spawn(|| changed_decisions(halves.1));
            [changed_decisions(halves.0), other.join().unwrap()].concat()
        });
        let (same, older): (Vec<_>, Vec<_>) =
            differing.into_iter().partition(|(rules, _)| *rules == version);
        wrong.extend(same.into_iter().map(|(_, how)| how));
        may.extend(older.into_iter().map(|(rules, how)| format!("version {rules}: {how}")));
    }
    println!("{decided} orders decided again");
    assert!(decided >= 50_000, "only {decided} orders");
    println!("{} games of earlier rules differ, as they may:\n{}", may.len(), may.join("\n"));
    let raise = "raise the version of the title's rules, or fix what was changed";
    assert!(wrong.is_empty(), "{raise}:\n{}", wrong.join("\n"));
}

#[test]
fn changed_decision_is_reported() {
    // For a title whose rules have a newer version, use a game that they decide the same way.
    let as_it_was = |game: &Recorded| changed_decisions(std::slice::from_ref(game)).is_empty();
    let games =
        titles::all().iter().filter_map(|title| recorded(*title).into_iter().find(as_it_was));
    let mut tried = 0;
    for game in games {
        let mut other = game.clone();
        other.facts.swap(1, 2);
        assert_eq!(changed_decisions(&[other]).len(), 1, "{}: other facts", game.title);
        let mut other = game.clone();
        other.orders[0].1.push_str(" and so on");
        assert_eq!(changed_decisions(&[other]).len(), 1, "{}: another order", game.title);
        let mut other = game.clone();
        let drew = other.draws.iter().position(|draws| !draws.is_empty()).unwrap();
        other.draws[drew].push(0);
        assert_eq!(changed_decisions(&[other]).len(), 1, "{}: a draw more", game.title);
        tried += 1;
    }
    assert!(tried >= 3, "only {tried} titles have games with orders");
}

#[test]
fn changed_history_is_reported() {
    let title = titles::all()[0];
    let mut game = recorded(title).swap_remove(0);
    assert!(faults(std::slice::from_ref(&game)).is_empty());
    game.facts.pop();
    assert_eq!(faults(std::slice::from_ref(&game)).len(), 1);
}
