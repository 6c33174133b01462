//! Lines of the rear that are only for one season (R27.7): judged here, carried out by the phase.

use super::super::state::{Line, Module, State, Verb};
use super::super::things::Season;
use super::march::goods::find;
use super::run::{Run, need, no};
use crate::rules::{Refusal, Seat};

/// Whether such a line may stand on the sheet. Nothing happens before its phase.
pub fn season_line(run: &mut Run<'_>, seat: Seat, line: &Line) -> Result<(), Refusal> {
    let state = &run.state;
    let wanted = match line.verb {
        Verb::Sow | Verb::SowAuto => Season::Spring,
        Verb::Recruit | Verb::RecruitAll | Verb::Festival => Season::Autumn,
        _ => Season::Winter,
    };
    need(state.has(Module::FarmYear), "R2.2", "there is no farm year in this mode")?;
    need(state.season() == wanted, "R9.4", &format!("only in the rear of {}", wanted.slug()))?;
    match line.verb {
        Verb::Festival => need(state.has(Module::Prestige), "R2.2", "there are no festivals"),
        Verb::Recruit | Verb::RecruitAll => {
            need(!state.powers(seat).no_recruitment, "R24", "your faction recruits nobody")
        }
        Verb::FeedSlaughter | Verb::Keep => find(state, seat, line.herd(), line.at).map(|_| ()),
        Verb::Starve => starve(state, seat, line),
        Verb::Calf => need(line.at.is_land(), "R19.4", "herds live on land"),
        Verb::Muster => muster(state, seat, line.n),
        _ => Ok(()),
    }
}

fn starve(state: &State, seat: Seat, line: &Line) -> Result<(), Refusal> {
    let there: u8 = state.player(seat).of(line.at, line.unit).map(|one| one.n).sum();
    if line.n == 0 || line.n > there {
        return no("R19.20", format!("{there} such units are at {}", line.at.name()));
    }
    Ok(())
}

fn muster(state: &State, seat: Seat, n: u8) -> Result<(), Refusal> {
    let most = state.powers(seat).muster;
    need(most > 0, "R24.2", "your faction does not muster in Belgica")?;
    need((1..=most).contains(&n), "R24.2", "1 or 2 heavy infantry")
}
