//! Evidence about a game reveals no secrets. Two games differ only in Blue's instructions and a
//! sealed order, which Red may not know. Their files, receipts, seals and signed heads look the
//! same to Red and to spectators, except for hashes, which reveal nothing.
//!
//! `RAVENPOST_SEEDS` sets the number of game pairs per title, and `RAVENPOST_FROM` the first seed.

use std::collections::BTreeMap;

use chrono::Duration;
use ravenpost_rules::{Seat, Viewer};

use crate::harness::browser::Pages;
use crate::harness::seeds::seeds;
use crate::pages::game::private_instructions::{Table, without_hashes};
use crate::pages::session;
use crate::pages::table::forks::sealed;

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);
/// The number of rounds of saving an instruction, comparing, withdrawing it and comparing again.
const ROUNDS: usize = 6;
/// The server's and the game's public evidence.
const OF_SERVER: [&str; 3] = ["/seals", "/seals/checkpoint", "/seals/from/0"];
const OF_GAME: [&str; 2] = ["/audit", "/audit.json"];
/// The number of latest emails that are compared.
const EMAILS: usize = 3;

/// The number of compared pairs, of pairs that differ in hidden information, and of compared texts.
#[derive(Default, Debug)]
struct Tally {
    pairs: usize,
    differ: usize,
    texts: usize,
}

/// Two games with the same seed, and Red's sessions.
struct Pair {
    both: [Table; 2],
    pages: [Pages; 2],
    ann: [String; 2],
    here: String,
}

impl Pair {
    async fn of(title: &str, seed: u64) -> Pair {
        let both = [Table::of(title, seed).await, Table::of(title, seed).await];
        let ann = [session(&both[0].app, "ann").await, session(&both[1].app, "ann").await];
        let pages = [&both[0], &both[1]].map(|table| Pages::of(table.app.service.clone()));
        Pair { both, pages, ann, here: format!("{title}, seed {seed}") }
    }

    /// Advances both games by a day and seals their current state.
    async fn next_day(&mut self) {
        for table in &mut self.both {
            table.app.now += Duration::days(1);
            table.app.service.archive().seal(table.app.now).await.expect("sealed");
        }
    }

    async fn go_on(&mut self) -> bool {
        let [one, other] = &mut self.both;
        let both = (one.go_on().await, other.go_on().await);
        assert_eq!(both.0, both.1, "{}: the same is asked", self.here);
        both.0
    }

    /// Whether the games differ in hidden information.
    async fn differs(&self) -> bool {
        let [one, other] = [self.both[0].game().await, self.both[1].game().await];
        one.last_seq() != other.last_seq()
            || one.true_position().document() != other.true_position().document()
    }

    async fn compare(&mut self, tally: &mut Tally) {
        self.next_day().await;
        let one = evidence(&self.both[0], &self.pages[0], &self.ann[0]).await;
        let other = evidence(&self.both[1], &self.pages[1], &self.ann[1]).await;
        assert_eq!(one.len(), other.len(), "{}", self.here);
        for ((what, one), (also, other)) in one.iter().zip(&other) {
            assert_eq!(what, also, "{}", self.here);
            let at = one.lines().zip(other.lines()).find(|(one, other)| one != other);
            assert_eq!(at, None, "{}: {what}", self.here);
            assert_eq!(one.len(), other.len(), "{}: {what}", self.here);
        }
        tally.pairs += 1;
        tally.differ += usize::from(self.differs().await);
        tally.texts += one.len();
    }

    /// Gives an order of Blue in each game; nobody else can tell the two orders apart.
    async fn seal_orders(&mut self) {
        let game = self.both[0].game().await;
        if !game.seats().awaited_seats().contains(&BLUE) {
            return;
        }
        let Some(orders) = sealed(&game) else { return };
        for (table, order) in self.both.iter_mut().zip(&orders) {
            table.app.order(&table.game, BLUE, order).await.expect("legal");
        }
    }
}

/// Returns all evidence available to Red and spectators, without hashes.
async fn evidence(table: &Table, pages: &Pages, ann_is: &str) -> Vec<(String, String)> {
    let Table { app, game: game_id, .. } = table;
    let mut red = pages.browser().signed_in(ann_is);
    let mut watcher = pages.browser();
    let mut evidence = Vec::new();
    let of_day = format!("/seals/{}", app.now.date_naive());
    for path in OF_SERVER.iter().map(|path| (*path).to_owned()).chain([of_day]) {
        let body = watcher.get(&path).await.body;
        evidence.push((path, body));
    }
    for path in OF_GAME {
        let full = format!("/games/{game_id}{path}");
        evidence.push((format!("Red's {path}"), red.get(&full).await.body));
        evidence.push((format!("a watcher's {path}"), watcher.get(&full).await.body));
    }
    let game = table.game().await;
    for viewer in [Viewer::Seat(RED), Viewer::Spectator] {
        let file = app.service.archive().export(game_id, viewer).await.expect("written out");
        evidence.push((format!("the file for {viewer:?}"), file));
        let receipts = game.fairness().receipts(viewer).into_iter();
        let receipts =
            receipts.map(|one| format!("{} {} {} {}", one.step, one.at, one.seat, one.hash.hex()));
        evidence
            .push((format!("receipts for {viewer:?}"), receipts.collect::<Vec<_>>().join("\n")));
    }
    let emails = app.emails_of("ann").await.into_iter().filter(|queued| queued.game.is_some());
    for queued in emails.take(EMAILS) {
        let email = app.written(&queued).await;
        let email = email.map(|one| format!("{}\n{}\n{:?}", one.subject, one.text, one.html));
        evidence.push((format!("an email, {}", queued.kind), email.unwrap_or_else(str::to_owned)));
    }
    evidence.into_iter().map(|(what, text)| (what, without_hashes(&text))).collect()
}

/// Compares a game with secrets of Blue to one with none or with others.
async fn played_twice(title: &str, seed: u64, tally: &mut Tally) {
    let mut pair = Pair::of(title, seed).await;
    for round in 0..ROUNDS + seed as usize % 3 {
        if pair.both[0].save_instruction(round + seed as usize).await {
            pair.compare(tally).await;
            pair.both[0].take_back().await;
            pair.compare(tally).await;
        }
        if !pair.go_on().await {
            return;
        }
    }
    pair.seal_orders().await;
    pair.compare(tally).await;
}

#[tokio::test]
async fn evidence_reveals_no_instructions_or_sealed_orders() {
    let (mut played, mut tallies) = (0, BTreeMap::<&str, Tally>::new());
    for seed in seeds(1) {
        println!("seed {seed}");
        for title in ravenpost::titles::all() {
            let key = title.about().key;
            played_twice(key, 61 + seed, tallies.entry(key).or_default()).await;
        }
        played += 1;
    }
    println!("{played} seeds");
    for (key, Tally { pairs, differ, texts }) in tallies {
        println!("{key}: {pairs} pairs, {differ} differ, {texts} texts of each");
        assert!(differ > 3 * played, "{key}: only {differ} pairs of {pairs} differ");
    }
}
