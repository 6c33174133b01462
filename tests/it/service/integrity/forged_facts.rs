//! Facts, draws, messages and times that no order caused, rechained by a forger with all keys: the
//! audit, `verify` and `import` each report them.

use std::process::Command;

use chrono::Duration;
use ravenpost::service::game::core::folded::Game;
use ravenpost_log::act::{By, Motion, Via};
use ravenpost_log::chain::BACK_IN_TIME;
use ravenpost_log::{Act, NewEvent, StoredEvent};
use ravenpost_rules::dice::Draw;
use ravenpost_rules::{Decided, Seat};

use crate::harness::app::App;
use crate::service::integrity::forged::{Forger, again, game};

type Pairs = Vec<(String, Vec<(u32, u32)>)>;

impl Forger {
    /// The log up to the last matching event, with that event changed.
    fn last(
        &self,
        which: impl Fn(&StoredEvent) -> bool,
        change: impl FnOnce(&mut NewEvent),
    ) -> Forger {
        let at = self.log.iter().rposition(which).expect("there is such an event");
        let mut log: Vec<NewEvent> = self.log[..=at].iter().map(again).collect();
        change(&mut log[at]);
        self.chained(log)
    }

    /// The game before an event, with its secret.
    fn before(&self, event: &StoredEvent) -> Game {
        let at = usize::try_from(event.seq.0).expect("a number") - 1;
        let log: Vec<_> = self.log[..at].iter().cloned().map(std::sync::Arc::new).collect();
        Game::fold(&self.game, &log).expect("it folds").with_secret(Some(self.secret))
    }

    /// The result of an order with the event's dice.
    fn decide(&self, event: &StoredEvent, seat: Seat, order: &str) -> (Decided, Vec<Draw>) {
        let game = self.before(event);
        let mut dice =
            game.fairness().draw_inputs().expect("a secret").dice(game.fairness().count());
        let decided = game.true_position().decide(seat, order, &mut dice);
        (decided.unwrap_or_else(|why| panic!("{order}: {why:?}")), dice.record())
    }

    /// The facts and draws of an order other than the last.
    fn another(&self) -> (Decided, Vec<Draw>) {
        let event = self.log.iter().rfind(|event| ordered(event)).expect("an order");
        let seat = event.seat.expect("a seat");
        let orders = self.before(event).true_position().legal(seat).orders;
        let mut led = orders.iter().map(|order| self.decide(event, seat, order));
        led.find(|(led, _)| !led.is_empty() && led.facts != event.facts).expect("a choice")
    }

    /// The true number of a draw for a purpose of an event.
    fn true_draw(&self, event: &StoredEvent, purpose: &str, nth: usize) -> u32 {
        let game = self.before(event);
        let mut dice =
            game.fairness().draw_inputs().expect("a secret").dice(game.fairness().count());
        let mut stream = dice.stream(purpose);
        (0..=nth).map(|_| stream.below(6)).next_back().expect("one")
    }
}

fn ordered(event: &StoredEvent) -> bool {
    event.kind == "ordered"
}

fn drew(event: &StoredEvent) -> bool {
    event.draws != "[]"
}

fn pairs(draws: &[Draw]) -> String {
    let mut pairs: Pairs = Vec::new();
    for Draw { purpose, of, was } in draws {
        match pairs.last_mut().filter(|(last, _)| last == purpose) {
            Some((_, pairs)) => pairs.push((*of, *was)),
            None => pairs.push((purpose.clone(), vec![(*of, *was)])),
        }
    }
    serde_json::to_string(&pairs).expect("plain data")
}

fn inserted(act: &mut String, after: &str, what: &str) {
    assert!(act.contains(after), "{act}");
    *act = act.replacen(after, &format!("{after}{what}"), 1);
}

