//! Tests that play random games and check the state, which the general tests cannot see.

mod golden;

use std::collections::BTreeSet;

use super::Thingvellir as Title;
use super::orders::Order;
use super::play::{
    action,
    action::{feast, ride, settle},
    legal,
};
use super::state::State;
use super::state::deed::Deed;
use super::state::facts::Fact;
use super::state::progress::{ActionSource, Step};
use super::things::names::{Action, Area, Card};
use ravenpost_rules::contract::ids::distinct;
use ravenpost_rules::contract::own_orders::{Answer, Looked, look};
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{Described, Document, Fold, Notation, Seat, Show, Table, Viewer};

fn opened(seats: u8, seed: u64) -> Walk<Title> {
    let mut table = Table::of(seats);
    if seed % 2 == 1 {
        table = table.with("outlawry", "on").with("harvest", "on").with("votes", "sealed");
    }
    Walk::open(&table, seed)
}

/// Plays random orders and passes every position to `look`.
fn play(seats: u8, seed: u64, most: usize, look: impl FnMut(&State, Seat, &[Order])) {
    opened(seats, seed).play_at_random(most, look);
}

#[test]
fn every_listed_order_is_valid_and_round_trips() {
    for seed in 0..6 {
        play(2 + (seed % 5) as u8, seed, 250, |state, seat, orders| {
            for order in orders {
                let text = Title::write(state, order);
                assert_eq!(legal::check(state, seat, order), Ok(()), "{text}");
                assert_eq!(Title::parse(state, seat, &text), Ok(order.clone()), "{text}");
                assert!(!Title::words(state, seat, order).is_empty(), "{text}");
                assert!(!Title::group(state, seat, order).title.is_empty(), "{text}");
            }
        });
    }
}

#[test]
fn shortcuts_match_the_lists() {
    for seed in 0..6 {
        play(2 + (seed % 5) as u8, seed, 250, |state, _, orders| {
            let more = orders.len() > 1;
            let asked = state.turn;
            match state.step {
                Step::Settle => assert_eq!(settle::may_do(state, asked), more),
                Step::Ride => {
                    let (left, held) = (state.deed.left, state.deed.held);
                    assert_eq!(ride::may_do(state, asked, left, held), more);
                }
                _ => {}
            }
            for seat in state.players() {
                for (action, step) in [
                    (Action::SETTLE, Step::Settle),
                    (Action::RIDE, Step::Ride),
                    (Action::FEAST, Step::Feast),
                ] {
                    fresh(state, seat, action, step);
                }
            }
        });
    }
}

/// Compares the shortcut for a new action with its list.
fn fresh(state: &State, seat: Seat, action: Action, step: Step) {
    for strength in 1..=3 {
        let mut probe = state.clone();
        probe.step = step;
        let source = ActionSource::Home;
        probe.deed = Deed { seat, action, source, strength, left: strength, ..Deed::default() };
        let mut orders = Vec::new();
        legal::list(&probe, seat, &mut orders);
        let useful = action::is_useful(state, seat, action, strength);
        assert_eq!(useful, orders.len() > 1, "{} {strength}: {orders:?}", action.slug());
    }
}

#[test]
fn board_text_is_narrow_and_page_is_complete() {
    for seed in 0..5 {
        play(2 + seed as u8, seed, 200, |state, seat, _| {
            for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                let presentation = Title::present(&Title::show(state, viewer));
                for line in presentation.text.to_string().lines() {
                    assert!(line.chars().count() <= 72, "too wide: {line}");
                }
                assert!(presentation.panels.len() >= 5);
                assert_eq!(presentation.scene.areas.len(), 40);
                distinct("a position", &presentation);
                assert!(!presentation.headline.is_empty());
            }
        });
    }
}

/// In a hunt, each card of the seat can either act or says why not.
#[test]
fn bondi_that_cannot_act_says_why() {
    let (mut acting, mut idle, mut personae) = (0, 0, 0);
    for seed in 0..12 {
        play(2 + (seed % 5) as u8, seed, 400, |state, seat, orders| {
            let reasons = Title::unplayable(state, seat);
            assert!(state.step == Step::Bondi || reasons.is_empty());
            if state.step != Step::Bondi {
                return;
            }
            assert!(reasons.iter().all(|(_, why)| !why.is_empty()), "{reasons:?}");
            let mut found = BTreeSet::from_iter(reasons.into_iter().map(|(card, _)| card));
            for card in Card::of(state.hird[seat]) {
                assert!(found.remove(card.word()), "{}", card.word());
                personae += 1;
            }
            let mut bondi = BTreeSet::from(["home".to_owned()]);
            bondi.extend(state.oaths[seat].bondi().map(|(slot, _)| format!("slot-{slot}")));
            for order in orders.iter().filter(|order| matches!(order, Order::Act(_))) {
                let card = Title::group(state, seat, order).card.expect("a Bondi acts");
                assert!(bondi.remove(&card), "{card}");
                acting += 1;
            }
            assert_eq!(found, bondi);
            idle += found.len();
        });
    }
    assert!(acting > 50 && idle > 20 && personae > 0, "{acting}, {idle}, {personae}");
}

#[test]
fn default_slaughter_is_the_first_of_the_largest() {
    for seed in 0..12 {
        play(4, seed, 400, |state, seat, orders| {
            if state.step == Step::Slay {
                let most = feast::most_slain(state, seat);
                assert!(orders.contains(&Order::Slay(most)));
            }
        });
    }
}

