//! R14 Looting: markers, burning, captured herds and building sites.

use super::combat::will::BattleOrders;
use super::ruin;
use super::rustling::take;
use crate::play::run::{Report, Run, RunExt, Sheets};
use crate::reckon::links::Links;
use crate::reckon::seats::is_rival;
use crate::reckon::world::World;
use crate::state::State;
use crate::state::doctrine::{HerdPolicy, LootWhat};
use crate::state::facts::{Fact, Pen};
use crate::state::line::{self, Looting, SheetLine};
use crate::state::options::Module;
use crate::state::why::{Cause, Lot, Use};
use crate::things::ids::{Field, Fields};
use crate::things::kinds::{MapId, Terrain};
use ravenpost_rules::RefusalCode::{AlreadyDone, CannotPay, NoneThere, NotHeld, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// Prestige gained or lost by looting (R14.2).
const HONOUR: i32 = 4;

/// Carries out COMBAT-3, field by field.
pub fn loot(run: &mut Run<'_>, wills: &BattleOrders<'_>, report: &mut Report<'_>, sheets: &Sheets) {
    let world = World::of(&run.state);
    said(run, &world, sheets, report);
    for at in run.state.fields().filter(|field| field.is_land()) {
        for seat in run.state.in_order() {
            if world.open(at, seat) == 0 || !world.holds(seat, at) {
                continue;
            }
            by_doctrine(run, &world, wills, seat, at);
            take_herds(run, wills, seat, at);
            tear_down(run, seat, at);
        }
    }
}

/// Carries out the looting and burning ordered on the sheets.
fn said(run: &mut Run<'_>, world: &World, sheets: &Sheets, report: &mut Report<'_>) {
    for (seat, lines) in sheets {
        for (at, line) in lines.iter().enumerate() {
            let done = match line {
                SheetLine::Looting(Looting::Loot(line)) => plunder(run, world, *seat, line.at),
                SheetLine::Looting(Looting::Burn(line)) => burn(run, world, *seat, line.at),
                _ => Ok(()),
            };
            if let Err(why) = done {
                report(run, *seat, at, line, why);
            }
        }
    }
}

pub fn may_loot(state: &State, world: &World, seat: Seat, at: Field) -> Result<(), Refusal> {
    let land = state.land(at);
    WrongKind.unless(at.is_land(), "R14.4", "only land fields can be looted")?;
    NotHeld.unless(world.open(at, seat) > 0, "R14.1", "you have no units in the open there")?;
    AlreadyDone.unless(!land.looted, "R14.1", "it has already been looted")?;
    WrongKind.unless(land.town_of(seat).is_none(), "R14.1", "you have a settlement there")?;
    let partner = land.town.is_some_and(|town| !state.hostile(seat, town.owner));
    WrongKind.unless(!partner, "R14.4", "you cannot loot a pact partner's field")?;
    let pp = i32::from(state.player(seat).pp);
    let enough = !state.has(Module::Prestige) || honour(state, seat, at) + pp >= 0;
    CannotPay.unless(enough, "R14.2", "looting costs 4 PP, and you do not have enough")
}

/// The prestige for looting a field, usually a loss.
pub fn honour(state: &State, seat: Seat, at: Field) -> i32 {
    let powers = state.powers(seat);
    let town = state.land(at).town;
    let rival = town.is_some_and(|town| is_rival(state, seat, town.owner));
    let home = state.player(seat).faction.map_or(Fields::NONE, |faction| faction.data().home);
    let away = powers.loot_away && !home.has(at);
    let low = powers.loot_lowland && matches!(at.data().terrain, Terrain::Yellow | Terrain::Green);
    if rival || away || low || across_danube(state, seat, at) { HONOUR } else { -HONOUR }
}

/// The banks of the Danubius: each side gains prestige on one of them (R24.6).
fn across_danube(state: &State, seat: Seat, at: Field) -> bool {
    let map = state.map();
    if map != MapId::Huns || !state.options.powers {
        return false;
    }
    let powers = state.powers(seat);
    let roman = powers.crosses_danube || powers.historic_lord;
    let right = roman != state.options.danube_reversed;
    let bank = if right { map.data().right_bank } else { map.data().left_bank };
    bank.has(at)
}

/// Places a marker and awards gold, if the field is connected, and prestige.
fn plunder(run: &mut Run<'_>, world: &World, seat: Seat, at: Field) -> Result<(), Refusal> {
    may_loot(&run.state, world, seat, at)?;
    NotHeld.unless(world.holds(seat, at), "R14.1", "you do not control the field")?;
    let links = Links::of(&run.state, world, seat);
    let honour = honour(&run.state, seat, at);
    let owner = run.state.land(at).town.map(|town| town.owner);
    run.put(Fact::Looted(seat, at, owner));
    if links.is_linked(at) {
        run.gold(seat, 1, Cause::Looting);
    }
    run.prestige(seat, honour, Cause::Looting);
    Ok(())
}

/// The owner of the grain that a seat could burn on a field.
pub fn sower(state: &State, seat: Seat, at: Field) -> Result<Seat, Refusal> {
    let sower = state.land(at).sown.filter(|sower| state.hostile(seat, *sower));
    sower.map_or_else(|| NoneThere.refuse("R14.5", "there is no enemy grain there"), Ok)
}

/// Whether there is grain to burn and a unit in the open to do it.
pub fn may_burn(state: &State, world: &World, seat: Seat, at: Field) -> Result<(), Refusal> {
    sower(state, seat, at)?;
    NotHeld.unless(world.open(at, seat) > 0, "R14.5", "you have no units in the open there")
}

/// Burns grain sown by another seat (R14.5).
fn burn(run: &mut Run<'_>, world: &World, seat: Seat, at: Field) -> Result<(), Refusal> {
    let sower = sower(&run.state, seat, at)?;
    let there = world.open(at, seat) > 0 && world.holds(seat, at);
    NotHeld.unless(there, "R14.5", "you do not control the field with units in the open")?;
    run.put(Fact::CropChanged(at, 0, Use::Burnt));
    run.victory(sower, -1, Cause::Grain);
    Ok(())
}

/// Loots by doctrine where the sheet does not mention the field (R28.2b).
fn by_doctrine(run: &mut Run<'_>, world: &World, wills: &BattleOrders<'_>, seat: Seat, at: Field) {
    let Some(wish) = wills.loot(&run.state, seat, at) else { return };
    if may_loot(&run.state, world, seat, at).is_err() {
        return;
    }
    let town = run.state.land(at).town;
    let rival = town.is_some_and(|town| is_rival(&run.state, seat, town.owner));
    let prestige = run.state.has(Module::Prestige);
    let honour = if prestige { honour(&run.state, seat, at) } else { 0 };
    let pays = honour > 0 || honour == 0 && Links::of(&run.state, world, seat).is_linked(at);
    let wanted = match wish {
        LootWhat::Never => false,
        LootWhat::Rival => rival,
        LootWhat::Paying => pays,
    };
    // `may_loot` has just allowed it.
    if wanted && plunder(run, world, seat, at).is_ok() {
        run.by_doctrine(seat, line::DoctrineLoot { loot: wish }, line::Loot { at });
    }
}

/// Takes or kills grazing herds on fields under enemy control (R14.6).
fn take_herds(run: &mut Run<'_>, wills: &BattleOrders<'_>, seat: Seat, at: Field) {
    let grazing = run.state.land(at).pasture;
    let Some((owner, herd)) = grazing.filter(|(owner, _)| run.state.hostile(seat, *owner)) else {
        return;
    };
    let policy = wills.herds(&run.state, seat, at);
    if policy != HerdPolicy::Leave {
        if wills.leaves_herds(seat, at) {
            let (doctrine, line) =
                (line::DoctrineHerds { fate: policy }, line::Herds { at, fate: policy });
            run.by_doctrine(seat, doctrine, line);
        }
        take(run, seat, owner, herd, Pen { at, stable: false }, policy);
    }
}

/// Destroys building sites on fields under enemy control (R14.7).
fn tear_down(run: &mut Run<'_>, seat: Seat, at: Field) {
    let site = run.state.land(at).site;
    if site.is_some_and(|site| run.state.hostile(seat, site.owner)) {
        ruin::drop_site(run, at, Lot::Destroyed);
    }
}
