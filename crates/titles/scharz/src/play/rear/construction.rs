//! R15 Construction: sites, builders, progress and acceleration.

use super::held::Held;
use crate::play::clash::ruin;
use crate::play::run::{Run, RunExt, afford, afford_pp};
use crate::play::units::{UnitChoice, pick_all, total};
use crate::reckon::seats::{TILES, has_port, has_yard, tiles};
use crate::reckon::world::World;
use crate::state::State;
use crate::state::facts::{Fact, Limit};
use crate::state::land::{Site, Town, Yard};
use crate::state::line::slots::Part;
use crate::state::line::{self, Construction};
use crate::state::options::Module;
use crate::state::stack::Place;
use crate::state::why::{Cause, How, Lot};
use crate::things::ids::Field;
use crate::things::kinds::{Building, Kind};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, NoneThere, NotHeld, NotInGame, Occupied, WrongAmount, WrongKind,
};
use ravenpost_rules::{Refusal, Seat};

/// Points of a complete building, and starting points in FAST (R15.4, R15.5).
const WHOLE: u8 = 12;
const HALF: u8 = 6;
/// Maximum number of builders at one site.
pub const CREW: u8 = 4;

/// The price of a building, reduced for seats that held enough prestige (R15.9).
pub fn price(held: &Held, seat: Seat, what: Building) -> u16 {
    if held.of(seat) >= 30 { (what.price() - 1).max(1) } else { what.price() }
}

/// Builders that a building needs (R15.1, R24).
pub fn crew(state: &State, seat: Seat, what: Building) -> u8 {
    match what {
        Building::Village => state.powers(seat).village_builders,
        Building::City => state.powers(seat).city_builders,
        other => other.builders(),
    }
}

/// Carries out one construction line.
pub fn carry_out(
    run: &mut Run<'_>,
    held: &Held,
    seat: Seat,
    line: &Construction,
) -> Result<(), Refusal> {
    match line {
        Construction::BuildTwice(_) => twice(run, seat),
        Construction::Hasten(line) => hasten(run, held, seat, line.at),
        Construction::Build(line) => build(run, held, seat, line),
        Construction::AddBuilders(line) => join(run, seat, line),
        Construction::Cancel(line) => cancel(run, seat, line.at),
        Construction::Dismantle(line) => dismantle(run, seat, line.at),
    }
}

/// `build`: pays, starts the site and assigns the builders.
fn build(run: &mut Run<'_>, held: &Held, seat: Seat, line: &line::Build) -> Result<(), Refusal> {
    let (state, what, at) = (&run.state, line.building, line.at);
    let world = World::of(state);
    may_build(state, &world, seat, what, at)?;
    let price = price(held, seat, what);
    afford(state, seat, price)?;
    let builders = builders(state, seat, at, &line.builders)?;
    WrongAmount.unless(
        total(&builders) <= CREW,
        "R15.4",
        "a construction can have at most 4 builders",
    )?;
    let fast = state.has(Module::FastCycle);
    let points = if fast { HALF } else { 0 };
    run.gold(seat, -i32::from(price), Cause::Building);
    run.put(Fact::ConstructionChanged(
        at,
        Some(Site { owner: seat, building: what, points }),
        Lot::Begun,
    ));
    for stack in builders {
        run.went(seat, How::Work, stack, stack.to(at, Place::Works));
    }
    Ok(())
}

