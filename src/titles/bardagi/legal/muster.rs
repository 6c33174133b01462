//! Musters: disks rearranged under one Berserkur card (R9.23-R9.26).

use super::super::names::{Area, Building, Unit};
use super::super::orders::words::some;
use super::super::orders::{Action, Order};
use super::super::state::State;
use super::{forms, moves, no, pay};
use crate::rules::{Legal, Refusal};

pub fn list(state: &State, at: usize, legal: &mut Legal<Order>) {
    if state.players[at].area_of(Unit::B).is_none() {
        return;
    }
    let owned = state.owned(at);
    let Some(first) = Area::of(owned).next() else { return };
    // All musters cost alike: one look at the ways to pay serves them all.
    let ways = pay::ways(state, at, Action::Lift(first, 1));
    if ways.is_empty() {
        return;
    }
    let before = legal.orders.len();
    let virki = state.players[at].disks[Building::VIRKI.index()];
    for area in Area::of(owned) {
        let disks = state.land(area).disks;
        for to in Area::of(owned & !area.bit()) {
            for count in 1..=disks {
                pay::offer(legal, Action::Shift(area, to, count), &ways);
            }
        }
        for count in 1..=virki {
            pay::offer(legal, Action::Post(area, count), &ways);
        }
        for count in 1..=disks {
            pay::offer(legal, Action::Lift(area, count), &ways);
        }
    }
    if legal.orders.len() > before + forms::LONG {
        legal.forms.extend(forms::muster(state, at));
    }
}

pub fn check(state: &State, at: usize, action: Action) -> Result<(), Refusal> {
    moves::on_board(state, at, Unit::B)?;
    match action {
        Action::Shift(from, to, count) => {
            own(state, at, from)?;
            own(state, at, to)?;
            if from == to {
                return no("R9.23", "the disks lie there already");
            }
            enough(count, state.land(from).disks, from.name())
        }
        Action::Post(area, count) => {
            own(state, at, area)?;
            let virki = state.players[at].disks[Building::VIRKI.index()];
            enough(count, virki, "your Virki")
        }
        Action::Lift(area, count) => {
            own(state, at, area)?;
            enough(count, state.land(area).disks, area.name())
        }
        _ => Ok(()),
    }
}

fn own(state: &State, at: usize, area: Area) -> Result<(), Refusal> {
    match state.owner(area) {
        Some(owner) if owner == at => Ok(()),
        _ => no("R9.23", format!("{} is not yours", area.name())),
    }
}

fn enough(count: u8, has: u8, place: &str) -> Result<(), Refusal> {
    match count {
        0 => no("R9.23", "at least one disk"),
        _ if count > has => no("R9.23", format!("{place} has {}", some(has, "disk"))),
        _ => Ok(()),
    }
}