#[test]
fn document_round_trips() {
    for seed in 0..5 {
        let seats = 2 + seed as u8;
        let first = opened(seats, seed).state;
        let options = &first.options;
        let mut table = Table::of(seats);
        for (is, id, value) in [
            (options.outlawry, "outlawry", "on"),
            (options.harvest, "harvest", "on"),
            (options.sealed, "votes", "sealed"),
        ] {
            if is {
                table = table.with(id, value);
            }
        }
        play(seats, seed, 300, |state, _, _| {
            let document = Title::document(state);
            let again = Title::from_document(&table, &document).expect("it is a sheet");
            assert_eq!(Title::document(&again), document);
            assert_eq!(Title::audit(&again), Ok(()));
        });
    }
}

fn board(state: &State) -> String {
    Title::present(&Title::show(state, Viewer::Spectator)).text.to_string()
}

#[test]
fn feud_in_the_first_game_text_is_reproducible() {
    let tour = Title::about().tour;
    let document = serde_json::json!({
        "factions": ["oddi", "reykholt"], "state": "ride", "turn": "oddi",
        "deed": { "strength": 1 },
        "men": { "odd/ska": { "oddi": 3 }, "hau/ska": { "reykholt": 2 } },
        "seats": { "oddi": { "goods": ["w3"] }, "reykholt": { "goods": ["g2", "b1"] } },
        "next": ["r2", "r3", "g1", "w2", "r1"],
    });
    let state = Title::from_document(&Table::of(2), &document).expect("it is a sheet");
    let mut walk = Walk::<Title>::at(state, 2);
    walk.line("move 3 odd/ska to hau/ska");
    walk.line("add w3");
    let text = board(&walk.state);
    let feud = text.find("Feud between").expect("a feud is on");
    assert!(tour.contains(&text[feud..]), "the feud is:\n{}", &text[feud..]);
}

#[test]
fn every_rule_point_is_a_linkable_paragraph() {
    let rules = include_str!("RULES.md");
    let lines: Vec<&str> = rules.lines().collect();
    let point = |line: &str| {
        let number = line.strip_prefix('R').and_then(|rest| rest.split('.').next());
        number.is_some_and(|number| !number.is_empty() && number.parse::<u8>().is_ok())
    };
    let points = lines.windows(2).filter(|pair| point(pair[1]));
    let mut count = 0;
    for pair in points {
        assert_eq!(pair[0], "", "{}", pair[1]);
        count += 1;
    }
    assert!(count > 200, "{count}");
}

#[test]
fn notation_page_lists_every_code() {
    let page = include_str!("NOTATION.md");
    for area in Area::all() {
        let words = format!("`{}` {}", area.slug(), area.name());
        assert!(page.contains(&words) || area.slug() == "thi", "{words}");
    }
}

#[test]
fn face_up_card_counts_as_revealed() {
    let who = opened(2, 0).state.who(Seat(1));
    let card = Card(7);
    let outlawed = Fact::Outlawed(who, card, Area(3));
    assert!(Title::info(&outlawed).reveals.is_some(), "the persona of a Bondi was hidden");
    let disposed = Fact::DeedDiscarded(who);
    assert!(Title::info(&disposed).reveals.is_none(), "a card goes to Doom face down");
}

/// The orders recorded by instructions and pre-orders.
fn answer(state: &State, fact: &Fact, _next: Option<&Fact>) -> Option<Answer<Title>> {
    let (who, text) = match fact {
        Fact::InstructionUsed(who, _, text) | Fact::PlanPlayed(who, _, text) => (who, text),
        _ => return None,
    };
    let order = Title::parse(state, who.seat, text).expect("it is an order");
    Some(Answer { seat: who.seat, orders: vec![order] })
}

#[test]
fn instructions_and_default_orders_are_legal_orders() {
    let said = [
        "standing vote any support",
        "standing challenge upto 2",
        "standing feud accept",
        "standing hold auto",
        "standing raze spare",
        "later home",
        "later act 1",
    ];
    let mut looked = Looked::default();
    for seed in 0..24 {
        let mut walk = opened(2 + (seed % 5) as u8, seed);
        for seat in Seat::all(walk.state.seats).filter(|seat| seed % 3 != u64::from(seat.0 % 3)) {
            said.iter().for_each(|line| drop(walk.say(seat, line)));
        }
        let new = look(&mut walk, 250, answer);
        looked.answers += new.answers;
        looked.defaults += new.defaults;
    }
    assert!(looked.answers > 100 && looked.defaults > 3000, "{looked:?}");
}

/// An answer by instruction has the same result as the order it gives, and the instruction is in
/// force.
#[test]
fn instruction_that_answers_is_in_force() {
    let mut answers = 0;
    for seed in 0..12 {
        let mut walk = opened(2 + (seed % 5) as u8, seed);
        for seat in Seat::all(walk.state.seats) {
            walk.say(seat, "standing vote any support");
            walk.say(seat, "standing feud accept");
        }
        for _ in 0..250 {
            let Some(seat) = walk.asked() else { break };
            let orders = legal::legal(&walk.state, seat).orders;
            let order = walk.dice.stream("order").pick(&orders).expect("there is one").clone();
            let mut then = walk.state.clone();
            let facts = walk.give(seat, &order);
            for (at, fact) in facts.iter().enumerate() {
                if let Fact::InstructionUsed(who, by, text) = fact {
                    let order = Title::parse(&then, who.seat, text).expect("it is an order");
                    let mut other = Walk::<Title>::at(then.clone(), 0);
                    let first = other.give(who.seat, &order).swap_remove(0);
                    assert_eq!(Some(&first), facts.get(at + 1), "{by:?}: {text}");
                    assert!(then.standing[who.seat].has(*by), "{by:?} is in force");
                    answers += 1;
                }
                Title::apply(&mut then, fact);
            }
        }
    }
    assert!(answers > 50, "only {answers} answers");
}