/// Whether a seat may build something on a field, apart from its price and its builders.
pub fn may_build(
    state: &State,
    world: &World,
    seat: Seat,
    what: Building,
    at: Field,
) -> Result<(), Refusal> {
    let land = state.land(at);
    WrongKind.unless(at.is_land(), "R15.3", "nothing can be built there")?;
    Occupied.unless(land.site.is_none(), "R15.3", "there is already a construction there")?;
    NotHeld.unless(world.holds(seat, at), "R15.1", "you do not control the field")?;
    let own = world.is_cus(seat, at);
    match what {
        Building::Village => {
            Occupied.unless(land.town.is_none(), "R15.1", "there is already a settlement there")?
        }
        Building::City => {
            let village = land.town_of(seat).is_some_and(|town| !town.city);
            NotHeld.unless(
                own && village,
                "R15.1",
                "upgrade one of your villages that is not encircled",
            )?;
            let port = land.yard_of(seat).is_some_and(|yard| yard.port);
            WrongKind.unless(
                port || !has_city(state, seat),
                "R15.2",
                "a second city needs a port on its field",
            )?;
        }
        Building::Dock => {
            WrongKind.unless(state.coast.has(at), "R15.1", "the field is not on a coast")?;
            NotHeld.unless(
                own && land.yard.is_none(),
                "R15.1",
                "you need a settlement there, without a shipyard",
            )?;
        }
        Building::Port => {
            let dock = land.yard_of(seat).is_some_and(|yard| !yard.port);
            let free = has_yard(state, world, seat, at);
            NotHeld.unless(
                dock && free,
                "R15.1",
                "upgrade one of your docks that is not encircled",
            )?;
        }
        Building::Fort => {
            let bare = land.town_of(seat).is_some_and(|town| !town.fort);
            NotHeld.unless(
                own && bare,
                "R15.1",
                "you need a settlement there that is not encircled and has no fortification",
            )?;
        }
    }
    let full = tiles(state, seat) >= TILES && !what.is_upgrade();
    NoneThere.unless(!full, "R4.3", "all your building tiles are in use")
}

/// Whether a seat has a city or is building one.
fn has_city(state: &State, seat: Seat) -> bool {
    state.fields().any(|field| {
        let land = state.land(field);
        let rises = land.site_of(seat).is_some_and(|site| site.building == Building::City);
        rises || land.town_of(seat).is_some_and(|town| town.city)
    })
}

/// Finds the named builders: light infantry, or heavy infantry with the respective power.
fn builders(
    state: &State,
    seat: Seat,
    at: Field,
    parts: &[Part],
) -> Result<Vec<crate::state::stack::Stack>, Refusal> {
    let heavy = state.powers(seat).hi_builds;
    for part in parts {
        let able = part.unit.kind == Kind::Li || heavy && part.unit.kind == Kind::Hi;
        WrongKind.unless(able, "R15.4", "units of this type cannot build")?;
    }
    let choice = UnitChoice {
        at,
        places: &[Place::Open],
        tired_first: true,
        fit: &|_| true,
        rule: "R15.4",
        why: "no others are in the open",
    };
    pick_all(state.player(seat), parts, &choice)
}

/// `add`: assigns more builders to a site.
fn join(run: &mut Run<'_>, seat: Seat, line: &line::AddBuilders) -> Result<(), Refusal> {
    let state = &run.state;
    let site = state.land(line.at).site_of(seat).is_some();
    NotHeld.unless(site, "R15.4", "you have no construction there")?;
    let more = builders(state, seat, line.at, &[line.units])?;
    let there: u8 = state.player(seat).on(line.at, Place::Works).map(|one| one.n).sum();
    WrongAmount.unless(
        there + total(&more) <= CREW,
        "R15.4",
        "a construction can have at most 4 builders",
    )?;
    for stack in more {
        run.went(seat, How::Work, stack, stack.to(line.at, Place::Works));
    }
    Ok(())
}

/// `cancel`: gives up the site.
fn cancel(run: &mut Run<'_>, seat: Seat, at: Field) -> Result<(), Refusal> {
    let site = run.state.land(at).site_of(seat).is_some();
    NotHeld.unless(site, "R15.10", "you have no construction there")?;
    ruin::drop_site(run, at, Lot::Cancelled);
    run.gold(seat, 1, Cause::Building);
    Ok(())
}

/// `dismantle`: takes down a village for 4 gold (R16.18).
fn dismantle(run: &mut Run<'_>, seat: Seat, at: Field) -> Result<(), Refusal> {
    let state = &run.state;
    NotInGame.unless(state.powers(seat).dismantles, "R16.18", "your faction cannot do that")?;
    let village = state.land(at).town_of(seat).is_some_and(|town| !town.city);
    NotHeld.unless(village, "R16.18", "you have no village there")?;
    let inside = state.player(seat).on(at, Place::Inside).next().is_some();
    Occupied.unless(!inside, "R16.18", "there are units inside")?;
    let free = World::of(state).is_cus(seat, at);
    Occupied.unless(free, "R16.18", "it is encircled")?;
    ruin::vanish(run, at, Lot::Dismantled);
    run.gold(seat, 4, Cause::Building);
    Ok(())
}

