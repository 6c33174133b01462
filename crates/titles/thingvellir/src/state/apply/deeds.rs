//! Settle, Ride, sailing, gifts of blood, and the Outlaw, as the fold sees them.

use super::super::super::things::names::{Action, Card, Edge};
use super::super::State;
use super::super::course::Source;
use super::super::deed::{Band, Deed, Strike};
use super::super::facts::{Captured, Fact, Rode};
use super::{cards, feud, land};

pub fn apply(state: &mut State, fact: &Fact) {
    if matches!(fact, Fact::Settled(..) | Fact::Expanded(..) | Fact::Rebuilt(..)) {
        return settle(state, fact);
    }
    match fact {
        Fact::Sent(who, men, edge) => {
            state.begun = true;
            state.longhall[who.seat] -= men;
            state.add_men(*edge, who.seat, *men);
            state.deed.left -= men;
            state.band =
                Band { from: Edge::NONE, path: [*edge; 2], legs: 1, done: 1, ..Band::default() };
            state.last |= edge.both();
        }
        Fact::Rode(rode) => ride(state, rode),
        Fact::Crossed(..) => state.band.done += 1,
        Fact::Reached(who, men, edge) => {
            state.add_men(*edge, who.seat, *men);
            state.band.men = 0;
            state.band.done = state.band.legs;
            state.last |= edge.both();
        }
        Fact::Halted(_, edge, held) => {
            state.deed.held &= !edge.bit();
            if *held {
                state.deed.held |= edge.bit();
            }
        }
        Fact::HuntedOutlaw(who, card) => {
            state.begun = true;
            state.deed.left -= card.worth();
            cards::doom(state, *card);
            state.outlaw = None;
            land::gain(state, who.seat, 1);
        }
        Fact::PutOut(who, men) => {
            state.begun = true;
            state.longhall[who.seat] -= men;
            state.sea[who.seat] += men;
        }
        Fact::CameHome(who, men) => {
            state.begun = true;
            state.sea[who.seat] -= men;
            state.longhall[who.seat] += men;
            state.deed.first = true;
        }
        Fact::Harvested(who) => {
            state.begun = true;
            state.acted = true;
            state.deed = Deed {
                seat: who.seat,
                action: Action::RAID,
                source: Source::Home,
                second: true,
                ..Deed::default()
            };
        }
        Fact::Chose(who) => {
            state.deed.group.remove(who.seat);
            state.deed.fostered = false;
            state.deed.sent = false;
        }
        Fact::Arson(area) => state.steads[area.index()].burnt = true,
        Fact::Strayed(_, to) => {
            if let Some((_, lair)) = &mut state.outlaw {
                *lair = *to;
            }
        }
        _ => strike(state, fact),
    }
}

fn settle(state: &mut State, fact: &Fact) {
    state.begun = true;
    match fact {
        Fact::Settled(who, area, colour) => {
            land::add_farm(state, who.seat, *area, *colour);
            state.deed.first = true;
        }
        Fact::Expanded(who, area, colour, cost, _) => {
            land::add_farm(state, who.seat, *area, *colour);
            state.deed.left -= cost;
            state.deed.second = true;
        }
        Fact::Rebuilt(_, area) => {
            state.steads[area.index()].burnt = false;
            state.deed.left -= 1;
            state.deed.second = true;
            state.last |= area.bit();
        }
        _ => {}
    }
}

fn ride(state: &mut State, rode: &Rode) {
    state.begun = true;
    state.take_men(rode.from, rode.who.seat, rode.men);
    state.deed.left -= 1;
    state.last |= rode.from.both();
    let mut path = [Edge::NONE; 2];
    for (place, edge) in path.iter_mut().zip(&rode.path) {
        *place = *edge;
    }
    let legs = rode.path.len() as u8;
    state.band = Band { men: rode.men, from: rode.from, path, legs, ..Band::default() };
}

fn strike(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Spent(who, slot, card, aim) => {
            state.begun = true;
            state.oaths[who.seat][usize::from(slot - 1)] = Card::NONE;
            state.bondi &= !(1 << slot);
            state.deed.count += 1;
            state.strike = Strike { card: *card, ..Strike::default() };
            if let Some(area) = aim {
                state.strike.area = *area;
                state.strike.from = state.owner(*area).unwrap_or(who.seat);
                state.last |= area.bit();
            }
        }
        Fact::SlainAtFeast(slain, by) => {
            feud::slay(state, slain);
            if let Some(edge) = slain.edge {
                state.strike.lairs |= edge.both() & state.lands[by.seat];
                state.last |= edge.both();
            }
        }
        Fact::Armed(who, card) => {
            cards::untuck(state, who.seat, *card);
            state.strike.weapon = *card;
        }
        Fact::Paid(who, fame) => state.fame[who.seat] -= fame,
        Fact::Burned(razed) => {
            let burnt = state.steads[razed.area.index()].burnt;
            land::lose_farm(state, razed.area, razed.colour);
            // An Arson token stays while the District changes hands (R20.7).
            state.steads[razed.area.index()].burnt = burnt;
        }
        Fact::Captured(captured) => capture(state, captured),
        Fact::Disposed(_) => dispose(state),
        Fact::Outlawed(_, card, lair) => {
            state.strike.card = Card::NONE;
            dispose(state);
            if let Some((old, _)) = state.outlaw.replace((*card, *lair)) {
                cards::doom(state, old);
            }
        }
        _ => {}
    }
}

fn capture(state: &mut State, captured: &Captured) {
    let area = captured.area;
    if state.value(area) > 0 {
        return land::hand_over(state, area, captured.who.seat);
    }
    match captured.farm {
        Some(colour) => land::add_farm(state, captured.who.seat, area, colour),
        None => state.steads[area.index()].burnt = false,
    }
}

fn dispose(state: &mut State) {
    let strike = std::mem::take(&mut state.strike);
    cards::doom(state, strike.card);
    cards::doom(state, strike.weapon);
}