#[tokio::test]
async fn facts_that_do_not_follow_from_orders_are_broken() {
    let (forger, _) = game().await;
    let (other, draws) = forger.another();
    let known = |led: &Decided| -> String {
        std::iter::once('*').chain(led.known.iter().map(|one| one.code())).collect()
    };
    let facts = "its facts do not follow";
    forger
        .last(ordered, |event| {
            (event.facts, event.draws, event.known) =
                (other.facts.clone(), pairs(&draws), known(&other))
        })
        .found("another order's facts", facts);
    forger
        .last(ordered, |event| event.facts = event.facts.replacen('{', " {", 1))
        .found("facts written otherwise", facts);
    forger
        .last(
            |event| event.kind == "started",
            |event| {
                let all: Vec<serde_json::Value> =
                    serde_json::from_str(&event.facts).expect("a list");
                event.facts = serde_json::to_string(&[&all[..], &all[all.len() - 1..]].concat())
                    .expect("plain data");
                if event.known.len() > 1 {
                    let last = event.known.pop().expect("an email");
                    event.known.extend([last, last]);
                }
            },
        )
        .found("a fact twice at the beginning", facts);
}

#[tokio::test]
async fn draws_without_an_order_are_broken() {
    let (forger, awaited) = game().await;
    let others = "draw different numbers";
    let last = |which: fn(&StoredEvent) -> bool| {
        forger.log.iter().rfind(|event| which(event)).expect("an event").clone()
    };
    let more = |event: &mut NewEvent, purpose: &str, was: u32| {
        let mut all: Pairs = serde_json::from_str(&event.draws).expect("draws");
        match all.iter_mut().find(|(known, _)| known == purpose) {
            Some((_, pairs)) => pairs.push((6, was)),
            None => all.push((purpose.to_owned(), vec![(6, was)])),
        }
        event.draws = serde_json::to_string(&all).expect("plain data");
    };
    let was = forger.true_draw(&last(ordered), "luck", 0);
    forger.last(ordered, |event| more(event, "luck", was)).found("a purpose more", others);
    let was = forger.true_draw(&last(drew), "luck", 0);
    forger.last(drew, |event| more(event, "luck", was)).found("a purpose beside others", others);
    forger.last(drew, |event| event.draws = "[]".to_owned()).found("draws left out", others);
    forger
        .last(drew, |event| event.draws = format!("{} ", event.draws))
        .found("draws written otherwise", others);
    // Unused draws that shift all later ones.
    let game = forger.game().with_secret(Some(forger.secret));
    let mut dice = game.fairness().draw_inputs().expect("a secret").dice(game.fairness().count());
    let was = dice.stream("luck").below(6);
    let act = Act::Ordered { seat: awaited, order: "pass".to_owned(), via: Via::Page };
    let empty = forger.with(&act, Duration::minutes(1));
    empty.found("an order of which nothing comes", "has no facts");
    empty
        .last(ordered, |event| more(event, "luck", was))
        .found("draws of which nothing comes", "has draws but no facts");
}

#[tokio::test]
async fn altered_order_texts_are_broken() {
    let (forger, _) = game().await;
    let order = "play a different order";
    for (from, to) in [("\"order\":\"", "\"order\":\" "), ("\"order\":\"", "\"order\":\"  ")] {
        forger
            .last(ordered, |event| event.act = event.act.replacen(from, to, 1))
            .found("not as orders are written", order);
    }
    forger
        .last(ordered, |event| event.known = format!("*{}", "-".repeat(9)))
        .found("hidden from all", "shown to the wrong viewers");
    let hidden = |event: &StoredEvent| event.known.len() > 1;
    forger
        .last(hidden, |event| event.known = "*".to_owned())
        .found("open to all", "shown to the wrong viewers");
}

#[tokio::test]
async fn default_order_must_be_the_titles_own() {
    let (forger, awaited) = game().await;
    let game = forger.game();
    let wait = game.seats().wait(awaited).expect("a clock").clone();
    let due = wait.due.expect("a deadline");
    let late = due - forger.log.last().expect("opened").at + Duration::seconds(1);
    let fallback = game.true_position().fallback(awaited);
    let orders = game.true_position().legal(awaited).orders;
    let order = orders.into_iter().find(|order| *order != fallback).expect("a choice");
    let act = Act::TimedOut {
        seat: awaited,
        decision: wait.decision.clone(),
        order: order.clone(),
        deadline: Some(due),
        asked_at: Some(wait.asked),
        cause: None,
    };
    let lapsed = forger.with(&act, late);
    let (led, draws) = lapsed.decide(lapsed.log.last().expect("it"), awaited, &order);
    let known: String =
        std::iter::once('*').chain(led.known.iter().map(|one| one.code())).collect();
    lapsed
        .last(
            |event| event.kind == "timed-out",
            |event| {
                (event.facts, event.draws, event.known) = (led.facts, pairs(&draws), known);
            },
        )
        .found("a default order of somebody's choice", "play a different order");
}

