//! R8 Movement on land.

use super::pay;
use crate::orders::{Action, Order};
use crate::play::run::Run;
use crate::reckon::Bar;
use crate::state::State;
use crate::state::facts::{Fact, Moved};
use crate::things::areas::{Area, Place};
use crate::things::kinds::{Kind, Unit};
use crate::things::words::some;
use ravenpost_rules::RefusalCode::{
    AlreadyDone, NotInGame, NotNow, Occupied, OutOfRange, WrongKind,
};
use ravenpost_rules::{Legal, Refusal, Seat};

pub fn list(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    for unit in Unit::LAND {
        let Some(walk) = state.walk(seat, unit) else { continue };
        let pace = state.pace(seat, unit);
        let ways = pay::plain_ways(state, seat, unit);
        for area in Area::of(walk.reach()) {
            if let Some(fare) = walk.steps(area).and_then(|steps| pace.fare(steps)) {
                pay::offer(legal, Action::Move(unit, area), &ways[usize::from(fare.card)]);
            }
        }
    }
}

pub fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    let Action::Move(unit, area) = *action else {
        return WrongKind.refuse("R8.1", "that is not a move");
    };
    let here = on_board(state, seat, unit)?;
    if area == here {
        return AlreadyDone
            .refuse("R8.1", format!("the {} is already on {}", unit.name(), area.name()));
    }
    enter(state, seat, unit, area)?;
    let walk = state.walk(seat, unit);
    if walk.is_some_and(|walk| walk.steps(area).is_some()) {
        return Ok(());
    }
    if unit == Unit::B && state.barred(seat, here) {
        let back = match state.players[seat].entry.and_then(Place::area) {
            Some(back) => format!("lets the Berserkur return only to {}", back.name()),
            None => "lets the Berserkur return only to sea".to_owned(),
        };
        return Occupied.refuse("R8.10", format!("the Axe token on {} {back}", here.name()));
    }
    let far = state.pace(seat, unit).most();
    let (name, far) = (area.name(), some(u32::from(far), "step"));
    OutOfRange.refuse("R8.4", format!("{name} is more than {far} away for the {}", unit.name()))
}

/// The area a unit acts from. Units aboard or defeated are inactive.
pub fn on_board(state: &State, seat: Seat, unit: Unit) -> Result<Area, Refusal> {
    let player = &state.players[seat];
    match player.area_of(unit) {
        Some(area) => Ok(area),
        None if player.is_aboard(unit) => {
            NotNow.refuse("R7.10", format!("the {} is aboard and cannot act", unit.name()))
        }
        None => NotNow.refuse("R9.18", format!("the {} is defeated and cannot act", unit.name())),
    }
}

/// Judges whether a unit may enter an area from anywhere (R8.6-R8.9).
pub fn enter(state: &State, seat: Seat, unit: Unit, area: Area) -> Result<(), Refusal> {
    let name = area.name();
    match state.bar(seat, unit, area) {
        None => Ok(()),
        Some(Bar::Closed) if area.map() != state.map => {
            NotInGame.refuse("R4.2", format!("{name} is not on this board"))
        }
        Some(Bar::Closed) => {
            NotInGame.refuse("R3.7", format!("{name} is closed, because its colour is not in play"))
        }
        Some(Bar::Home) => WrongKind
            .refuse("R8.8", format!("{name} is another player's home; only a Kaupmadur can enter")),
        Some(Bar::Camp) => WrongKind
            .refuse("R8.7", format!("only a Berserkur can enter the uncaptured camp {name}")),
        Some(Bar::Axes) if area.kind() == Kind::Home => {
            Occupied.refuse("R8.8", format!("an Axe token closes {name}"))
        }
        Some(Bar::Axes) => Occupied
            .refuse("R8.9", format!("an Axe token closes {name} to all units except a Berserkur")),
    }
}

/// Moves a unit over land, step by step.
pub fn play(run: &mut Run<'_>, seat: Seat, action: Action) {
    let Action::Move(unit, to) = action else { return };
    let state = &run.state;
    let Some(walk) = state.walk(seat, unit) else { return };
    let fare = walk.steps(to).and_then(|steps| state.pace(seat, unit).fare(steps));
    let Some(fare) = fare else { return };
    run.put(Fact::Moved(Moved {
        who: state.who(seat),
        unit,
        from: state.players[seat].at[unit.index()],
        to,
        free_steps: fare.left,
        entry: if unit == Unit::B { walk.entry(to) } else { None },
    }));
}
