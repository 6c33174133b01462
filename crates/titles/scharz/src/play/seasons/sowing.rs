//! Sowing at the end of spring (R19.5).

use super::super::super::reckon::links::Links;
use super::super::super::reckon::world::World;
use super::super::super::state::facts::{Fact, Phase};
use super::super::super::state::line::{DoctrineSow, OneLine, SheetLine, Sow, SowAuto};
use super::super::super::state::why::Use;
use super::super::super::state::{State, doctrine};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::{Good, Season, Terrain};
use super::super::run::{Run, RunExt, Sheets};
use super::{farms, tell};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, NotHeld, NotInGame, NotNow, Occupied, OutOfRange, WrongKind,
};
use ravenpost_rules::{Refusal, Seat};

pub fn sow_all(run: &mut Run<'_>, sheets: &Sheets) {
    if !farms(&run.state) {
        return;
    }
    tell(run, Phase::Sowing);
    for (seat, lines) in sheets {
        // Lines that have become impossible since they were written are skipped.
        sow_lines(run, *seat, lines, &mut |_, _, _| {});
        if is_auto(&run.state, *seat, lines) {
            let said = lines.iter().any(|line| SowAuto::of(line).is_some());
            let sown = sow_auto(run, *seat);
            if sown && !said {
                run.by_doctrine(*seat, DoctrineSow { sow: doctrine::Sow::Auto }, SowAuto {});
            }
        }
    }
}

/// Sows the fields named in a sheet.
pub fn sow_lines(
    run: &mut Run<'_>,
    seat: Seat,
    lines: &[SheetLine],
    report: &mut dyn FnMut(usize, &SheetLine, Refusal),
) {
    for (at, line) in lines.iter().enumerate() {
        let Some(named) = Sow::of(line) else { continue };
        if let Err(why) = sow(run, seat, named.at) {
            report(at, line, why);
        }
    }
}

fn sow(run: &mut Run<'_>, seat: Seat, at: Field) -> Result<(), Refusal> {
    let world = World::of(&run.state);
    let links = Links::of(&run.state, &world, seat);
    may_sow(&run.state, &world, &links, seat, at)?;
    let price = if run.state.land(at).looted { 2 } else { 1 };
    let part = links.part(at);
    let barns = || world.cus[seat.index()].on(run.state.map()).filter(|field| part.has(*field));
    let has: u16 = barns().map(|field| u16::from(run.state.land(field).grain)).sum();
    if has < price {
        return CannotPay.refuse(
            "R19.5",
            format!("sowing there takes {price} grain from connected settlements"),
        );
    }
    for _ in 0..price {
        let all = world.cus[seat.index()].on(run.state.map()).filter(|field| part.has(*field));
        let full =
            all.max_by_key(|field| (run.state.land(*field).grain, std::cmp::Reverse(*field)));
        if let Some(barn) = full {
            let left = run.state.land(barn).grain - 1;
            run.put(Fact::StoreChanged(barn, Good::Grain, left, Use::Sown));
        }
    }
    run.put(Fact::Sown(seat, at));
    Ok(())
}

fn may_sow(
    state: &State,
    world: &World,
    links: &Links,
    seat: Seat,
    at: Field,
) -> Result<(), Refusal> {
    NotInGame.unless(farms(state), "R2.2", "there is no sowing in this mode")?;
    NotNow.unless(state.season() == Season::Spring, "R19.5", "you can sow only in spring")?;
    let land = state.land(at);
    WrongKind.unless(
        at.is_land() && at.data().terrain != Terrain::Grey,
        "R19.5",
        "nothing grows there",
    )?;
    NotHeld.unless(world.holds(seat, at), "R19.5", "you do not control the field")?;
    OutOfRange.unless(
        links.is_linked(at),
        "R19.5",
        "it is not connected to a settlement of yours",
    )?;
    AlreadyDone.unless(land.sown.is_none(), "R19.5", "the field is already sown")?;
    Occupied.unless(land.pasture.is_none(), "R19.5", "there is a herd at pasture there")
}

/// Sows the best land first while grain lasts (R26.3). Returns whether anything was sown.
pub fn sow_auto(run: &mut Run<'_>, seat: Seat) -> bool {
    let state = &run.state;
    let world = World::of(state);
    let links = Links::of(state, &world, seat);
    let own = world.held[seat.index()].on(state.map());
    let mut fields: Vec<Field> =
        own.filter(|at| may_sow(state, &world, &links, seat, *at).is_ok()).collect();
    fields.sort_by_key(|field| field.data().terrain);
    // Fields without enough grain are not sown.
    fields.into_iter().filter(|at| sow(run, seat, *at).is_ok()).count() > 0
}

/// Whether fields are chosen automatically.
pub fn is_auto(state: &State, seat: Seat, lines: &[SheetLine]) -> bool {
    let auto = lines.iter().any(|line| SowAuto::of(line).is_some());
    let named = lines.iter().any(|line| Sow::of(line).is_some());
    auto || !named && state.player(seat).doctrine().sow == doctrine::Sow::Auto
}
