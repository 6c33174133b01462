//! A fork's start depends only on what its creator knew. Games that look the same to the creator,
//! but differ in everything hidden, lead to the same fork.

use std::collections::BTreeSet;

use ravenpost::service::game::core::folded::Game;
use ravenpost_rules::{Dice, Position, Seat, Viewer};

use crate::service::table::forks::running_game_of;

const BLUE: Seat = Seat(1);

/// The number of forks of a title compared for each viewer, from `RAVENPOST_SEEDS`.
fn forks() -> u64 {
    std::env::var("RAVENPOST_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(100)
}

/// How many of them come from one game.
const OF_GAME: u64 = 50;
/// How often another seat tries to record something that only it sees.
const WRITES: usize = 4;

/// A position that looks the same to `viewer`. What `eye` knows stays, everything else hidden is
/// redrawn, and other seats record private orders.
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

/// Statistics on the forks of a title for one viewer.
#[derive(Default)]
struct Forked {
    /// How many come from games that really differ in hidden state, and these games.
    differ: u64,
    origins: BTreeSet<String>,
    /// The starting positions.
    begins: BTreeSet<String>,
}

/// Hidden state is redrawn: a fork agrees with everything that Blue, or a spectator, saw, and
/// does not depend on anything hidden.
#[tokio::test]
async fn fork_is_a_function_of_its_creators_knowledge() {
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let mut all = [Viewer::Seat(BLUE), Viewer::Spectator].map(|one| (one, Forked::default()));
        for game_id in 0..forks().div_ceil(OF_GAME) {
            let (app, _, id) = running_game_of(key, 21 + game_id).await;
            let game = app.service.games().load(&id).await.expect("a game");
            for number in
                (game_id * OF_GAME..(game_id + 1) * OF_GAME).take_while(|one| *one < forks())
            {
                for (viewer, forked) in &mut all {
                    compare(&game, *viewer, number, forked);
                }
            }
        }
        for (viewer, Forked { differ, origins, begins }) in &all {
            let [origins, begins] = [origins.len(), begins.len()];
            println!(
                "{key} {viewer:?}: {differ} differ, {origins} origins, {begins} begin otherwise"
            );
            let drawn = *viewer == Viewer::Spectator || begins > 3 || forks() < 20;
            assert!(drawn, "{key}: {begins}");
            assert!(*differ * 10 >= forks() * 9, "{key} {viewer:?}: only {differ} differ");
        }
    }
}

/// Compares a fork of a game with one of a game that looks the same to its creator.
fn compare(game: &Game, viewer: Viewer, number: u64, forked: &mut Forked) {
    let here = format!("{} {viewer:?} {number}", game.title.about().key);
    // For spectators, what one of the seats knows stays unchanged, a different seat each time.
    let eye = match viewer {
        Viewer::Seat(_) => viewer,
        Viewer::Spectator => Viewer::Seat(Seat(1 + (number % 3) as u8)),
    };
    let known = game.true_position().show(viewer);
    let other = otherwise(game.true_position(), [viewer, eye], 10_000 + number);
    let forks = [game.true_position(), &*other].map(|from| {
        let dream = from.imagine(viewer, &mut Dice::seeded(number));
        assert_eq!(dream.show(viewer), known, "{here}");
        dream.snapshot(&game.status.table).expect("it reads again").facts
    });
    assert_eq!(forks[0], forks[1], "{here}");
    let origin = other.document();
    forked.differ += u64::from(origin != game.true_position().document());
    forked.origins.insert(origin.to_string());
    forked.begins.insert(forks[0].clone());
}
