//! Trade in grain, fish and herds (R16.14-R16.17).

use super::units::at_cus;
use crate::play::march::goods::{find, has_place};
use crate::play::rear::construction::near_port;
use crate::play::run::{Run, RunExt, afford};
use crate::reckon::links::Links;
use crate::reckon::seats::{HERDS, has_yard, herds};
use crate::reckon::world::World;
use crate::state::facts::{Fact, Pen};
use crate::state::options::Module;
use crate::state::why::{Cause, Herding, Use};
use crate::state::{State, line};
use crate::things::ids::Field;
use crate::things::kinds::{Good, Herd, Mode};
use ravenpost_rules::RefusalCode::{
    NoneThere, NotHeld, NotInGame, NotNow, Occupied, OutOfRange, WrongAmount,
};
use ravenpost_rules::{Refusal, Seat};

fn farms(state: &State) -> Result<(), Refusal> {
    NotInGame.unless(state.has(Module::FarmYear), "R2.2", "there is no trade in goods in this mode")
}

/// The stock of goods on a field, and the room for them.
fn store(state: &State, seat: Seat, at: Field, good: Good) -> Result<(u8, u8), Refusal> {
    farms(state)?;
    let land = state.land(at);
    match good {
        Good::Grain => at_cus(state, seat, at).map(|()| (land.grain, land.grain_room())),
        Good::Fish => {
            let yard = has_yard(state, &World::of(state), seat, at);
            NotHeld.unless(yard, "R16.2", "you have no shipyard there that is free of enemies")?;
            Ok((land.fish, land.fish_room()))
        }
    }
}

pub fn buy(run: &mut Run<'_>, seat: Seat, line: &line::BuyGoods) -> Result<(), Refusal> {
    let (good, at, n) = (line.good, line.at, line.n);
    let (has, room) = store(&run.state, seat, at, good)?;
    let free = room.saturating_sub(has);
    if n == 0 || n > free {
        return Occupied.refuse("R16.17", format!("{} has room for {free} more", at.name()));
    }
    let price = if good == Good::Grain { 2 } else { 1 } * u16::from(n);
    afford(&run.state, seat, price)?;
    run.gold(seat, -i32::from(price), Cause::Trade);
    run.put(Fact::StoreChanged(at, good, has + n, Use::Trade));
    Ok(())
}

/// `sell 2 grain`: half a piece of gold each, or a whole one for grain near a port.
pub fn sell(run: &mut Run<'_>, seat: Seat, line: &line::SellGoods) -> Result<(), Refusal> {
    let (good, at, n) = (line.good, line.at, line.n);
    let (has, _) = store(&run.state, seat, at, good)?;
    if n == 0 || n > has {
        return WrongAmount.refuse("R16.14", format!("{} has {has} {}", at.name(), good.slug()));
    }
    let port = near_port(&run.state, &World::of(&run.state), seat, at);
    let halves = if good == Good::Grain && port { 2 } else { 1 };
    run.put(Fact::StoreChanged(at, good, has - n, Use::Trade));
    run.halves(seat, halves * i32::from(n), Cause::Trade);
    Ok(())
}

/// Whether a seat may trade in a herd at a field as at a port.
fn market(state: &State, seat: Seat, herd: Herd, at: Field) -> Result<(), Refusal> {
    let world = World::of(state);
    let riders = herd == Herd::Horses && state.powers(seat).horse_trade;
    let linked = Links::of(state, &world, seat).is_linked(at);
    let port = near_port(state, &world, seat, at) || riders && linked;
    OutOfRange.unless(port, "R16.14", "it is not connected to a port of yours")
}

fn may_sell(state: &State, herd: Herd) -> Result<(), Refusal> {
    farms(state)?;
    let known = herd != Herd::Horses || state.has(Module::Horses);
    NotInGame.unless(known, "R2.2", "there is no trade in horses in this mode")
}

/// `buy sheep`: places the herd at pasture if there is room, otherwise in the stable.
pub fn buy_herd(run: &mut Run<'_>, seat: Seat, line: &line::BuyHerd) -> Result<(), Refusal> {
    let (state, herd, at) = (&run.state, line.herd, line.at);
    may_sell(state, herd)?;
    market(state, seat, herd, at)?;
    NoneThere.unless(
        herds(state, seat).count() < HERDS,
        "R4.4",
        "you already have 20 herds, the maximum",
    )?;
    let pens = [false, true].map(|stable| Pen { at, stable });
    let free = pens.into_iter().find(|pen| has_place(state, seat, *pen).is_ok());
    let Some(pen) = free else { return Occupied.refuse("R16.16", "there is no room for a herd") };
    afford(state, seat, herd.price())?;
    run.gold(seat, -i32::from(herd.price()), Cause::Trade);
    run.put(Fact::HerdAdded(seat, herd, pen, Herding::Bought));
    Ok(())
}

/// `sell sheep`: sells a herd near a port.
pub fn sell_herd(run: &mut Run<'_>, seat: Seat, line: &line::SellHerd) -> Result<(), Refusal> {
    let (state, herd, at) = (&run.state, line.herd, line.at);
    may_sell(state, herd)?;
    let pen = find(state, seat, herd, at)?;
    market(state, seat, herd, at)?;
    run.put(Fact::HerdRemoved(seat, herd, pen, Herding::Sold));
    run.gold(seat, i32::from(herd.price()) - 2, Cause::Trade);
    Ok(())
}

/// `slaughter`: sells the meat at once, for half the price in spring and summer.
pub fn slaughter(run: &mut Run<'_>, seat: Seat, line: &line::Slaughter) -> Result<(), Refusal> {
    let (state, herd, at) = (&run.state, line.herd, line.at);
    may_sell(state, herd)?;
    let late = state.options.mode >= Mode::Original;
    NotNow.unless(late, "R16.15", "in BASIC you can cull herds only in Feeding")?;
    let pen = find(state, seat, herd, at)?;
    let halves = if state.season().is_cold() { 2 } else { 1 };
    run.put(Fact::HerdRemoved(seat, herd, pen, Herding::Slaughtered));
    run.halves(seat, halves * i32::from(herd.meat()), Cause::Trade);
    Ok(())
}
