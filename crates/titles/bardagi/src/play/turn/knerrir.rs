//! R12 Knerrir: boarding, sailing, landing.

use super::{pay, walk};
use crate::orders::{Action, Order};
use crate::play::draw::Piles;
use crate::play::run::{Run, RunExt};
use crate::state::facts::{Boarded, Fact, Sailed};
use crate::state::{State, named};
use crate::things::areas::Area;
use crate::things::ids::Node;
use crate::things::kinds::Unit;
use crate::things::words::some;
use ravenpost_rules::RefusalCode::{
    AlreadyDone, NotInGame, NotNow, Occupied, OutOfRange, WrongKind,
};
use ravenpost_rules::{Legal, Refusal, Seat};

pub fn list(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    for unit in Unit::LAND {
        boards(state, seat, unit, legal);
    }
    let pace = state.pace(seat, Unit::N);
    let ways = pay::plain_ways(state, seat, Unit::N);
    for (node, far) in state.voyage(seat, pace.most()).reach() {
        if let Some(fare) = pace.fare(far) {
            pay::offer(legal, Action::Sail(node), &ways[usize::from(fare.card)]);
        }
    }
    for units in 1..8 {
        if land(state, seat, units).is_ok() {
            pay::offer(legal, Action::Land(units), &[Default::default()]);
        }
    }
}

fn boards(state: &State, seat: Seat, unit: Unit, legal: &mut Legal<Order>) {
    let Some(walk) = state.walk(seat, unit) else { return };
    let pace = state.pace(seat, unit);
    let ways = pay::plain_ways(state, seat, unit);
    let serves = |area: &Area| area.data().harbour && state.players[seat].ship_serves(*area);
    for harbour in Area::of(walk.reach_and_here()).filter(serves) {
        if let Some(fare) = walk.boarding(harbour).and_then(|steps| pace.fare(steps)) {
            pay::offer(legal, Action::Board(unit, harbour), &ways[usize::from(fare.card)]);
        }
    }
}

pub fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    match *action {
        Action::Board(unit, harbour) => board(state, seat, unit, harbour),
        Action::Sail(node) => sail(state, seat, node),
        Action::Land(units) => land(state, seat, units),
        _ => WrongKind.refuse("R12.1", "the Knerrir cannot do that"),
    }
}

fn board(state: &State, seat: Seat, unit: Unit, harbour: Area) -> Result<(), Refusal> {
    let here = walk::on_board(state, seat, unit)?;
    let (name, player) = (harbour.name(), &state.players[seat]);
    if !harbour.data().harbour {
        return WrongKind.refuse("R12.2", format!("{name} has no harbour"));
    }
    if !player.ship_serves(harbour) {
        let why = format!("the ship is at {} with units aboard", named::node(state, player.ship));
        return Occupied.refuse("R12.11", why);
    }
    if harbour != here {
        walk::enter(state, seat, unit, harbour)?;
    }
    let (walk, pace) = (state.walk(seat, unit), state.pace(seat, unit));
    match walk.and_then(|walk| walk.boarding(harbour)) {
        Some(steps) if pace.fare(steps).is_some() => Ok(()),
        None if unit == Unit::B && state.barred(seat, harbour) => Occupied.refuse(
            "R12.4",
            format!(
                "because of the Axe token on {name}, the Berserkur can board only if it came by sea"
            ),
        ),
        _ => {
            let most = some(pace.most(), "step");
            let why = format!("boarding at {name} takes more than {most}");
            OutOfRange.refuse("R12.2", why)
        }
    }
}

fn sail(state: &State, seat: Seat, node: Node) -> Result<(), Refusal> {
    let player = &state.players[seat];
    is_out(state, seat)?;
    if node == player.ship {
        return AlreadyDone
            .refuse("R12.5", format!("the ship is already at {}", named::node(state, node)));
    }
    if !state.navigable(node) {
        return NotInGame.refuse(
            "R12.8",
            format!("{} is closed, because its colour is not in play", named::node(state, node)),
        );
    }
    if state.sailing_fare(seat, node).is_some() {
        return Ok(());
    }
    is_manned(state, seat)?;
    let (name, most) = (named::node(state, node), state.pace(seat, Unit::N).most());
    OutOfRange.refuse("R12.7", format!("{name} is more than {} away", some(most, "square")))
}

/// Whether the ship of a seat can use a card.
pub fn can_sail(state: &State, seat: Seat) -> Result<(), Refusal> {
    is_out(state, seat)?;
    is_manned(state, seat)
}

fn is_out(state: &State, seat: Seat) -> Result<(), Refusal> {
    match state.players[seat].ship {
        Node::DOCK => NotNow.refuse("R12.1", "the ship is in its dock; a unit must board first"),
        _ => Ok(()),
    }
}

fn is_manned(state: &State, seat: Seat) -> Result<(), Refusal> {
    if !state.players[seat].ship_is_empty() {
        return Ok(());
    }
    let why = match state.pace(seat, Unit::N).free {
        0 => "an empty ship needs free squares to sail".to_owned(),
        free => format!("an empty ship can use only its {}", some(free, "free square")),
    };
    OutOfRange.refuse("R12.10", why)
}

fn land(state: &State, seat: Seat, units: u8) -> Result<(), Refusal> {
    let player = &state.players[seat];
    let aboard = player.aboard();
    if units == 0 || units & !aboard != 0 {
        return WrongKind.refuse("R12.9", "only units aboard can land");
    }
    let Some(harbour) = player.ship.harbour() else {
        return NotNow.refuse("R12.9", "the ship is not in a harbour");
    };
    let ashore = Unit::LAND.iter().filter(|unit| units & 1 << unit.0 != 0);
    for unit in ashore {
        walk::enter(state, seat, *unit, harbour)?;
    }
    Ok(())
}

pub fn play(run: &mut Run<'_>, seat: Seat, action: Action) {
    match action {
        Action::Board(unit, harbour) => {
            let (who, from) = (run.who(seat), run.state.players[seat].at[unit.index()]);
            run.put(Fact::Boarded(Boarded { who, unit, from, harbour }));
        }
        Action::Sail(node) => set_sail(run, seat, node),
        Action::Land(units) => go_ashore(run, seat, units),
        _ => {}
    }
}

fn set_sail(run: &mut Run<'_>, seat: Seat, to: Node) {
    let state = &run.state;
    let Some(fare) = state.sailing_fare(seat, to) else { return };
    let player = &state.players[seat];
    let sea = fare.card && player.sea;
    run.put(Fact::Sailed(Sailed {
        who: state.who(seat),
        from: player.ship,
        to,
        free_squares: fare.left,
        sea_move: sea,
    }));
    if sea {
        // The used Rune has returned to the pile (R10.18, R10.19).
        run.shuffle_runes();
    }
}

fn go_ashore(run: &mut Run<'_>, seat: Seat, units: u8) {
    if let Some(harbour) = run.state.players[seat].ship.harbour() {
        let who = run.who(seat);
        let ashore = Unit::LAND.into_iter().filter(|unit| units & 1 << unit.0 != 0);
        run.put(Fact::Landed(who, harbour, ashore.collect()));
    }
}
