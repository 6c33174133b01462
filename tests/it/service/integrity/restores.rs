//! After a restore, draws and undealt cards are independent of those in the lost hours.
//!
//! Tries a few restores per title; `RAVENPOST_SEEDS=4000` tries a thousand of each.

use std::collections::{BTreeMap, BTreeSet};

use ravenpost::service::game::core::folded::Game;
use ravenpost_rules::numbers::Seq;
use serde_json::Value;

use crate::harness::seeds::seeds;
use crate::service::integrity::epochs::{Before, Way};
use crate::service::table::rewinds::play;

/// Orders played after the restore.
const ORDERS: usize = 12;
/// Shorter lists are not compared.
const SHORTEST: usize = 4;
/// Standard deviations from chance that fail the test.
const DEVIATIONS: f64 = 5.0;

type Lists = BTreeMap<String, Vec<String>>;

/// How often two sequences agree, and the number expected by chance.
#[derive(Default)]
struct Agreement {
    compared: u64,
    equal: f64,
    expected: f64,
    variance: f64,
}

impl Agreement {
    fn add(&mut self, equal: bool, chance: f64) {
        self.compared += 1;
        self.equal += f64::from(u8::from(equal));
        self.expected += chance;
        self.variance += chance * (1.0 - chance);
    }

    fn deviations(&self) -> f64 {
        (self.equal - self.expected) / self.variance.sqrt().max(1.0)
    }
}

/// The lists of plain values in a document, by their paths.
fn lists(value: &Value, path: &str, found: &mut Lists) {
    match value {
        Value::Array(all) if all.len() >= SHORTEST && all.iter().all(|one| !one.is_array()) => {
            let plain = all.iter().all(|one| one.is_string() || one.is_number());
            if plain {
                found.insert(path.to_owned(), all.iter().map(Value::to_string).collect());
            }
        }
        Value::Array(all) => {
            for (at, one) in all.iter().enumerate() {
                lists(one, &format!("{path}/{at}"), found);
            }
        }
        Value::Object(all) => {
            for (key, one) in all {
                lists(one, &format!("{path}/{key}"), found);
            }
        }
        _ => {}
    }
}

fn lists_of(game: &Game) -> Lists {
    let mut found = Lists::new();
    lists(&game.true_position().document(), "", &mut found);
    found
}

/// Every draw after an event, by purpose.
fn draws(game: &Game, after: Seq) -> BTreeMap<String, Vec<(u32, u32)>> {
    let mut all: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
    for entry in game.log.after(after) {
        let drawn: Vec<(String, Vec<(u32, u32)>)> =
            serde_json::from_str(&entry.event.draws).expect("draws");
        for (purpose, numbers) in drawn {
            all.entry(purpose).or_default().extend(numbers);
        }
    }
    all
}

/// The comparisons for one title.
#[derive(Default)]
struct Compared {
    draws: Agreement,
    /// The lists of the lost game, and of two servers that began an epoch at the same step.
    lists: Vec<[Lists; 3]>,
}

impl Compared {
    fn draws(&mut self, lost: &Game, now: &Game, after: Seq) {
        let (lost, now) = (draws(lost, after), draws(now, after + 1));
        for (purpose, numbers) in &lost {
            let again = now.get(purpose).into_iter().flatten();
            for ((of, was), (now_of, is)) in numbers.iter().zip(again) {
                if of == now_of && *of > 1 {
                    self.draws.add(was == is, 1.0 / f64::from(*of));
                }
            }
        }
    }

    /// The lists changed by restores, and a difference in standard errors: how much more the lost
    /// order agrees with a restored one than two restored ones with each other.
    fn order(&self) -> (BTreeSet<&str>, f64) {
        let mut names = BTreeSet::new();
        let mut differences = Vec::new();
        for [lost, one, other] in &self.lists {
            let alike = |left: &Lists, right: &Lists| -> f64 {
                let pairs = left.iter().filter_map(|(path, list)| Some((list, right.get(path)?)));
                let equal = pairs.flat_map(|(left, right)| left.iter().zip(right));
                equal.filter(|(left, right)| left == right).count() as f64
            };
            let changed = lost.iter().filter(|(path, list)| one.get(*path) != Some(list));
            names.extend(changed.map(|(path, _)| path.as_str()));
            differences.push(alike(lost, one) - alike(one, other));
        }
        let count = differences.len().max(2) as f64;
        let mean = differences.iter().sum::<f64>() / count;
        let squares: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        (names, if mean == 0.0 { 0.0 } else { mean / error.max(f64::EPSILON) })
    }
}

#[tokio::test]
async fn draws_after_a_restore_are_independent_of_lost_ones() {
    let mut titles: BTreeMap<&'static str, Compared> = BTreeMap::new();
    for seed in seeds(40) {
        let mut before = Before::played(seed).await;
        before.seed = 2 * seed + 1_000;
        let lost = before.app.service.games().load(&before.game).await.expect("a game");
        let was = lost.history().at(before.after).expect("it folds");
        let mut app = before.again(Way::Restored).await;
        let game = app.service.games().load(&before.game).await.expect("a game");
        let compared = titles.entry(game.title.about().key).or_default();
        before.seed += 1;
        let elsewhere = before.again(Way::Imported).await;
        let other = elsewhere.service.games().load(&before.game).await.expect("a game");
        compared.lists.push([lists_of(&was), lists_of(&game), lists_of(&other)]);
        play(&mut app, &before.game, ORDERS).await;
        let played = app.service.games().load(&before.game).await.expect("a game");
        compared.draws(&lost, &played, before.after);
    }
    for (title, compared) in &titles {
        let (lists, order) = compared.order();
        let draws = &compared.draws;
        println!(
            "{title}: {} restores; {} draws, {:.1}; cards {order:.1}; redrawn: {lists:?}",
            compared.lists.len(),
            draws.compared,
            draws.deviations()
        );
        assert!(draws.deviations().abs() < DEVIATIONS, "draws of {title}");
        assert!(order.abs() < DEVIATIONS, "cards of {title}");
    }
    let compared: u64 = titles.values().map(|one| one.draws.compared).sum();
    assert!(compared > 50, "only {compared} draws");
}
