//! Transport of herds and stores (R10.18, R10.19).

use super::super::super::reckon::links::{Links, reach};
use super::super::super::reckon::world::World;
use super::super::super::state::facts::{Fact, Pen};
use super::super::super::state::options::Module;
use super::super::super::state::why::Use;
use super::super::super::state::{State, line};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::{Good, Herd};
use super::super::run::Run;
use super::step::weather;
use ravenpost_rules::RefusalCode::{
    AlreadyDone, NotHeld, NotInGame, Occupied, OutOfRange, WrongAmount, WrongKind,
};
use ravenpost_rules::{Refusal, Seat};

/// `herd`: moves a herd within the connection, or over sea to the first land.
pub fn drive(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Drive,
) -> Result<(), Refusal> {
    let (state, herd) = (&run.state, line.herd);
    let from = find(state, seat, herd, line.at)?;
    let to = Pen { at: line.to, stable: line.stable };
    AlreadyDone.unless(
        line.at != line.to,
        "R10.18",
        "the herd is already there: use `stable` or `pasture` to move it on its field",
    )?;
    travel(state, world, seat, line.at, line.to)?;
    has_place(state, seat, to)?;
    run.put(Fact::HerdMoved(seat, herd, from, to));
    Ok(())
}

/// `stable` and `pasture`: moves a herd on the same field.
pub fn change(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    herd: Herd,
    at: Field,
    stable: bool,
) -> Result<(), Refusal> {
    let state = &run.state;
    let farms = state.has(Module::SpecialMove) && state.has(Module::FarmYear);
    NotInGame.unless(farms, "R2.2", "there are no herds in this mode")?;
    Occupied.unless(
        !world.is_locked(seat, at),
        "R7.11",
        "an enemy on the same field keeps the herd from moving",
    )?;
    let land = state.land(at);
    let here = if stable {
        land.pasture == Some((seat, herd))
    } else {
        land.town_of(seat).is_some() && land.stable.has(herd)
    };
    NotHeld.unless(here, "R10.18", "you have no such herd to move there")?;
    let (from, to) = (Pen { at, stable: !stable }, Pen { at, stable });
    has_place(state, seat, to)?;
    run.put(Fact::HerdMoved(seat, herd, from, to));
    Ok(())
}

/// `cart`: moves grain between settlements, or fish between shipyards.
pub fn cart(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Cart,
) -> Result<(), Refusal> {
    let (state, good) = (&run.state, line.good);
    travel(state, world, seat, line.at, line.to)?;
    AlreadyDone.unless(line.at != line.to, "R10.19", "it is already there")?;
    let (from, to) = (state.land(line.at), state.land(line.to));
    let (own, here, there, most) = match good {
        Good::Grain => {
            let own = from.town_of(seat).is_some() && to.town_of(seat).is_some();
            (own, from.grain, to.grain, to.grain_room())
        }
        Good::Fish => {
            let own = from.yard_of(seat).is_some() && to.yard_of(seat).is_some();
            (own, from.fish, to.fish, to.fish_room())
        }
    };
    WrongKind.unless(
        own,
        "R10.19",
        "stores move only between your settlements or between your shipyards",
    )?;
    if line.n == 0 || line.n > here {
        return WrongAmount
            .refuse("R10.19", format!("{} has {here} {}", line.at.name(), good.slug()));
    }
    let free = most.saturating_sub(there);
    if line.n > free {
        return Occupied.refuse("R16.17", format!("{} has room for {free} more", line.to.name()));
    }
    run.put(Fact::StoreChanged(line.at, good, here - line.n, Use::Carted));
    run.put(Fact::StoreChanged(line.to, good, there + line.n, Use::Carted));
    Ok(())
}

/// Whether goods and herds can move between these fields.
fn travel(state: &State, world: &World, seat: Seat, from: Field, to: Field) -> Result<(), Refusal> {
    let farms = state.has(Module::SpecialMove) && state.has(Module::FarmYear);
    NotInGame.unless(farms, "R2.2", "there are no herds or stores in this mode")?;
    let free = !world.is_locked(seat, from) && !world.is_locked(seat, to);
    Occupied.unless(free, "R7.11", "one of the fields is locked by an enemy")?;
    weather(state, from, to)?;
    let links = Links::of(state, world, seat);
    let far = reach(state, world, &links, seat, from);
    OutOfRange.unless(
        world.holds(seat, from) && far.has(to),
        "R10.18",
        "the two fields are not connected",
    )
}

/// Finds a seat's herd on a field, at pasture first, then in the stable.
pub fn find(state: &State, seat: Seat, herd: Herd, at: Field) -> Result<Pen, Refusal> {
    let land = state.land(at);
    if land.pasture == Some((seat, herd)) {
        return Ok(Pen { at, stable: false });
    }
    if land.town_of(seat).is_some() && land.stable.has(herd) {
        return Ok(Pen { at, stable: true });
    }
    NotHeld.refuse("R10.18", format!("you have no {} at {}", herd.slug(), at.name()))
}

/// Whether there is room for a herd: one at pasture on a field that is not sown, one or two in the
/// stable (R19.6).
pub fn has_place(state: &State, seat: Seat, pen: Pen) -> Result<(), Refusal> {
    let land = state.land(pen.at);
    if pen.stable {
        let free = land.town_of(seat).is_some() && land.stable.len() < land.stalls();
        return Occupied.unless(free, "R19.6", "you have no free stable there");
    }
    WrongKind.unless(pen.at.is_land(), "R10.18", "herds can graze only on land")?;
    Occupied.unless(land.pasture.is_none(), "R19.6", "there is already a herd at pasture there")?;
    Occupied.unless(land.sown.is_none(), "R10.18", "the field is sown")
}
