//! Checks all responses against the log, and the log for consistency.

use std::collections::BTreeMap;

use chrono::Utc;
use ravenpost_log::GameId;
use ravenpost_store::log::{audit, seals};
use ravenpost_store::post::incoming::{self, Incoming, IncomingState};

use super::history::{self, ClockError, Findings, Told};
use super::installation::House;
use crate::mail::outgoing::smtp::Sink;

/// Checks all responses against the log, and the log for consistency.
pub async fn check(house: &House, replies: usize, wrong: &[ClockError]) -> Findings {
    let (mut found, app) = (Findings::default(), &house.app);
    let told = std::mem::take(&mut *house.world.told.lock().expect("no holder panics"));
    let mut by_game: BTreeMap<&GameId, Vec<&Told>> = BTreeMap::new();
    for one in &told {
        by_game.entry(&one.game).or_default().push(one);
    }
    for (game, told) in by_game {
        history::game(app, game, &told, 0, wrong, &mut found).await;
    }
    for game in &house.others {
        history::game(app, game, &[], replies, wrong, &mut found).await;
    }
    let store = app.service.store();
    let seen_to = incoming::list(store.read(), IncomingState::Done, u32::MAX).await;
    let by_mailbox = |email: &&Incoming| email.source == "imap";
    found.by_mailbox = seen_to.expect("readable").iter().filter(by_mailbox).count();
    let report = audit::whole(store.read(), |_| ()).await.expect("readable");
    found.wrong.extend(report.broken.iter().map(|broken| format!("{broken:?}")));
    app.service.archive().seal(Utc::now()).await.expect("a seal");
    let all = seals::history(store.read()).await.expect("readable");
    found.wrong.extend(seals::broken(&all).map(|day| format!("the seal of {day}")));
    let before = app.derived().await;
    app.service.games().rebuild(|_| ()).await.expect("rebuilt");
    let after = app.derived().await;
    let differ = before.iter().filter(|row| !after.contains(row));
    found.wrong.extend(differ.take(5).map(|row| format!("rebuilt it is not: {row}")));
    if before.len() != after.len() {
        found.wrong.push(format!("{} rows, rebuilt {}", before.len(), after.len()));
    }
    found
}

/// Checks that all copies of an email are byte-identical. Returns the number of emails and of
/// additional copies.
pub fn assert_copies_are_identical(sink: &Sink) -> (usize, usize) {
    let mut arrived: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for (_, message) in sink.taken() {
        let text = String::from_utf8_lossy(&message);
        let id = text.split("Message-ID: <").nth(1).and_then(|rest| rest.split('>').next());
        arrived.entry(id.expect("an id").to_owned()).or_default().push(message);
    }
    let more = arrived.values().map(|copies| copies.len() - 1).sum();
    for (id, copies) in &arrived {
        assert!(copies.iter().all(|copy| *copy == copies[0]), "{id} is not always the same");
    }
    (arrived.len(), more)
}
