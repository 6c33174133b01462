//! Units bought, hired and released (R16.4, R16.9-R16.13).

use crate::play::run::{Run, RunExt, afford, afford_pp, require};
use crate::play::units::{UnitChoice, pick, total};
use crate::reckon::seats::{free_cubes, free_specials};
use crate::reckon::world::World;
use crate::state::facts::{Fact, Limit};
use crate::state::line::slots::Part;
use crate::state::options::Module;
use crate::state::stack::{Place, Stack};
use crate::state::why::{Cause, How, UnitReason};
use crate::state::{State, line};
use crate::things::ids::Field;
use crate::things::kinds::{Hazard, Kind, MapId};
use crate::things::tables::Ground;
use crate::things::units::Unit;
use ravenpost_rules::RefusalCode::{
    AlreadyDone, NoneThere, NotHeld, NotInGame, NotNow, Occupied, OutOfRange, WrongAmount,
    WrongKind,
};
use ravenpost_rules::{Refusal, Seat};

/// Cost of corsairs in prestige, and of elephants in gold (R16.10, R16.11).
pub const CORSAIRS: u16 = 16;
pub const ELEPHANTS: u16 = 12;

/// The trade limit of a settlement in a round: one for a village, two for a city (R16.3).
pub fn limit(state: &State, at: Field) -> u8 {
    let land = state.land(at);
    let plain = land.town.map_or(0, |town| if town.city { 2 } else { 1 });
    if land.used.doubled { plain * 2 } else { plain }
}

pub fn at_cus(state: &State, seat: Seat, at: Field) -> Result<(), Refusal> {
    NotHeld.unless(
        World::of(state).is_cus(seat, at),
        "R16.2",
        "you have no settlement there that is not encircled",
    )
}

pub fn buy_li(run: &mut Run<'_>, seat: Seat, line: &line::BuyLi) -> Result<(), Refusal> {
    let (state, at, n) = (&run.state, line.at, line.n);
    at_cus(state, seat, at)?;
    let only = state.powers(seat).li_by_recruitment && !state.has(Module::FastCycle);
    NotNow.unless(!only, "R24.6", "on this map, Romans get light infantry only in Recruitment")?;
    let left = limit(state, at).saturating_sub(state.land(at).used.bought);
    if n == 0 || n > left {
        return WrongAmount
            .refuse("R16.3", format!("{} can buy {left} more this round", at.name()));
    }
    afford(state, seat, 2 * u16::from(n))?;
    let cubes = free_cubes(state.player(seat));
    NoneThere.unless(n <= cubes, "R4.1", "you do not have enough unit cubes left")?;
    let before = state.player(seat).recruits;
    let third = state.powers(seat).third_li && before < 2 && before + n >= 2 && n < cubes;
    run.gold(seat, -2 * i32::from(n), Cause::Trade);
    run.put(Fact::TradeLimitUsed(at, Limit::Bought, n));
    run.put(Fact::LightInfantryBought(seat, n));
    run.came(seat, Stack::new(n, Kind::Li, at, Place::Open), UnitReason::Bought);
    if third {
        run.came(seat, Stack::new(1, Kind::Li, at, Place::Open), UnitReason::Free);
    }
    Ok(())
}

/// `double`: doubles the limits of a settlement for 2 PP.
pub fn double(run: &mut Run<'_>, seat: Seat, at: Field) -> Result<(), Refusal> {
    at_cus(&run.state, seat, at)?;
    afford_pp(&run.state, seat, 2)?;
    AlreadyDone.unless(!run.state.land(at).used.doubled, "R16.3", "it is already doubled")?;
    run.prestige(seat, -2, Cause::Spent);
    run.put(Fact::TradeLimitUsed(at, Limit::Doubled, 1));
    Ok(())
}

pub fn hire(run: &mut Run<'_>, seat: Seat, line: &line::Hire) -> Result<(), Refusal> {
    let (state, at, n) = (&run.state, line.at, line.n);
    at_cus(state, seat, at)?;
    let most: u8 = state.land(at).town.map_or(0, |town| if town.city { 2 } else { 1 });
    let left = most.saturating_sub(state.land(at).used.hired);
    if n == 0 || n > left {
        return WrongAmount
            .refuse("R16.9", format!("{} can hire {left} more this round", at.name()));
    }
    NoneThere.unless(
        n <= free_specials(state.player(seat)),
        "R4.2",
        "you cannot have more than 20 special units",
    )?;
    let cheap = line.cheap;
    if cheap {
        let able = state.powers(seat).cheap_mercenaries;
        NotInGame.unless(able, "R16.9", "your faction cannot hire mercenaries for prestige")?;
    }
    let (gold, pp) = match (state.has(Module::Prestige), cheap) {
        (false, true) => return NotInGame.refuse("R2.5", "there is no prestige in this mode"),
        (false, false) => (6, 0),
        (true, false) => (4, 2),
        (true, true) => (1, 10),
    };
    let (gold, pp) = (gold * u16::from(n), pp * u16::from(n));
    afford(state, seat, gold)?;
    if pp > 0 {
        afford_pp(state, seat, pp)?;
    }
    run.gold(seat, -i32::from(gold), Cause::Trade);
    run.prestige(seat, -i32::from(pp), Cause::Spent);
    run.put(Fact::TradeLimitUsed(at, Limit::Hired, n));
    run.came(seat, Stack::new(n, Kind::Merc, at, Place::Open), UnitReason::Hired);
    Ok(())
}

