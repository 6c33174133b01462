//! Attacks and where driven-out Godis go (chapter 9, R10.7).

use super::super::names::{Area, Building, Kind, Place, Unit};
use super::super::orders::words::some;
use super::super::orders::{Action, Order};
use super::super::state::{Aim, State};
use super::{moves, no, pay};
use crate::rules::{Legal, Refusal};

pub fn list(state: &State, at: usize, legal: &mut Legal<Order>) {
    let Some(area) = state.players[at].area_of(Unit::B) else { return };
    if retreat(state, at).is_ok() {
        pay::offer(legal, Action::Retreat, &[Default::default()]);
    }
    let ways = pay::ways(state, at, Action::Axes);
    if ways.is_empty() {
        return;
    }
    for foe in state.places().filter(|foe| duel(state, at, *foe).is_ok()) {
        pay::offer(legal, Action::Duel(foe as u8), &ways);
    }
    if axes(state, at).is_ok() {
        pay::offer(legal, Action::Axes, &ways);
    }
    if take(state, at, 0).is_ok() {
        let price = state.price(area, Aim::Take(0)).total();
        for more in 0..=virki(state, at) - price {
            pay::offer(legal, Action::Take(more), &ways);
        }
    }
}

pub fn check(state: &State, at: usize, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Duel(foe) => duel(state, at, usize::from(foe)),
        Action::Axes => axes(state, at),
        Action::Take(more) => take(state, at, more),
        Action::Retreat => retreat(state, at),
        _ => Ok(()),
    }
}

fn virki(state: &State, at: usize) -> u8 {
    state.players[at].disks[Building::VIRKI.index()]
}

/// R9.1: only where the Berserkur stands, and never on neutral ground.
fn ground(state: &State, at: usize) -> Result<Area, Refusal> {
    let area = moves::on_board(state, at, Unit::B)?;
    match area.kind() {
        Kind::Sacred => no("R9.1", format!("{} is sacred and neutral ground", area.name())),
        Kind::Home => no("R9.1", format!("{} is a home area; nobody attacks there", area.name())),
        _ => Ok(area),
    }
}

/// R9.3.
fn affordable(state: &State, at: usize, area: Area, aim: Aim) -> Result<(), Refusal> {
    let (price, has) = (state.price(area, aim).total(), virki(state, at));
    if price > has {
        return no("R9.3", format!("that takes {} and your Virki has {has}", some(price, "disk")));
    }
    Ok(())
}

fn duel(state: &State, at: usize, foe: usize) -> Result<(), Refusal> {
    let area = ground(state, at)?;
    if foe == at {
        return no("R9.5", "that is your own colour");
    }
    let meets = foe < usize::from(state.seats) && state.players[foe].area_of(Unit::B) == Some(area);
    if !meets {
        return no("R9.5", format!("no such Berserkur stands on {}", area.name()));
    }
    affordable(state, at, area, Aim::Duel(foe as u8))
}

/// An area that is not the attacker's own (R9.1).
fn foreign(state: &State, at: usize) -> Result<Area, Refusal> {
    let area = ground(state, at)?;
    if state.owner(area) == Some(at) {
        return no("R9.1", format!("{} is your own", area.name()));
    }
    Ok(area)
}

fn axes(state: &State, at: usize) -> Result<(), Refusal> {
    let area = foreign(state, at)?;
    if state.land(area).axes == 0 {
        return no("R9.6", format!("no Axe token lies on {}", area.name()));
    }
    affordable(state, at, area, Aim::Axes)
}

fn take(state: &State, at: usize, more: u8) -> Result<(), Refusal> {
    let area = foreign(state, at)?;
    affordable(state, at, area, Aim::Take(more))
}

fn retreat(state: &State, at: usize) -> Result<(), Refusal> {
    moves::on_board(state, at, Unit::B)?;
    if !state.now.chance.may_retreat() {
        return no("R9.21", "a retreat is the Berserkur's very next order after a duel or axes");
    }
    match state.players[at].entry {
        None => no("R9.21", "he came from nowhere that he could go back to"),
        Some(Place::ABOARD) => no("R9.21", "he came from the sea; his ship takes him for a card"),
        Some(_) => Ok(()),
    }
}

/// Where a driven-out Godi may go.
pub fn refuges(state: &State, at: usize) -> Vec<Order> {
    Area::of(state.refuges(at)).map(Order::Retire).collect()
}

pub fn refuge(state: &State, at: usize, area: Area) -> Result<(), Refusal> {
    if state.refuges(at) & area.bit() != 0 {
        return Ok(());
    }
    if state.attack.is_some_and(|attack| attack.area == area) {
        return no("R10.7", format!("{} is under attack", area.name()));
    }
    no("R10.7", format!("{} is neither yours nor your home", area.name()))
}