/// `hasten`: pays half the price for three points (R15.8).
fn hasten(run: &mut Run<'_>, held: &Held, seat: Seat, at: Field) -> Result<(), Refusal> {
    let state = &run.state;
    NotInGame.unless(
        state.has(Module::Acceleration),
        "R2.2",
        "there is no faster building in this mode",
    )?;
    let Some(site) = state.land(at).site_of(seat) else {
        return NotHeld.refuse("R15.8", "you have no construction there");
    };
    AlreadyDone.unless(
        !state.land(at).used.hastened,
        "R15.8",
        "it has already been hastened this round",
    )?;
    NotHeld.unless(World::of(state).holds(seat, at), "R15.12", "you do not control the field")?;
    let price = price(held, seat, site.building).div_ceil(2);
    afford(state, seat, price)?;
    run.gold(seat, -i32::from(price), Cause::Building);
    run.put(Fact::TradeLimitUsed(at, Limit::Hastened, 1));
    run.put(Fact::ConstructionChanged(
        at,
        Some(Site { points: site.points + 3, ..site }),
        Lot::Progress,
    ));
    Ok(())
}

/// `spend build-twice`: buys a second acceleration in one rear (R20.4).
fn twice(run: &mut Run<'_>, seat: Seat) -> Result<(), Refusal> {
    NotInGame.unless(
        run.state.has(Module::Acceleration),
        "R2.2",
        "there is no faster building in this mode",
    )?;
    afford_pp(&run.state, seat, 12)?;
    AlreadyDone.unless(
        !run.state.player(seat).builds_twice,
        "R15.8",
        "you have already bought this",
    )?;
    run.prestige(seat, -12, Cause::Spent);
    run.put(Fact::BuildTwiceBought(seat));
    Ok(())
}

/// Advances all sites of these seats and completes those with twelve points.
pub fn progress(run: &mut Run<'_>, held: &Held, seats: &[Seat]) {
    let world = World::of(&run.state);
    for at in run.state.fields() {
        let Some(site) = run.state.land(at).site.filter(|site| seats.contains(&site.owner)) else {
            continue;
        };
        let seat = site.owner;
        if !world.holds(seat, at) {
            continue;
        }
        let builders: u8 = run.state.player(seat).on(at, Place::Works).map(|one| one.n).sum();
        let each = match builders.checked_sub(crew(&run.state, seat, site.building)) {
            None => 0,
            Some(0) => 3,
            Some(1) => 4,
            Some(_) => 6,
        };
        let faster = run.state.has(Module::Acceleration);
        let held50 = u8::from(faster && held.of(seat) >= 50);
        let times = 1 + held50 + u8::from(run.state.player(seat).builds_twice);
        let points = site.points + each * times;
        if points >= WHOLE {
            complete(run, at, site);
        } else if points > site.points {
            run.put(Fact::ConstructionChanged(at, Some(Site { points, ..site }), Lot::Progress));
        }
    }
}

/// Completes a building and releases its builders (R15.5).
fn complete(run: &mut Run<'_>, at: Field, site: Site) {
    let (owner, land) = (site.owner, run.state.land(at).clone());
    run.put(Fact::ConstructionChanged(at, None, Lot::Completed));
    let village = Town { owner, city: false, fort: false };
    match site.building {
        Building::Village => run.put(Fact::SettlementChanged(at, Some(village), Lot::Completed)),
        Building::City | Building::Fort => {
            let old = land.town.unwrap_or(village);
            let (city, fort) = (site.building == Building::City, site.building == Building::Fort);
            let town = Town { city: old.city || city, fort: old.fort || fort, ..old };
            run.put(Fact::SettlementChanged(at, Some(town), Lot::Completed));
        }
        Building::Dock | Building::Port => {
            let port = site.building == Building::Port;
            run.put(Fact::ShipyardChanged(at, Some(Yard { owner, port }), Lot::Completed));
        }
    }
    let settles = matches!(site.building, Building::Village | Building::City);
    if land.looted && settles {
        run.put(Fact::LootMarkerCleared(at));
    }
    ruin::free_builders(run, at, owner);
}

/// Whether a seat has a free port connected to a field.
pub fn near_port(state: &State, world: &World, seat: Seat, at: Field) -> bool {
    let links = crate::reckon::links::Links::of(state, world, seat);
    let ports = links.part(at).on(state.map());
    ports.into_iter().any(|field| has_port(state, world, seat, field))
}