/// `buy cors`: one per round, on a sea adjacent to a controlled field.
pub fn corsairs(run: &mut Run<'_>, seat: Seat, sea: Field) -> Result<(), Refusal> {
    let state = &run.state;
    NotInGame.unless(state.has(Module::Specials), "R2.2", "there are no corsairs in this mode")?;
    afford_pp(state, seat, CORSAIRS)?;
    AlreadyDone.unless(!state.player(seat).corsairs, "R16.10", "you can buy only one per round")?;
    NoneThere.unless(
        free_specials(state.player(seat)) > 0,
        "R4.2",
        "you cannot have more than 20 special units",
    )?;
    let yard = state.fields().any(|field| state.land(field).yard_of(seat).is_some());
    NotHeld.unless(yard, "R16.10", "you need a dock or port")?;
    let world = World::of(state);
    WrongKind.unless(sea.is_water(), "R16.10", "that is not a sea field")?;
    let near = world.around(state, seat, sea).meets(world.held[seat.index()]);
    OutOfRange.unless(near, "R16.10", "you do not control a field next to that sea")?;
    Occupied.unless(!world.foe_ships(seat, sea), "R16.10", "there are hostile ships there")?;
    run.prestige(seat, -i32::from(CORSAIRS), Cause::Spent);
    run.put(Fact::CorsairsHired(seat));
    run.came(seat, Stack::new(1, Kind::Cors, sea, Place::Afloat), UnitReason::Hired);
    Ok(())
}

/// `buy ele`: at a desert of ITALIA, or at home in Elam.
pub fn elephants(run: &mut Run<'_>, seat: Seat, at: Field) -> Result<(), Refusal> {
    let state = &run.state;
    NotInGame.unless(
        state.has(Module::Specials),
        "R2.2",
        "there are no war elephants in this mode",
    )?;
    let desert = at.ground() == Ground::Neutral(Hazard::Desert) && state.map() == MapId::Italia;
    if desert {
        let there = state.player(seat).at(at).next().is_some();
        NotHeld.unless(there, "R16.11", "you have no unit there")?;
    } else {
        let elam = state.powers(seat).elephants;
        WrongKind.unless(
            elam,
            "R16.11",
            "war elephants can be bought only in the deserts of ITALIA and in Elam",
        )?;
        at_cus(state, seat, at)?;
    }
    AlreadyDone.unless(
        state.land(at).used.elephants == 0,
        "R16.11",
        "you can buy only one per round there",
    )?;
    NoneThere.unless(
        free_specials(state.player(seat)) > 0,
        "R4.2",
        "you cannot have more than 20 special units",
    )?;
    afford(state, seat, ELEPHANTS)?;
    run.gold(seat, -i32::from(ELEPHANTS), Cause::Trade);
    run.put(Fact::TradeLimitUsed(at, Limit::Elephants, 1));
    run.came(seat, Stack::new(1, Kind::Ele, at, Place::Open), UnitReason::Bought);
    Ok(())
}

/// The places from which units are lowered or released, in order (R27.2a).
const LET_GO: &[Place] =
    &[Place::Open, Place::Inside, Place::Quay, Place::Works, Place::Afloat, Place::Aboard];

fn any<'c>(at: Field, places: &'c [Place]) -> UnitChoice<'c> {
    let why = "no others are there";
    UnitChoice { at, places, tired_first: false, fit: &|_| true, rule: "R27.2a", why }
}

/// `lower`: turns a unit back into standard light infantry and refunds its equipment.
pub fn lower(run: &mut Run<'_>, seat: Seat, line: &line::Lower) -> Result<(), Refusal> {
    let (state, at, kind) = (&run.state, line.at, line.units.unit.kind);
    let able = matches!(kind, Kind::Hi | Kind::Cav | Kind::Sm | Kind::Ts | Kind::Ws);
    WrongKind.unless(able, "R16.12", "units of this type cannot be lowered")?;
    let places: &[Place] =
        if kind.is_ship() { &[Place::Quay] } else { &[Place::Open, Place::Inside, Place::Works] };
    let taken = pick(state.player(seat), line.units, &any(at, places))?;
    let world = World::of(state);
    let city = state.land(at).town_of(seat).is_some_and(|town| town.city);
    let [home, away] = kind.data().refund;
    let price = match kind {
        Kind::Hi if city && world.is_cus(seat, at) => home,
        Kind::Hi => away,
        Kind::Cav if !world.is_cus(seat, at) => away,
        _ => home,
    };
    for stack in &taken {
        let place = if stack.place == Place::Quay { Place::Open } else { stack.place };
        let to = Stack { unit: Unit::of(Kind::Li), ..stack.to(at, place) };
        run.went(seat, How::Lower, *stack, to);
    }
    run.gold(seat, i32::from(price) * i32::from(total(&taken)), Cause::Trade);
    Ok(())
}

/// `disband`, and `dismiss` for mercenaries (R27.2b).
pub fn disband(
    run: &mut Run<'_>,
    seat: Seat,
    units: Part,
    at: Field,
    hired: bool,
) -> Result<(), Refusal> {
    let (state, kind) = (&run.state, units.unit.kind);
    let right = (kind == Kind::Merc) == hired;
    WrongKind.unless(right, "R27.2b", "use dismiss for mercenaries and disband for all others")?;
    let taken = pick(state.player(seat), units, &any(at, LET_GO))?;
    let load: u8 = taken.iter().filter(|one| one.place == Place::Afloat).map(|one| one.n).sum();
    let aboard = state.player(seat).on(at, Place::Aboard).next().is_some();
    require(load == 0 || !aboard, "R10.8", "their cargo would drown")?;
    let sells = kind == Kind::Li && state.powers(seat).sells_li;
    let price = if sells && World::of(state).is_cus(seat, at) { 1 } else { 0 };
    for stack in &taken {
        run.fell(seat, *stack, UnitReason::Disbanded, None);
    }
    run.gold(seat, price * i32::from(total(&taken)), Cause::Trade);
    Ok(())
}
