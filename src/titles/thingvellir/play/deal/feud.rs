//! Feuds: the draw, the exchange, and what comes of it (R10).

use super::super::super::orders::Order;
use super::super::super::state::facts::{Fact, Quarrel, Razed, Slain};
use super::super::super::state::{State, Step};
use super::super::super::things::names::{Area, Card, Colour, Edge, Kind, Role};
use super::super::decide::Run;
use super::super::feud as law;
use super::ride;

/// Begins a feud and turns the cards up, one each in turn (R10.2).
pub fn start(run: &mut Run<'_>, quarrel: Quarrel) {
    let sides = [quarrel.attacker, quarrel.defender];
    let due = [0, 1].map(|side| {
        let men = quarrel.men[side];
        let shield = men > 0 && run.state.has_role(sides[side].at(), Role::SHIELD_BEARER);
        men + u8::from(shield)
    });
    run.put(Fact::Feud(quarrel));
    for turn in 0..due[0].max(due[1]) {
        for side in 0..2 {
            if turn < due[side]
                && let Some(card) = run.next_card()
            {
                run.put(Fact::Turned(sides[side], side as u8, card));
            }
        }
    }
    go_on(run);
}

/// Asks the side on turn, or ends the exchange.
fn go_on(run: &mut Run<'_>) {
    if law::is_over(&run.state) {
        return fame(run);
    }
    let (_, at) = law::side(&run.state);
    run.ask(Step::Feud, at);
}

/// The Good of a kind that was tucked earliest (R3.5).
pub fn earliest(state: &State, at: usize, kind: Kind) -> Card {
    let mine =
        state.tucked.iter().find(|(card, owner)| usize::from(*owner) == at && card.kind() == kind);
    mine.map_or(Card::NONE, |(card, _)| *card)
}

pub fn add(run: &mut Run<'_>, kind: Kind) {
    let (side, at) = law::side(&run.state);
    let (who, card) = (run.state.who(at), earliest(&run.state, at, kind));
    run.put(Fact::Added(who, side as u8, card));
    go_on(run);
}

pub fn accept(run: &mut Run<'_>, colour: Colour) {
    let (_, at) = law::side(&run.state);
    let who = run.state.who(at);
    run.put(Fact::Accepted(who, colour));
    go_on(run);
}

pub fn hold(run: &mut Run<'_>) {
    let (_, at) = law::side(&run.state);
    let who = run.state.who(at);
    run.put(Fact::Held(who));
    go_on(run);
}

/// Wordfame in colour order, then the slaying (R10.11, R10.12).
fn fame(run: &mut Run<'_>) {
    let sides = run.state.feud.sides.map(usize::from);
    let opened = run.state.feud.opened;
    for colour in Colour::all().filter(|colour| opened & (1 << colour.0) != 0) {
        let lead = law::lead(&run.state, 0, colour);
        if lead != 0 {
            let side = usize::from(lead < 0);
            let who = run.state.who(sides[side]);
            run.put(Fact::Won(who, side as u8, colour));
            run.check_fame(who);
        }
    }
    let feud = run.state.feud;
    for (side, whose) in sides.into_iter().enumerate() {
        let men = feud.won[1 - side].min(feud.men[side]);
        if men > 0 {
            let edge = (feud.edge != Edge::NONE).then_some(feud.edge);
            run.put(Fact::Slain(Slain { who: run.state.who(whose), men, edge }));
        }
    }
    aftermath(run);
}

/// Razing, compensation, clearing: attacker first each time (R10.13 to R10.16).
fn aftermath(run: &mut Run<'_>) {
    // The game may have ended in this feud: then nothing follows, not even the next feud (R5.9).
    if run.state.over() {
        return;
    }
    let feud = run.state.feud;
    for side in 0..2 {
        if law::may_raze(&run.state, side) {
            return run.ask(Step::Raze, usize::from(feud.sides[side]));
        }
    }
    for side in 0..2 {
        if feud.lost[side] > 0 && !feud.claimed[side] {
            return run.ask(Step::Claim, usize::from(feud.sides[side]));
        }
    }
    run.put(Fact::Settlement);
    if feud.area == Area::NONE {
        return ride::arrive(run);
    }
    if run.state.band.men > 0 {
        return ride::cross(run);
    }
    let who = run.doer();
    run.put(Fact::Broken(who));
    run.ask(Step::Ride, who.at());
}

pub fn raze(run: &mut Run<'_>, at: usize, order: &Order) {
    let by = run.state.who(at);
    match order {
        Order::Raze(area, colour) => {
            let owner = run.state.owner(*area).unwrap_or(at);
            let who = run.state.who(owner);
            let left = without(&run.state, *area, *colour);
            run.put(Fact::Razed(Razed { who, by, area: *area, colour: *colour, left }));
            run.check_farms();
        }
        _ => run.put(Fact::Spared(by)),
    }
    aftermath(run);
}

pub fn claim(run: &mut Run<'_>, at: usize, counts: &[u8; Kind::COUNT]) {
    let side = law::asked_side(&run.state);
    let mut left = *counts;
    let mut cards = Vec::new();
    for laid in law::row(&run.state, 1 - side) {
        let count = &mut left[laid.card.kind().index()];
        if *count > 0 {
            *count -= 1;
            cards.push(laid.card);
        }
    }
    let who = run.state.who(at);
    run.put(Fact::Claimed(who, side as u8, cards));
    aftermath(run);
}

/// The farms of a District when one is gone.
pub fn without(state: &State, area: Area, colour: Colour) -> [u8; 4] {
    let mut left = state.steads[area.index()].farms;
    left[colour.index()] -= 1;
    left
}
