//! Recruitment at the end of autumn (R19.12).

use super::super::super::reckon::links::Links;
use super::super::super::reckon::seats::free_cubes;
use super::super::super::reckon::world::World;
use super::super::super::state::doctrine::Recruit as All;
use super::super::super::state::facts::Phase;
use super::super::super::state::line::{DoctrineRecruit, OneLine, Recruit, RecruitAll, SheetLine};
use super::super::super::state::options::Module;
use super::super::super::state::stack::{Place, Stack};
use super::super::super::state::why::{Cause, UnitReason};
use super::super::super::things::ids::{Field, Fields};
use super::super::super::things::kinds::{Kind, Level, Season};
use super::super::super::things::units::Unit;
use super::super::run::{Run, RunExt, Sheets, afford};
use super::{farms, tell};
use ravenpost_rules::RefusalCode::{AlreadyDone, NoneThere, NotHeld, NotInGame, NotNow, Occupied};
use ravenpost_rules::{Refusal, Seat};

pub fn recruit_all(run: &mut Run<'_>, sheets: &Sheets) {
    if !farms(&run.state) {
        return;
    }
    tell(run, Phase::Recruitment);
    for (seat, lines) in sheets {
        let done = recruit_lines(run, *seat, lines, &mut |_, _, _| {});
        let said = lines.iter().any(|line| RecruitAll::of(line).is_some());
        if said || run.state.player(*seat).doctrine().recruit == All::All {
            let fields = run.state.fields().filter(|at| !done.has(*at));
            // Fields without recruits are skipped.
            let found = fields.filter(|at| recruit(run, *seat, *at).is_ok()).count();
            if found > 0 && !said {
                run.by_doctrine(*seat, DoctrineRecruit { recruit: All::All }, RecruitAll {});
            }
        }
    }
}

/// Recruits on the fields named in a sheet. Returns those with recruits.
pub fn recruit_lines(
    run: &mut Run<'_>,
    seat: Seat,
    lines: &[SheetLine],
    report: &mut dyn FnMut(usize, &SheetLine, Refusal),
) -> Fields {
    let mut done = Fields::NONE;
    for (at, line) in lines.iter().enumerate() {
        let Some(Recruit { at: field }) = Recruit::of(line).copied() else { continue };
        let again = AlreadyDone.unless(
            !done.has(field),
            "R19.12",
            "you can recruit only once on each field",
        );
        match again.and_then(|()| recruit(run, seat, field)) {
            Ok(()) => done.put(field),
            Err(why) => report(at, line, why),
        }
    }
    done
}

fn recruit(run: &mut Run<'_>, seat: Seat, at: Field) -> Result<(), Refusal> {
    let state = &run.state;
    NotInGame.unless(farms(state), "R2.2", "there is no Recruitment in this mode")?;
    NotNow.unless(state.season() == Season::Autumn, "R19.12", "you can recruit only in autumn")?;
    NotInGame.unless(!state.powers(seat).no_recruitment, "R24", "your faction cannot recruit")?;
    let world = World::of(state);
    let linked = at.is_land() && Links::of(state, &world, seat).is_linked(at);
    NotHeld.unless(
        linked && world.holds(seat, at),
        "R19.12",
        "that is not a connected land field of yours",
    )?;
    Occupied.unless(!state.land(at).looted, "R19.12", "the field has been looted")?;
    NoneThere.unless(free_cubes(state.player(seat)) > 0, "R4.1", "all your cubes are in play")?;
    afford(state, seat, 1)?;
    let level = if state.has(Module::Experience) { Level::Recruit } else { Level::Standard };
    let unit = Unit { kind: Kind::Li, level };
    run.gold(seat, -1, Cause::Trade);
    run.came(
        seat,
        Stack { unit, ..Stack::new(1, Kind::Li, at, Place::Open) },
        UnitReason::Recruited,
    );
    Ok(())
}
