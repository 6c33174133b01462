//! Carries out the sheets of a rear step by step (R31.3): pacts, building, then each seat's trade.
//! The other files are its steps.

pub mod construction;
pub mod fishing;
pub mod held;
pub mod prestige;
pub mod trade;
pub mod winter;

use super::super::state::facts::{Fact, Goal};
use super::super::state::line::{Chance, Construction, Rivalry, SheetLine, Victory};
use super::super::state::options::Module;
use super::super::state::why::Cause;
use super::super::state::{State, Step};
use super::run::{Report, Run, RunExt, Sheets};
use super::{diplomacy, leaving, seasons, settings, victory};
use held::Held;
use ravenpost_rules::{Refusal, Seat};

/// Carries out the whole rear, up to the end of the round.
pub fn carry_out(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    lines(run, sheets, report);
    diplomacy::lapse(run);
    trade::levy(run);
    if run.state.has(Module::Salaries) {
        trade::salaries(run);
    }
    for seat in run.state.in_order() {
        if run.state.player(seat).halves % 2 == 1 {
            run.halves(seat, -1, Cause::Rounding);
        }
    }
    super::relief::relieve(run);
    fishing::fish(run);
    seasons::end(run, sheets);
    super::march::ships::drown_all(run);
    super::relief::relieve(run);
}

/// Carries out the lines only, as far as they can be judged when a sheet is written.
pub fn lines(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    staged(run, sheets, report, &mut |_| {});
}

/// Carries out the lines and passes the state after the lines of each stage to `seen`. Returns the
/// prestige held before.
pub fn staged(
    run: &mut Run<'_>,
    sheets: &Sheets,
    report: &mut Report<'_>,
    seen: &mut dyn FnMut(&State),
) -> Held {
    run.put(Fact::RearStarted);
    let held = Held::of_all(run);
    for stage in 0..=2 {
        for (seat, lines) in sheets {
            for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_of(line, stage)) {
                if let Err(why) = one(run, &held, *seat, line) {
                    report(run, *seat, at, line, why);
                }
            }
        }
        seen(&run.state);
        if stage == 1 {
            let seats: Vec<Seat> = sheets.iter().map(|(seat, _)| *seat).collect();
            construction::progress(run, &held, &seats);
        }
    }
    held
}

/// The stage in which a line of the rear is carried out: answers, acceleration, or the rest.
pub fn stage(line: &SheetLine) -> u8 {
    match line {
        SheetLine::Answers(_) => 0,
        SheetLine::Construction(Construction::Hasten(_) | Construction::BuildTwice(_)) => 1,
        _ => 2,
    }
}

fn is_of(line: &SheetLine, now: u8) -> bool {
    stage(line) == now && line.steps().contains(&Step::Rear)
}

/// Carries out one line.
pub fn one(run: &mut Run<'_>, held: &Held, seat: Seat, line: &SheetLine) -> Result<(), Refusal> {
    match line {
        SheetLine::Answers(line) => diplomacy::answer(run, seat, line),
        SheetLine::Chance(Chance::Luck(line)) => settings::luck(run, seat, line),
        SheetLine::Rivalry(Rivalry::Rival(line)) => prestige::rival(run, seat, line.seat),
        SheetLine::Construction(line) => construction::carry_out(run, held, seat, line),
        SheetLine::Trade(line) => trade::carry_out(run, seat, line),
        SheetLine::Diplomacy(line) => diplomacy::carry_out(run, seat, line),
        SheetLine::Victory(Victory::Resign(_)) => {
            leaving::resign(run, seat);
            Ok(())
        }
        SheetLine::Victory(Victory::AnnounceDominance(_)) => {
            victory::announce(run, seat, Goal::Dominance)
        }
        SheetLine::Victory(Victory::AnnounceMight(line)) => {
            victory::announce(run, seat, Goal::Might([line.goal, line.other]))
        }
        SheetLine::Season(line) => winter::season_line(run, seat, line),
        _ => Ok(()),
    }
}