#[tokio::test]
async fn unknown_fields_of_acts_are_broken() {
    let (forger, _) = game().await;
    let opened = |event: &StoredEvent| event.kind == "opened";
    type Which = fn(&StoredEvent) -> bool;
    let cases: [(&str, Which, &str, &str); 6] = [
        ("Ordered\":{", ordered, "\"kindly\":true,", "kindly"),
        ("Opened\":{", opened, "\"house_rules\":[],", "house_rules"),
        ("\"pace\":{", opened, "\"blitz\":9,", "blitz"),
        ("\"table\":{", opened, "\"watchers\":9,", "watchers"),
        ("Opened\":{", opened, "\"organiser\":null,", "organiser"),
        ("Ordered\":{", ordered, "\"seat\":1,", "seat"),
    ];
    for (after, which, what, named) in cases {
        let forged = forger.last(which, |event| inserted(&mut event.act, after, what));
        let why = forged.verified();
        assert!(why.contains(named), "{what}: {why}");
        assert!(audit_detects(&forged) && forged.exit_code() == Some(1), "{what}");
    }
    for field in ["conduct", "rules"] {
        for instead in ["", "0"] {
            let forged = forger.last(opened, |event| {
                let from = format!("\"{field}\":1,");
                assert!(event.act.contains(&from), "{}", event.act);
                let to = if instead.is_empty() { String::new() } else { format!("\"{field}\":0,") };
                event.act = event.act.replacen(&from, &to, 1);
            });
            assert!(!forged.verified().is_empty() && audit_detects(&forged), "{field}: {instead}");
            assert_eq!(forged.exit_code(), Some(1), "{field}: {instead}");
        }
    }
}

/// Whether an audit reports the log or cannot read it.
fn audit_detects(forger: &Forger) -> bool {
    let audited = ravenpost::service::game::fairness::audit::audit(
        &forger.game,
        &forger.log,
        Some(forger.secret),
        None,
    );
    audited.map_or(true, |audited| !audited.sound())
}

#[tokio::test]
async fn timestamps_do_not_go_backwards() {
    let (forger, awaited) = game().await;
    let nudged = Act::Proposed {
        by: Some(awaited),
        motion: Motion::End { places: vec![] },
        reason: "So it was".to_owned(),
        until: forger.now(),
    };
    let back = forger.with(&nudged, -Duration::hours(2));
    let broken = back.audited().broken.expect("found");
    assert!(broken.what.contains(BACK_IN_TIME), "{broken}");
    assert!(back.verified().contains(BACK_IN_TIME), "{}", back.verified());
    assert_eq!(back.exit_code(), Some(1));
    let stop = Act::Paused {
        reason: "So it was".to_owned(),
        until: forger.now(),
        by: By::Organiser(Some(Seat(1))),
    };
    assert!(forger.with(&stop, -Duration::milliseconds(1)).audited().broken.is_some());
}

#[tokio::test]
async fn verify_and_import_exit_with_1() {
    let (forger, _) = game().await;
    assert_eq!(forger.exit_code(), Some(0), "the true game, signed");
    let (other, draws) = forger.another();
    let forged = forger.last(ordered, |event| {
        event.known =
            std::iter::once('*').chain(other.known.iter().map(|one| one.code())).collect();
        (event.facts, event.draws) = (other.facts.clone(), pairs(&draws));
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, forged.file()).expect("written");
    let elsewhere = App::new().await;
    let home = elsewhere.service.store().path().parent().expect("a folder").to_owned();
    for command in ["verify", "import"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
        let program = program.arg(command).arg(&path).env_clear();
        let done = program.env("RAVENPOST__DATA__DIR", &home).output().expect("the program");
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        assert_eq!(done.status.code(), Some(1), "{command}: {said}");
        assert!(said.contains("do not follow from the rules"), "{command}: {said}");
    }
    let games =
        ravenpost_store::log::events::games(elsewhere.service.store().read(), None, 9).await;
    assert!(games.expect("readable").is_empty(), "nothing was taken in");
}
