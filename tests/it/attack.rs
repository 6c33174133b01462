//! Randomised abuse: an organiser who plays, a friend, a stranger and someone who imports files.
//!
//! They try everything the service offers, in random order and at random times, from one seed.
//! After each act, a recount from the log alone checks that no player was disadvantaged, flooded
//! with email or kept waiting.
//!
//! `RAVENPOST_SEED=n` plays one seed; `RAVENPOST_MINUTES=n` plays as many as fit into that time.

mod files;
mod flood;
mod recount;
mod table;

use std::collections::BTreeMap;

use crate::harness::seeds::seeds;

/// How often each kind of act was accepted and refused.
#[derive(Default)]
pub struct Tally(BTreeMap<&'static str, (u32, u32)>);

impl Tally {
    fn count(&mut self, what: &'static str, done: bool) {
        let (yes, no) = self.0.entry(what).or_default();
        *(if done { yes } else { no }) += 1;
    }

    /// Whether an act was accepted at least once.
    fn done(&self, what: &str) -> bool {
        self.0.get(what).is_some_and(|(done, _)| *done > 0)
    }

    fn print(&self, played: u32) {
        println!("{played} seeds");
        for (what, (done, refused)) in &self.0 {
            println!("{what:>24}: {done:>7} done, {refused:>7} refused");
        }
    }
}

#[tokio::test]
async fn no_player_bends_floods_or_blocks_a_table() {
    let (mut tally, mut played) = (Tally::default(), 0);
    for seed in seeds(6) {
        println!("seed {seed}");
        table::attack(seed, &mut tally).await;
        played += 1;
    }
    tally.print(played);
    if played > 100 {
        for what in table::ACTS {
            assert!(tally.done(what), "{what} was never done, so nothing of it was tried");
        }
    }
}

#[tokio::test]
async fn no_file_crashes_a_server_or_leaves_traces() {
    let (mut tally, mut played) = (Tally::default(), 0);
    let mut files = files::Files::new().await;
    for seed in seeds(60) {
        println!("seed {seed}");
        files.attack(seed, &mut tally).await;
        played += 1;
    }
    files.goes_on().await;
    tally.print(played);
    assert!(played < 60 || tally.done("unchanged"), "a sound file is taken in");
}
