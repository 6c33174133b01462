//! Converting and Runes, as the fold does them.

use super::super::super::things::prices::{CLEANSING, FAITH};
use super::super::super::things::{Area, Building, Rune};
use super::super::State;
use super::super::facts::Fact;
use crate::rules::Seat;
use crate::rules::list::List;

pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::RunesShuffled(runes) => state.runes = List::of(runes),
        Fact::DrewRunes(who, runes) => {
            for rune in runes {
                state.runes.pop();
                state.players[who.seat].runes[rune.index()] += 1;
            }
        }
        Fact::Converted(who, area) => {
            settle(state, who.seat, *area);
            let player = &mut state.players[who.seat];
            player.disks[Building::HOF.index()] -= FAITH;
            player.town += 1;
        }
        Fact::Cast { who, rune, area, first } => {
            let player = &mut state.players[who.seat];
            player.runes[rune.index()] -= 1;
            if *first {
                player.disks[Building::HOF.index()] -= 1;
                player.pile += 1;
            }
            match area {
                None => player.sea = true,
                Some(area) => lay(state, who.seat, *area, *rune),
            }
        }
        Fact::Cleansed(who, area, rune) => {
            state.players[who.seat].gold -= CLEANSING;
            lift(state, *area, *rune);
        }
        Fact::BoughtRunes(who, gold, _) => {
            state.players[who.seat].gold -= u16::from(*gold);
            state.now.bought_runes = true;
        }
        _ => {}
    }
}

/// A Barbarian area becomes somebody's, with one disk on it.
pub fn settle(state: &mut State, seat: Seat, area: Area) {
    let land = &mut state.lands[area.index()];
    land.owner = Some(seat);
    land.disks = 1;
    state.last |= area.bit();
}

fn lay(state: &mut State, seat: Seat, area: Area, rune: Rune) {
    let land = &mut state.lands[area.index()];
    land.runes |= rune.bit();
    if rune == Rune::THEIRS {
        land.caster = Some(seat);
        state.players[seat].pile -= 1;
    }
    state.last |= area.bit();
}

/// Takes a Rune off an area and puts it under the pile; its marker goes home (R10.16, R10.19).
fn lift(state: &mut State, area: Area, rune: Rune) {
    let land = &mut state.lands[area.index()];
    land.runes &= !rune.bit();
    if rune == Rune::THEIRS
        && let Some(caster) = land.caster.take()
    {
        state.players[caster].pile += 1;
    }
    state.runes.push(rune);
    state.last |= area.bit();
}
