//! Bots play every title legally, deterministically for a seed, and without using hidden
//! information.

use std::cell::Cell;
use std::collections::BTreeSet;

use ravenpost::titles;
use ravenpost_rules::bots;
use ravenpost_rules::{Awaited, Dice, Position, Seat, Table, Viewer};
use serde_json::json;

use crate::harness::brief;

/// Number of orders after which a game of a slow bot at a full table stops; with few seats it plays
/// to the end.
const LONG: u64 = 150;

/// Plays games of every title with one bot in all seats, and calls `look` before every order.
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
fn bots_finish_games_and_are_deterministic_by_seed() {
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

/// A bot must not depend on what its seat cannot know: it gives the same order in another state
/// that looks the same to it.
#[test]
fn bots_do_not_depend_on_hidden_state() {
    played("random", |position, _, number| {
        if number % 7 != 0 {
            return;
        }
        let seat = position.awaited()[0].seat;
        let mut dice = Dice::seeded(number * 31);
        let other = position.imagine(Viewer::Seat(seat), &mut dice);
        for bot in bots::all() {
            let here = bot.choose(position, seat, number);
            assert_eq!(bot.choose(other.as_ref(), seat, number), here, "{}", bot.name());
        }
    });
}

/// Returns the positions after one, two and more other seats have answered in secret, and this one
/// is still awaited.
fn after_sealed_answers(
    position: &dyn Position,
    own: &Awaited,
    number: u64,
) -> Vec<Box<dyn Position>> {
    let scene =
        |position: &dyn Position| format!("{:?}", position.present(Viewer::Seat(own.seat)).scene);
    let before = scene(position);
    let (mut after, mut all) = (position.copy(), Vec::new());
    for one in position.awaited().iter().filter(|one| one.seat != own.seat) {
        let legal = after.legal(one.seat).orders;
        let place = usize::try_from(number).unwrap() % legal.len().max(1);
        let Some(order) = legal.get(place) else { continue };
        let Some(decided) = after.attempt(one.seat, order, &mut Dice::seeded(1)) else {
            continue;
        };
        after = decided.next;
        // Otherwise this was the last order, or it was not secret.
        if scene(after.as_ref()) != before || !after.awaited().contains(own) {
            break;
        }
        all.push(after.copy());
    }
    all
}

/// A bot's sealed order is the same no matter who has already answered, and how.
#[test]
fn sealed_bot_answer_is_independent_of_who_answered() {
    let compared = Cell::new(0);
    played("random", |position, _, number| {
        let awaited = position.awaited();
        let Some(own) = awaited.last().filter(|own| own.private && number % 17 == 0) else {
            return;
        };
        let all = after_sealed_answers(position, own, number);
        compared.set(compared.get() + all.len());
        for bot in bots::all() {
            let here = bot.choose(position, own.seat, number);
            for after in &all {
                let title = position.title().about().name;
                let answer = bot.choose(after.as_ref(), own.seat, number);
                assert_eq!(answer, here, "{} in {title}, {}", bot.name(), own.decision);
            }
        }
    });
    assert!(compared.get() > 50, "{} answers of each bot", compared.get());
}

/// What a family loses to pirates is its own choice, not a random draw, even while others still
/// have to answer.
#[test]
fn sealed_bot_answer_is_weighed_before_others_answer() {
    let title = titles::find("gotlandia").unwrap();
    let cards = ["gotland", "roma", "home", "wisby", "forest", "hill", "field", "pasture"];
    let storage = json!({ "silver": 4, "wood": 4 });
    let position = json!({
        "state": "raid-loss",
        "card": "g1100-1",
        "upcoming": ["g1100-2"],
        "token": "red",
        "seats": {
            "red": { "home": "bro", "deck": cards, "storage": storage, "owes": 2 },
            "blue": { "home": "burs", "deck": cards, "storage": storage, "owes": 2 },
        },
    });
    let position = title.from_document(&Table::of(2), &position).unwrap();
    let asked: Vec<Seat> = position.awaited().iter().map(|one| one.seat).collect();
    assert_eq!(asked, [Seat(1), Seat(2)], "both are asked at once");
    let steady = bots::find("steady").unwrap();
    let answers: BTreeSet<String> =
        (0..12).map(|seed| steady.choose(position.as_ref(), Seat(1), seed)).collect();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

/// The goods in a lot such as "3 hide 5 meat".
fn goods(lot: &str) -> Vec<&str> {
    lot.split_whitespace().filter(|word| word.parse::<u32>().is_err()).collect()
}

/// In Bardagi the bot does not trade goods back in the same turn. It writes each line of a Claim
/// sheet once, and recognises actions that pay off later.
#[test]
fn steady_bot_does_not_undo_its_own_actions_in_bardagi() {
    let (title, steady) = (titles::find("bardagi").unwrap(), bots::find("steady").unwrap());
    let mut position = title.open(&brief(title, 3), &mut Dice::seeded(4)).ok().unwrap().next;
    let (mut turn, mut got, mut lines) = (None, Vec::new(), vec![Vec::new(); 3]);
    let (mut trades, mut sheets, mut later) = (0, 0, 0);
    let mut number = 0;
    while let Some(one) = position.awaited().into_iter().next() {
        number += 1;
        let order = steady.choose(position.as_ref(), one.seat, number);
        let sheet: &mut Vec<String> = &mut lines[one.seat.index()];
        let words: Vec<&str> = order.split(' ').collect();
        if turn.replace((one.seat, one.decision)) != Some((one.seat, one.decision)) {
            got.clear();
        }
        if let Some((given, wanted)) =
            order.strip_prefix("k trade ").and_then(|lots| lots.split_once(" > "))
        {
            trades += 1;
            let is_back = |good: &&str| got.iter().any(|known: &String| known == good);
            let back: Vec<&str> = goods(given).into_iter().filter(is_back).collect();
            assert!(back.is_empty(), "{order}: {back:?} came by the same turn's trades");
            got.extend(goods(wanted).into_iter().map(str::to_owned));
        }
        match words[..] {
            ["claim" | "recruit", ..] => {
                sheets += 1;
                assert!(!sheet.contains(&words[0].to_owned()), "{order} is written twice");
                sheet.push(words[0].to_owned());
            }
            ["drop", ..] => panic!("{order}: a line is taken back"),
            _ => sheet.clear(),
        }
        let pays_later = words.contains(&"refill") || words.contains(&"runes");
        later += usize::from(pays_later);
        let decided = position.decide(one.seat, &order, &mut Dice::seeded(number));
        position = decided.unwrap_or_else(|why| panic!("\"{order}\": {}", why[0])).next;
    }
    assert!(trades > 0 && sheets > 5 && later > 0, "{trades}, {sheets}, {later}");
}

#[test]
fn steady_bot_beats_the_random_one() {
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
