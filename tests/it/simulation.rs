//! The whole service with a simulated clock and injected faults, from one seed.
//!
//! Players give orders, delay, send garbage, send twice, undo and leave. Commits fail, the relay
//! refuses, the sender dies between delivering an email and recording it, and the program restarts.
//! After each step the invariants are checked; at the end, everything calms down and the final
//! conditions are checked. A failure prints its seed: `RAVENPOST_SEED=n` plays that one alone, and
//! `RAVENPOST_SEEDS=n` plays more.

mod outages;
mod post;
mod world;

use std::collections::BTreeMap;

use world::World;

const STEPS: usize = 60;

fn seeds() -> Vec<u64> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    match (number("RAVENPOST_SEED"), number("RAVENPOST_SEEDS")) {
        (Some(seed), _) => vec![seed],
        (None, count) => (0..count.unwrap_or(12)).collect(),
    }
}

#[tokio::test]
async fn answered_orders_and_emails_survive_every_fault() {
    let mut seen: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in seeds() {
        println!("seed {seed}");
        let mut world = World::new(seed).await;
        for _ in 0..STEPS {
            let what = world.step().await;
            *seen.entry(what).or_default() += 1;
            world.check().await;
        }
        world.calm().await;
        world.check_end().await;
    }
    if seeds().len() > 10 {
        for what in world::KINDS {
            assert!(seen.contains_key(what), "{what} never happened: {seen:?}");
        }
    }
}

#[tokio::test]
async fn same_seed_gives_the_same_history() {
    let mut heads = Vec::new();
    for _ in 0..2 {
        let mut world = World::new(7).await;
        for _ in 0..STEPS {
            world.step().await;
        }
        heads.push(world.trace().await);
    }
    assert_eq!(heads[0], heads[1]);
}
