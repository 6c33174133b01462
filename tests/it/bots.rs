//! Bots play every title legally, alike for the same seed, and blind to what they may not know.

use ravenpost::titles;
use ravenpost_rules::bots;
use ravenpost_rules::{Dice, Position, Viewer};

use crate::harness::brief;

/// Orders that a bot which thinks long gives at a full table; with few seats it plays whole games.
const LONG: u64 = 150;

/// Plays games of every title with one bot in all seats, and looks in at every order.
fn played(bot: &str, look: impl Fn(&dyn Position, &str, u64)) {
    let thinks = bot != "random";
    let bot = bots::find(bot).unwrap();
    for title in titles::all() {
        let (least, most) = title.about().seats;
        for seats in [least, most] {
            let end = if thinks && seats > least { LONG } else { u64::MAX };
            let mut dice = Dice::seeded(u64::from(seats));
            let opened = title.open(&brief(*title, seats), &mut dice);
            let mut position = opened.unwrap_or_else(|why| panic!("{}", why[0])).next;
            let mut number = 0;
            while let Some(one) = position.awaited().into_iter().next()
                && number < end
            {
                number += 1;
                assert!(number <= u64::from(title.about().bound), "the game does not end");
                let order = bot.choose(position.as_ref(), one.seat, number);
                look(position.as_ref(), &order, number);
                let mut dice = Dice::seeded(number);
                let decided = position.decide(one.seat, &order, &mut dice);
                position = decided.unwrap_or_else(|why| panic!("\"{order}\": {}", why[0])).next;
            }
            assert!(position.outcome().is_some() || number == end);
        }
    }
}

#[test]
fn each_bot_plays_whole_games_and_the_same_seed_gives_the_same_order() {
    for bot in bots::all() {
        played(bot.name(), |position, order, number| {
            if number % 9 != 0 {
                return;
            }
            let seat = position.awaited()[0].seat;
            assert_eq!(bot.choose(position, seat, number), order);
        });
    }
}

/// What a bot does must not depend on what its seat cannot know: on another state that looks the
/// same to it, it does the same.
#[test]
fn a_bot_is_blind_to_secrets() {
    for bot in bots::all() {
        played("random", |position, _, number| {
            if number % 7 != 0 {
                return;
            }
            let seat = position.awaited()[0].seat;
            let mut dice = Dice::seeded(number * 31);
            let other = position.imagine(Viewer::Seat(seat), &mut dice);
            let here = bot.choose(position, seat, number);
            assert_eq!(bot.choose(other.as_ref(), seat, number), here, "{}", bot.name());
        });
    }
}

#[test]
fn the_steady_bot_beats_the_random_one() {
    let (steady, random) = (bots::find("steady").unwrap(), bots::find("random").unwrap());
    for title in titles::all().iter().filter(|title| title.about().seats.1 > 1) {
        let (mut better, mut games) = (0, 0);
        for seed in 0..4 {
            let opened = title.open(&brief(*title, 2), &mut Dice::seeded(seed));
            let mut position = opened.unwrap_or_else(|why| panic!("{}", why[0])).next;
            let clever = usize::try_from(seed % 2).unwrap();
            let mut number = seed * 10_000;
            while let Some(one) = position.awaited().into_iter().next() {
                number += 1;
                let bot = if one.seat.index() == clever { steady } else { random };
                let order = bot.choose(position.as_ref(), one.seat, number);
                let decided = position.decide(one.seat, &order, &mut Dice::seeded(number));
                position = decided.unwrap_or_else(|why| panic!("\"{order}\": {}", why[0])).next;
            }
            let outcome = position.outcome().unwrap();
            games += 1;
            better += usize::from(outcome.places[0].seat.index() == clever);
        }
        assert!(better * 3 >= games * 2, "{}: {better} of {games}", title.about().name);
    }
}
