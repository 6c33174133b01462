//! A feud as the fold sees it: rows, totals, the dead, farms razed, cards claimed.

use super::super::super::things::names::{Area, Card, Edge};
use super::super::State;
use super::super::deed::{Feud, Laid};
use super::super::facts::{Fact, Quarrel, Slain};
use super::{cards, land};
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

#[inline(never)]
pub fn apply(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        Feud(quarrel) => start(state, quarrel),
        Turned(_, side, card) => {
            cards::draw(state, *card, *side);
            count(state, *side, *card);
        }
        Added(who, side, card) => {
            cards::untuck(state, who.seat, *card);
            state.table.push(Laid { card: *card, tag: side | 2, gone: false });
            count(state, *side, *card);
            next(state);
        }
        Accepted(_, colour) => {
            state.feud.settled |= 1 << colour.0;
            next(state);
        }
        Held(_) => {
            let holds = state.feud.holds + 1;
            next(state);
            state.feud.holds = holds;
        }
        Won(who, side, _) => {
            state.feud.won[usize::from(*side)] += 1;
            land::gain(state, who.seat, 1);
        }
        Slain(slain) => {
            slay(state, slain);
            let side = usize::from(state.feud.sides[1] == slain.who.seat);
            state.feud.lost[side] += slain.men;
        }
        Razed(razed) => {
            land::lose_farm(state, razed.area, razed.colour);
            raze_done(state, razed.by.seat);
        }
        Spared(who) => raze_done(state, who.seat),
        Claimed(who, side, taken) => {
            for card in taken {
                cards::pick(state, *card);
                cards::tuck(state, who.seat, *card);
            }
            state.feud.claimed[usize::from(*side)] = true;
        }
        Settlement => {
            cards::clear(state);
            state.feud = Default::default();
        }
        Yielded(who) => state.deed.yielded.add(who.seat),
        // Folded elsewhere, or nothing changes.
        Dealt(_) | Shuffled(_) | Resealed(_) | Now(..) | Placed(..) | Round(_) | Passed(_)
        | Over(_) | Proposed(..) | Sealed(..) | Unsealed | Voted(..) | Queued(_) | Returned(_)
        | Began(_) | Phase(_) | Hunting(..) | Skipped(_) | Drew(_) | Cleared(..) | Settled(..)
        | Expanded(..) | Rebuilt(..) | Sent(..) | Rode(_) | Crossed(..) | Reached(..)
        | Broken(_) | Halted(..) | LetPass(_) | HuntedOutlaw(..) | PutOut(..) | CameHome(..)
        | Harvested(_) | Kept(..) | Fostered(..) | SentOff(..) | Declined(_) | Chose(_)
        | Filled(_) | Replaced(..) | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_)
        | Spent(..) | SlainAtFeast(..) | Armed(..) | Paid(..) | Failed(..) | Burned(_)
        | Captured(_) | Disposed(_) | Outlawed(..) | Scored(..) | Recovered | Eliminated(_)
        | Arson(_) | Strayed(..) | Instructed(..) | Left(..) | Withdrawn(_) | Taken(..)
        | Obeyed(_) | Answered(..) | Dropped(..) => {}
    }
}

fn start(state: &mut State, quarrel: &Quarrel) {
    let sides = [quarrel.attacker, quarrel.defender].map(|who| who.seat);
    state.feud = Feud {
        sides,
        men: quarrel.men,
        edge: quarrel.edge.unwrap_or(Edge::NONE),
        area: quarrel.area.unwrap_or(Area::NONE),
        ..Feud::default()
    };
    state.table = List::new();
    if let Some(edge) = quarrel.edge {
        state.band.fought.add(sides[1]);
        state.last |= edge.both();
    }
    if let Some(area) = quarrel.area {
        state.last |= area.bit();
    }
}

fn count(state: &mut State, side: u8, card: Card) {
    let colour = card.colour();
    state.feud.worth[usize::from(side)][colour.index()] += card.worth();
    state.feud.opened |= 1 << colour.0;
}

/// The other side is on turn.
fn next(state: &mut State) {
    state.feud.turn ^= 1;
    state.feud.holds = 0;
    if state.feud.sides[0] == state.deed.seat {
        state.begun = true;
    }
}

/// Thingmen go to the slain place of their mat.
pub fn slay(state: &mut State, slain: &Slain) {
    let seat = slain.who.seat;
    match slain.edge {
        Some(edge) => state.take_men(edge, seat, slain.men),
        None => state.band.men -= slain.men,
    }
    state.slain[seat] += slain.men;
}

fn raze_done(state: &mut State, by: Seat) {
    let side = usize::from(state.feud.sides[1] == by);
    state.feud.razed[side] += 1;
}
