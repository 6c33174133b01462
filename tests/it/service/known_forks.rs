//! From what a fork begins is a function of what its asker knew: games that are the same to him,
//! and are otherwise in all that he may not know, lead to one and the same fork.

use std::collections::BTreeSet;

use ravenpost::service::game::folded::Game;
use ravenpost_rules::{Dice, Position, Seat, Viewer};

use super::forks::midst_of;

const BLUE: Seat = Seat(1);

/// How many forks of a title are compared for each viewer; `RAVENPOST_SEEDS` says how many it is at
/// night.
fn forks() -> u64 {
    std::env::var("RAVENPOST_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(100)
}

/// So many of them are of one game.
const OF_GAME: u64 = 50;
/// How often another seat tries to write something down that only itself sees.
const WRITES: usize = 4;

/// The same to a viewer, and else as it may well be: what only others know is drawn anew, but for
/// what one `eye` knows, and they have written down what nobody but themselves sees.
fn otherwise(from: &dyn Position, [viewer, eye]: [Viewer; 2], seed: u64) -> Box<dyn Position> {
    let mut dice = Dice::seeded(seed);
    let known = |position: &dyn Position| (position.show(viewer), position.awaited());
    let (mut other, as_known) = (from.imagine(eye, &mut dice), known(from));
    for seat in Seat::all(from.seats()).filter(|seat| !viewer.is(*seat)) {
        for _ in 0..WRITES {
            let aside = other.instructions(seat).into_iter().flat_map(|group| group.offers);
            let mut orders: Vec<String> = aside.map(|offer| offer.order).collect();
            orders.extend(other.legal(seat).orders);
            let Some(order) = dice.stream("writes").pick(&orders) else { break };
            let Some(written) = other.attempt(seat, order, &mut Dice::seeded(seed)) else {
                continue;
            };
            if known(&*written.next) == as_known {
                other = written.next;
            }
        }
    }
    other
}

/// What was seen of the forks of a title for one viewer.
#[derive(Default)]
struct Forked {
    /// Those of games that differ indeed in what the viewer may not know, and the games themselves.
    differ: u64,
    origins: BTreeSet<String>,
    /// What they begin with.
    begins: BTreeSet<String>,
}

/// What lies hidden is drawn anew: forks of a position agree with all that Blue saw, or everybody,
/// and are what they would be if everything that they may not know were otherwise.
#[tokio::test]
async fn a_fork_is_a_function_of_what_its_asker_knew() {
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let mut all = [Viewer::Seat(BLUE), Viewer::Watcher].map(|one| (one, Forked::default()));
        for game in 0..forks().div_ceil(OF_GAME) {
            let (app, _, id) = midst_of(key, 21 + game).await;
            let live = app.service.live(&id).await.expect("a game");
            for number in (game * OF_GAME..(game + 1) * OF_GAME).take_while(|one| *one < forks()) {
                for (viewer, forked) in &mut all {
                    compare(&live, *viewer, number, forked);
                }
            }
        }
        for (viewer, Forked { differ, origins, begins }) in &all {
            let [origins, begins] = [origins.len(), begins.len()];
            println!(
                "{key} {viewer:?}: {differ} differ, {origins} origins, {begins} begin otherwise"
            );
            let drawn = *viewer == Viewer::Watcher || begins > 3 || forks() < 20;
            assert!(drawn, "{key}: {begins}");
            assert!(*differ * 10 >= forks() * 9, "{key} {viewer:?}: only {differ} differ");
        }
    }
}

/// A fork of a game, and one of a game that is the same to whoever asks for it.
fn compare(live: &Game, viewer: Viewer, number: u64, forked: &mut Forked) {
    let here = format!("{} {viewer:?} {number}", live.title.about().key);
    // What others know of it may be true; of two seats it is, by turns.
    let eye = match viewer {
        Viewer::Seat(_) => viewer,
        Viewer::Watcher => Viewer::Seat(Seat(1 + (number % 3) as u8)),
    };
    let known = live.true_position().show(viewer);
    let other = otherwise(live.true_position(), [viewer, eye], 10_000 + number);
    let forks = [live.true_position(), &*other].map(|from| {
        let dream = from.imagine(viewer, &mut Dice::seeded(number));
        assert_eq!(dream.show(viewer), known, "{here}");
        dream.snapshot(&live.course.table).expect("it reads again").facts
    });
    assert_eq!(forks[0], forks[1], "{here}");
    let origin = other.document();
    forked.differ += u64::from(origin != live.true_position().document());
    forked.origins.insert(origin.to_string());
    forked.begins.insert(forks[0].clone());
}
