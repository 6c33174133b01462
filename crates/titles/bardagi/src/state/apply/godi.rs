//! Applies conversions and Runes.

use super::super::super::things::areas::Area;
use super::super::super::things::kinds::{Building, Rune};
use super::super::super::things::prices::{CLEANSING, FAITH};
use super::super::super::things::who::Who;
use super::super::State;
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

pub fn shuffle(state: &mut State, runes: &[Rune]) {
    state.runes = List::of(runes);
}

pub fn draw(state: &mut State, who: Who, runes: &[Rune]) {
    for rune in runes {
        state.runes.pop();
        state.players[who.seat].runes[rune.index()] += 1;
    }
}

pub fn convert(state: &mut State, who: Who, area: Area) {
    settle(state, who.seat, area);
    let player = &mut state.players[who.seat];
    player.disks[Building::HOF.index()] -= FAITH;
    player.town += 1;
}

/// The first Rune of a cast costs a disk.
pub fn cast(state: &mut State, who: Who, rune: Rune, area: Option<Area>, first: bool) {
    let player = &mut state.players[who.seat];
    player.runes[rune.index()] -= 1;
    if first {
        player.disks[Building::HOF.index()] -= 1;
        player.pile += 1;
    }
    match area {
        None => player.sea = true,
        Some(area) => lay(state, who.seat, area, rune),
    }
}

pub fn cleanse(state: &mut State, who: Who, area: Area, rune: Rune) {
    state.players[who.seat].gold -= CLEANSING;
    lift(state, area, rune);
}

/// Pays gold for Runes; drawing them is a separate fact.
pub fn pay(state: &mut State, who: Who, gold: u8) {
    state.players[who.seat].gold -= u16::from(gold);
    state.now.bought_runes = true;
}

/// Gives a Barbarian area to a seat, with one disk on it.
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

/// Removes a Rune from an area and puts it under the pile; its marker returns to its owner (R10.16,
/// R10.19).
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
