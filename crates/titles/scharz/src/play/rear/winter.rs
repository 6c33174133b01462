//! Rear lines for one season only (R27.7): judged here, carried out by the phase.

use crate::play::march::goods::find;
use crate::play::run::Run;
use crate::state::State;
use crate::state::line::Season as SheetLine;
use crate::state::line::slots::Part;
use crate::state::options::Module;
use crate::things::ids::Field;
use crate::things::kinds::Season;
use ravenpost_rules::RefusalCode::{NotInGame, NotNow, WrongAmount, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// Whether such a line is allowed on the sheet. It has no effect before its phase.
pub fn season_line(run: &mut Run<'_>, seat: Seat, line: &SheetLine) -> Result<(), Refusal> {
    let state = &run.state;
    let wanted = match line {
        SheetLine::Sow(_) | SheetLine::SowAuto(_) => Season::Spring,
        SheetLine::Recruit(_) | SheetLine::RecruitAll(_) | SheetLine::Festival(_) => Season::Autumn,
        SheetLine::FeedSlaughter(_) | SheetLine::Keep(_) | SheetLine::Starve(_) => Season::Winter,
        SheetLine::Calf(_) | SheetLine::Muster(_) => Season::Winter,
    };
    NotInGame.unless(state.has(Module::FarmYear), "R2.2", "there is no farm year in this mode")?;
    NotNow.unless(
        state.season() == wanted,
        "R9.4",
        format!("you can do this only in the rear of {}", wanted.slug()),
    )?;
    match line {
        SheetLine::Festival(_) => {
            NotInGame.unless(state.has(Module::Prestige), "R2.2", "there are no festivals")
        }
        SheetLine::Recruit(_) | SheetLine::RecruitAll(_) => NotInGame.unless(
            !state.powers(seat).no_recruitment,
            "R24",
            "your faction cannot recruit",
        ),
        SheetLine::FeedSlaughter(line) => find(state, seat, line.herd, line.at).map(|_| ()),
        SheetLine::Keep(line) => find(state, seat, line.herd, line.at).map(|_| ()),
        SheetLine::Starve(line) => starve(state, seat, line.units, line.at),
        SheetLine::Calf(line) => {
            WrongKind.unless(line.at.is_land(), "R19.4", "herds can be only on land fields")
        }
        SheetLine::Muster(line) => muster(state, seat, line.n),
        SheetLine::Sow(_) | SheetLine::SowAuto(_) => Ok(()),
    }
}

fn starve(state: &State, seat: Seat, units: Part, at: Field) -> Result<(), Refusal> {
    let there: u8 = state.player(seat).of(at, units.unit).map(|one| one.n).sum();
    if units.n == 0 || units.n > there {
        return WrongAmount
            .refuse("R19.20", format!("you have {there} such units at {}", at.name()));
    }
    Ok(())
}

fn muster(state: &State, seat: Seat, n: u8) -> Result<(), Refusal> {
    let most = state.powers(seat).muster;
    NotInGame.unless(most > 0, "R24.2", "your faction cannot muster units in Belgica")?;
    WrongAmount.unless((1..=most).contains(&n), "R24.2", "name 1 or 2 heavy infantry")
}
