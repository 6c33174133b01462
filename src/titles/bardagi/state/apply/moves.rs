//! Units and ships that moved.

use super::super::super::things::{Node, Place, Rune, Unit};
use super::super::State;
use super::super::facts::{Boarded, Fact, Moved, Sailed};

pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Moved(moved) => walk(state, moved),
        Fact::Boarded(boarded) => board(state, boarded),
        Fact::Sailed(sailed) => sail(state, sailed),
        Fact::Landed(who, area, units) => {
            let player = &mut state.players[who.seat];
            for unit in units {
                player.at[unit.index()] = Place::on(*area);
            }
            if units.contains(&Unit::B) {
                // Ashore from the ship, his way back is the sea (R9.20).
                player.entry = Some(Place::ABOARD);
            }
            state.last |= area.bit();
        }
        Fact::Withdrew(who, area) => {
            let player = &mut state.players[who.seat];
            // A retreat is a step too: he may come back to where he fought (R9.20).
            player.entry = Some(player.at[Unit::B.index()]);
            player.at[Unit::B.index()] = Place::on(*area);
            state.last |= area.bit();
        }
        _ => {}
    }
}

fn walk(state: &mut State, moved: &Moved) {
    let player = &mut state.players[moved.who.seat];
    player.at[moved.unit.index()] = Place::on(moved.to);
    if moved.unit == Unit::B {
        player.entry = moved.entry.map(Place::on);
    }
    state.now.steps[moved.unit.index()] = moved.left;
    state.last |= moved.to.bit();
}

fn board(state: &mut State, boarded: &Boarded) {
    let harbour = Node::at(boarded.harbour);
    let player = &mut state.players[boarded.who.seat];
    player.at[boarded.unit.index()] = Place::ABOARD;
    state.now.steps[boarded.unit.index()] = 0;
    if player.ship != harbour {
        // It comes by way of the dock; free squares are lost (R12.10).
        player.ship = harbour;
        state.now.squares = 0;
    }
    state.last |= boarded.harbour.bit();
}

fn sail(state: &mut State, sailed: &Sailed) {
    let player = &mut state.players[sailed.who.seat];
    player.ship = sailed.to;
    if sailed.sea {
        player.sea = false;
        state.runes.push(Rune::SEA);
    }
    state.now.squares = sailed.left;
    state.last |= sailed.to.harbour().map_or(0, |area| area.bit());
}
