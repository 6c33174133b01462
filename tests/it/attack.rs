//! People who mean ill: an organiser who plays, a friend, a stranger, and whoever imports files.
//! They do whatever the service offers, in any order and at any moment, from one seed; after each
//! act it is counted anew, from the log alone, whether anybody was bent, flooded or kept waiting.
//!
//! `RAVENPOST_SEED=n` plays one seed, `RAVENPOST_MINUTES=n` as many as there is time for.

mod files;
mod flood;
mod recount;
mod table;

use std::collections::BTreeMap;

use crate::harness::seeds::seeds;

/// What was tried, and how often it was done and refused.
#[derive(Default)]
pub struct Tally(BTreeMap<&'static str, (u32, u32)>);

impl Tally {
    fn count(&mut self, what: &'static str, done: bool) {
        let (yes, no) = self.0.entry(what).or_default();
        *(if done { yes } else { no }) += 1;
    }

    /// Whether something was tried and happened at least once.
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
async fn nobody_bends_a_table_floods_a_reader_or_keeps_a_game_from_its_end() {
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
async fn no_file_ends_a_server_or_leaves_anything_when_it_is_refused() {
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
