//! Applies movements of units and ships.

use super::super::super::things::areas::{Area, Place};
use super::super::super::things::ids::Node;
use super::super::super::things::kinds::{Rune, Unit};
use super::super::super::things::who::Who;
use super::super::State;
use super::super::facts::{Boarded, Moved, Sailed};

pub fn land(state: &mut State, who: Who, area: Area, units: &[Unit]) {
    let player = &mut state.players[who.seat];
    for unit in units {
        player.at[unit.index()] = Place::on(area);
    }
    if units.contains(&Unit::B) {
        // After landing, its way back is the sea (R9.20).
        player.entry = Some(Place::ABOARD);
    }
    state.last |= area.bit();
}

pub fn withdraw(state: &mut State, who: Who, area: Area) {
    let player = &mut state.players[who.seat];
    // A retreat is a step too: the Berserkur may return to where it fought (R9.20).
    player.entry = Some(player.at[Unit::B.index()]);
    player.at[Unit::B.index()] = Place::on(area);
    state.last |= area.bit();
}

pub fn walk(state: &mut State, moved: &Moved) {
    let player = &mut state.players[moved.who.seat];
    player.at[moved.unit.index()] = Place::on(moved.to);
    if moved.unit == Unit::B {
        player.entry = moved.entry.map(Place::on);
    }
    state.now.steps[moved.unit.index()] = moved.free_steps;
    state.last |= moved.to.bit();
}

pub fn board(state: &mut State, boarded: &Boarded) {
    let harbour = Node::at(boarded.harbour);
    let player = &mut state.players[boarded.who.seat];
    player.at[boarded.unit.index()] = Place::ABOARD;
    state.now.steps[boarded.unit.index()] = 0;
    if player.ship != harbour {
        // It arrives from the dock; free squares are lost (R12.10).
        player.ship = harbour;
        state.now.squares = 0;
    }
    state.last |= boarded.harbour.bit();
}

pub fn sail(state: &mut State, sailed: &Sailed) {
    let player = &mut state.players[sailed.who.seat];
    player.ship = sailed.to;
    if sailed.sea_move {
        player.sea = false;
        state.runes.push(Rune::SEA);
    }
    state.now.squares = sailed.free_squares;
    state.last |= sailed.to.harbour().map_or(0, |area| area.bit());
}
