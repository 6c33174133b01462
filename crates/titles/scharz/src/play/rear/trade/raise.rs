//! Upgrades of light infantry (R16.5-R16.8).

use super::units::{at_cus, limit};
use crate::play::relief::besieges;
use crate::play::run::{Run, RunExt, afford};
use crate::play::units::{UnitChoice, pick};
use crate::reckon::links::Links;
use crate::reckon::seats::{berthed, has_port, has_yard, herds};
use crate::reckon::world::World;
use crate::state::facts::{Fact, Limit, Pen};
use crate::state::land::BERTHS;
use crate::state::options::Module;
use crate::state::stack::{Place, Stack};
use crate::state::why::{Cause, Herding, How};
use crate::state::{State, line};
use crate::things::ids::Field;
use crate::things::kinds::{Herd, Kind};
use crate::things::units::Unit;
use ravenpost_rules::RefusalCode::{NoneThere, NotHeld, Occupied, WrongAmount, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// `raise`: upgrades units of a settlement for gold.
pub fn raise(run: &mut Run<'_>, seat: Seat, line: &line::Raise) -> Result<(), Refusal> {
    let (state, at, n, into) = (&run.state, line.at, line.units.n, line.kind);
    WrongKind.unless(
        line.units.unit.kind == Kind::Li,
        "R16.5",
        "only light infantry can be raised",
    )?;
    let world = World::of(state);
    let ships = into.is_ship();
    let mut mounts = Vec::new();
    match into {
        Kind::Hi => {
            at_cus(state, seat, at)?;
            let city = state.land(at).town_of(seat).is_some_and(|town| town.city);
            WrongKind.unless(city, "R16.5", "heavy infantry can be raised only in a city")?;
        }
        Kind::Cav => {
            at_cus(state, seat, at)?;
            if state.has(Module::Horses) {
                mounts = horses(state, &world, seat, at, n)?;
            }
        }
        Kind::Ts | Kind::Ws => yard(state, &world, seat, at, n, into)?,
        Kind::Sm => {
            let sieges = besieges(state, &world, seat, at) && world.open(at, seat) > 0;
            NoneThere.unless(sieges, "R16.8", "you are not besieging a settlement there")?;
            let home = state.fields().any(|field| state.land(field).town_of(seat).is_some());
            NotHeld.unless(home, "R16.8", "you need a village or city")?;
        }
        _ => return WrongKind.refuse("R16.5", "units cannot be raised to that type"),
    }
    limits(state, at, n, into)?;
    let price = price(state, seat, into) * u16::from(n);
    afford(state, seat, price)?;
    let open: &[Place] = &[Place::Open, Place::Inside];
    let choice = UnitChoice {
        at,
        places: if ships || into == Kind::Sm { &open[..1] } else { open },
        tired_first: true,
        fit: &|_| true,
        rule: "R16.5",
        why: "no others are there",
    };
    let taken = pick(state.player(seat), line.units, &choice)?;
    run.gold(seat, -i32::from(price), Cause::Trade);
    match into {
        Kind::Hi | Kind::Cav => run.put(Fact::TradeLimitUsed(at, Limit::Raised, n)),
        Kind::Ts | Kind::Ws => run.put(Fact::TradeLimitUsed(at, Limit::Ships, n)),
        _ => {}
    }
    for pen in mounts {
        run.put(Fact::HerdRemoved(seat, Herd::Horses, pen, Herding::Mounted));
    }
    for stack in taken {
        let place = if ships { Place::Quay } else { stack.place };
        let to = Stack { unit: Unit { kind: into, ..stack.unit }, ..stack.to(at, place) };
        run.went(seat, How::Raise, stack, to);
    }
    Ok(())
}

fn limits(state: &State, at: Field, n: u8, into: Kind) -> Result<(), Refusal> {
    let land = state.land(at);
    let left = match into {
        Kind::Hi | Kind::Cav => limit(state, at).saturating_sub(land.used.raised),
        Kind::Ts | Kind::Ws => {
            let most = land.yard.map_or(0, |yard| if yard.port { 2 } else { 1 });
            most - land.used.ships.min(most)
        }
        _ => n,
    };
    if n == 0 || n > left {
        return WrongAmount
            .refuse("R16.3", format!("{} can raise {left} more this round", at.name()));
    }
    Ok(())
}

fn yard(
    state: &State,
    world: &World,
    seat: Seat,
    at: Field,
    n: u8,
    into: Kind,
) -> Result<(), Refusal> {
    let able = if into == Kind::Ws {
        has_port(state, world, seat, at)
    } else {
        has_yard(state, world, seat, at)
    };
    NotHeld.unless(
        able,
        "R16.7",
        "transport ships need a shipyard that is not encircled, war ships a \
                            port that is not encircled",
    )?;
    let free = BERTHS.saturating_sub(berthed(state, seat, at));
    Occupied.unless(n <= free, "R16.7", "there are not enough free berths for them")
}

/// The herds of horses used: connected to the settlement, those on the field first.
fn horses(state: &State, world: &World, seat: Seat, at: Field, n: u8) -> Result<Vec<Pen>, Refusal> {
    let links = Links::of(state, world, seat);
    let own = herds(state, seat).filter(|(herd, ..)| *herd == Herd::Horses);
    let near = own.filter(|(_, field, _)| links.joined(*field, at));
    let mut pens: Vec<Pen> = near.map(|(_, at, stable)| Pen { at, stable }).collect();
    pens.sort_by_key(|pen| (pen.at != at, pen.stable));
    NotHeld.unless(
        pens.len() >= usize::from(n),
        "R16.6",
        "each needs a connected herd of horses",
    )?;
    pens.truncate(usize::from(n));
    Ok(pens)
}

fn price(state: &State, seat: Seat, into: Kind) -> u16 {
    let cheap = u16::from(state.powers(seat).cheap_ships);
    match into {
        Kind::Hi => 1,
        Kind::Cav if state.has(Module::Horses) => 3,
        Kind::Cav => 8,
        Kind::Ws => 3 - cheap,
        Kind::Ts => 2 - cheap,
        _ => 2,
    }
}
