//! Random whole games, checked with access to the title's types for what the general tests cannot
//! see.

use std::collections::BTreeSet;

use super::Gotlandia as Title;
use super::orders::Order;
use super::play::turns::cards;
use super::reckon::ask::{Ask, ask};
use super::state::State;
use super::state::facts::Fact;
use super::state::plays::SealedOrder;
use ravenpost_rules::contract::own_orders::{Answer, Looked, look};
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{Judge, Notation, Seat, Show, Table};

/// Returns what an instruction or a plan answered. For an instruction, the next fact is its effect;
/// a plan's fact contains the line that was performed.
fn answer(state: &State, fact: &Fact, next: Option<&Fact>) -> Option<Answer<Title>> {
    match fact {
        Fact::InstructionUsed { seat, .. } => {
            let order = match next.expect("something is answered") {
                Fact::OrderSealed { order: SealedOrder::Lose { goods }, .. } => Order::Lose(*goods),
                Fact::OrderSealed { order: SealedOrder::End { grow, bury }, .. } => {
                    Order::End { grow: *grow, bury: *bury }
                }
                Fact::PiratePlaced { dir, .. } => Order::Trouble(Some(*dir)),
                Fact::NoPiratePlaced { .. } => Order::Trouble(None),
                other => panic!("{other:?} answers nothing"),
            };
            Some(Answer { seat: *seat, orders: vec![order] })
        }
        Fact::PlanUsed { seat, line } => {
            let first = Title::split(line).into_iter().next().expect("a line has parts");
            let order = Title::parse(state, *seat, first).expect("it is an order");
            Some(Answer { seat: *seat, orders: vec![order] })
        }
        _ => None,
    }
}

#[test]
fn instructions_and_default_orders_are_legal_orders() {
    let said = [
        ["standing losses grain,s", "standing grow always", "standing bury silver"],
        ["standing losses wood", "standing grow 1", "standing bury none"],
        ["plan play forest produce or play field produce", "plan play wisby take; no", "plan rest"],
    ];
    let mut looked = Looked::default();
    for seed in 0..24 {
        let seats = 2 + (seed % 3) as u8;
        let passing = if seed % 2 == 0 { "allowed" } else { "forbidden" };
        let mut walk = Walk::<Title>::open(&Table::of(seats).with("passing", passing), seed);
        for seat in Seat::all(seats) {
            let lines = said[(seed as usize + usize::from(seat.0)) % 3];
            lines.iter().for_each(|line| drop(walk.say(seat, line)));
        }
        for _ in 0..4 {
            let new = look(&mut walk, 60, answer);
            looked.answers += new.answers;
            looked.defaults += new.defaults;
            // Make a seat with Troublemakers place pirates where possible.
            for seat in Seat::all(seats) {
                let order = Title::parse(&walk.state, seat, "standing trouble w,ne");
                let _ = order.map(|order| walk.try_to(seat, &order));
            }
        }
    }
    assert!(looked.answers > 300 && looked.defaults > 3000, "{looked:?}");
}

#[test]
fn orders_in_advance_on_the_notation_page_parse() {
    let walk = Walk::<Title>::open(&Table::of(3), 1);
    let page = include_str!("NOTATION.md");
    let (_, section) = page.split_once("## In advance").expect("a section");
    let mut count = 0;
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let cell = row.split('|').nth(1).expect("a cell");
        for order in cell.split('`').skip(1).step_by(2) {
            let read = Title::parse(&walk.state, Seat(1), order);
            assert!(read.is_ok(), "{order}: {read:?}");
            count += 1;
        }
    }
    assert!(count > 8, "{count} orders");
}

/// A default play builds if a card in hand can, so a game of default orders leads to settlements.
#[test]
fn default_play_builds_settlements() {
    let (mut settled, mut towers) = (0, 0);
    for seed in 0..6 {
        let mut walk = Walk::<Title>::open(&Table::of(3), seed);
        while let Some(seat) = walk.asked() {
            let order = Title::fallback(&walk.state, seat);
            walk.give(seat, &order);
        }
        for seat in Seat::all(3) {
            settled += walk.state.of(seat).settled().count_ones();
            towers += walk.state.of(seat).towers.count_ones();
        }
    }
    // Eighteen seats, each of which began with two farmsteads.
    assert!(settled > 18 * 4 && towers > 18, "{settled} settlements, {towers} towers");
}

/// So far, random play has met no card without a use.
#[test]
fn unplayable_card_says_why() {
    for seed in 0..20_u8 {
        let mut walk = Walk::<Title>::open(&Table::of(2 + seed % 3), seed.into());
        walk.play_at_random(1_500, |state, seat, _| {
            if ask(state, seat) != Some(Ask::Turn) {
                return;
            }
            let mut expected = BTreeSet::new();
            expected.extend(state.of(seat).hand.iter().map(|card| card.slug()));
            cards::each(state, seat, &mut |play| {
                expected.remove(play.card.slug());
                true
            });
            let reasons = Title::unplayable(state, seat);
            let found: BTreeSet<&str> = reasons.iter().map(|(card, _)| &**card).collect();
            assert_eq!(found, expected);
        });
    }
}
