//! Tests that play random games and check the state, which the general tests cannot see.

use super::Bardagi as Title;
use super::orders::{Action, Order, Pay};
use super::play::{legal, turn};
use super::state::facts::Fact;
use super::state::{State, Step};
use super::things::areas::Area;
use super::things::ids::Node;
use super::things::kinds::Unit;
use ravenpost_rules::contract::own_orders::{Answer, Looked, look};
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{Judge, Notation, Seat, Show, Table};

fn opened(seats: u8, seed: u64) -> Walk<Title> {
    let mut table = Table::of(seats);
    if seed % 2 == 1 {
        table = table.with("charge", "on").with("forced_trade", "on").with("eight_cards", "on");
    }
    Walk::open(&table, seed)
}

/// Plays random orders and passes every position to `look`.
fn play(seats: u8, seed: u64, most: usize, look: impl FnMut(&State, Seat, &[Order])) {
    opened(seats, seed).play_at_random(most, look);
}

fn games(count: u64, mut look: impl FnMut(&State, Seat, &[Order])) {
    for seed in 0..count {
        play(2 + (seed % 4) as u8, seed, 300, &mut look);
    }
}

#[test]
fn every_listed_order_is_valid_and_round_trips() {
    games(6, |state, seat, orders| {
        for order in orders {
            let text = Title::write(state, order);
            assert_eq!(legal::check(state, seat, order), Ok(()), "{text}");
            assert_eq!(Title::parse(state, seat, &text), Ok(order.clone()), "{text}");
            assert!(!Title::words(state, seat, order).is_empty(), "{text}");
            assert!(!Title::group(state, seat, order).title.is_empty(), "{text}");
        }
    });
}

#[test]
fn instructions_have_words_and_a_heading() {
    let state = opened(4, 2).state;
    for line in [
        "stand retreat saudanes torgnes",
        "stand claim auto sheep meat",
        "stand claim ask",
        "stand bargain decline",
        "stand plan repeat",
        "script b take; done else done",
        "wish mint for weaver, alchemist",
        "homes blue red",
        "next b2 g2 k2",
        "drop axe gulldalur",
        "k visit 8 timber > 3 gold",
        "k give 0 hide",
    ] {
        let order = Title::parse(&state, Seat(1), line).expect(line);
        assert!(!Title::words(&state, Seat(1), &order).is_empty());
        assert!(!Title::group(&state, Seat(1), &order).title.is_empty());
    }
}

/// All actions for units, possible or not.
fn ideas(state: &State) -> Vec<Action> {
    let areas: Vec<Area> = Area::all().collect();
    let own: Vec<Area> = Area::of(state.owned(state.turn)).collect();
    let mut ideas = vec![Action::Axes, Action::Retreat];
    for unit in Unit::LAND {
        ideas.extend(areas.iter().map(|area| Action::Move(unit, *area)));
        ideas.extend(areas.iter().map(|area| Action::Board(unit, *area)));
    }
    ideas.extend(areas.iter().map(|area| Action::Sail(Node::at(*area))));
    ideas.extend((1..=32).map(|square| Action::Sail(Node::ocean(square))));
    ideas.extend(Seat::all(5).map(Action::Duel));
    ideas.extend((0..14).chain([200, 255]).map(Action::Take));
    ideas.extend((0..9).map(Action::Land));
    for area in &own {
        ideas.extend(
            (0..9).flat_map(|count| [Action::Post(*area, count), Action::Lift(*area, count)]),
        );
        ideas.extend(own.iter().map(|to| Action::Shift(*area, *to, 1)));
    }
    for first in Unit::all() {
        for second in Unit::all().skip(first.index()) {
            ideas.extend(Unit::all().map(|gained| Action::Swap(first, second, gained)));
        }
    }
    ideas
}

#[test]
fn unit_actions_are_listed() {
    let ways = [Pay::Card, Pay::With(Unit::B), Pay::With(Unit::G), Pay::With(Unit::N), Pay::Free];
    games(6, |state, seat, orders| {
        if state.step != Step::Act || state.now.orders % 7 != 3 {
            return;
        }
        for action in ideas(state) {
            let listed: Vec<&Order> = orders
                .iter()
                .filter(|order| matches!(order, Order::Act(known, _) if *known == action))
                .collect();
            for pay in ways {
                let order = Order::Act(action, pay);
                let good = turn::check(state, seat, &order).is_ok();
                assert_eq!(listed.contains(&&order), good, "{order:?}");
            }
        }
    });
}

#[test]
fn state_is_cheap_to_copy() {
    assert!(size_of::<State>() < 4096, "{}", size_of::<State>());
}

/// The orders recorded by scripts, lists, plans and instructions.
fn answer(state: &State, fact: &Fact, _next: Option<&Fact>) -> Option<Answer<Title>> {
    let (who, text) = match fact {
        Fact::AutoAnswered { who, order, .. } | Fact::PreOrderUsed(who, order) => (who, order),
        _ => return None,
    };
    let seat = who.seat;
    let read = |part: &str| Title::parse(state, seat, part).expect("it is an order");
    Some(Answer { seat, orders: Title::split(text).into_iter().map(read).collect() })
}

#[test]
fn instructions_and_default_orders_are_legal_orders() {
    let said = [
        ["stand retreat nearest", "stand claim auto sheep meat cattle even", "stand plan repeat"],
        ["stand retreat home", "stand claim auto recruits shv", "stand bargain decline"],
        ["wish mint, weaver, alchemist", "script swap b g k; done", "next b3 g2 k1"],
    ];
    let mut looked = Looked::default();
    for seed in 0..24 {
        let mut walk = opened(2 + (seed % 4) as u8, seed);
        for seat in Seat::all(walk.state.seats) {
            let lines = said[(seed as usize + usize::from(seat.0)) % 3];
            lines.iter().for_each(|line| drop(walk.say(seat, line)));
        }
        let new = look(&mut walk, 250, answer);
        looked.answers += new.answers;
        looked.defaults += new.defaults;
    }
    assert!(looked.answers > 300 && looked.defaults > 3000, "{looked:?}");
}

/// A seat on default orders takes unowned land and never harms other seats.
#[test]
fn default_orders_take_land_but_harm_no_seat() {
    let mut owned = 0;
    for seed in 0..6 {
        let mut walk = Walk::<Title>::open(&Table::of(3), seed);
        while let Some(seat) = walk.asked() {
            let order = Title::fallback(&walk.state, seat);
            for fact in walk.give(seat, &order) {
                let quarrel = matches!(fact, Fact::BerserkurDefeated(_) | Fact::GodiRetreated(..));
                let taken = matches!(&fact, Fact::AreaTaken(took) if took.from.is_some());
                assert!(!quarrel && !taken, "{fact:?}");
            }
        }
        let clans = Seat::all(3).map(|seat| walk.state.owned(seat).count_ones());
        owned += clans.sum::<u32>();
    }
    assert!(owned > 18 * 5, "{owned} areas of eighteen clans");
}
