//! R29 Supply: a sheet in the making is played through on a copy, so that nothing is spent twice.

use super::super::state::facts::Fact;
use super::super::state::line::Sheet;
use super::super::state::{Line, State, Step, Verb};
use super::run::{Run, Sheets, need, no};
use super::settle::Plan;
use super::{clash, diplomacy, march, rear, seasons, setup};
use crate::rules::{Dice, Refusal, Seat};

/// How often a sheet may be changed in one decision (R27.11).
pub const EDITS: u8 = 120;

/// What a sheet comes to on a copy: the state after it, and which lines failed and why.
pub struct Trial {
    pub state: State,
    pub failed: Vec<(usize, Refusal)>,
}

impl Trial {
    pub fn of(state: &State, seat: Seat, lines: &[Line]) -> Trial {
        let mut dice = Dice::seeded(0);
        let mut run = Run::new(state.clone(), &mut dice);
        let sheets: Sheets = vec![(seat, lines.to_vec())];
        let mut failed: Vec<(usize, Refusal)> = Vec::new();
        let mut report =
            |_: &mut Run<'_>, _: Seat, at: usize, _: &Line, why: Refusal| failed.push((at, why));
        match state.step {
            Step::March => {
                march::carry_out(&mut run, &sheets, &mut report);
                ahead(&run.state, seat, lines, &mut |at, why| failed.push((at, why)));
            }
            Step::Clash => clash::rehearse(&mut run, &sheets, &mut report),
            Step::Rear => rehearse_rear(&mut run, &sheets, &mut failed),
            _ => {}
        }
        // Whether an offer that is there can be agreed on shows when it is carried out (R17.1a).
        failed.retain(|(at, _)| !answers_offer(state, seat, &lines[*at]));
        let (_, state) = run.done();
        Trial { state, failed }
    }
}

/// Settings for a clash that is not open yet: only what can be said beforehand.
fn ahead(state: &State, seat: Seat, lines: &[Line], report: &mut dyn FnMut(usize, Refusal)) {
    for (at, line) in lines.iter().enumerate() {
        let setting = line.verb.sheet() == Sheet::Clash && line.verb >= Verb::Attack;
        if let Some(why) =
            setting.then(|| clash::static_check(state, seat, line)).and_then(Result::err)
        {
            report(at, why);
        }
    }
}

/// The rear of one seat; then what it writes for the season and, played briskly, for the march.
fn rehearse_rear(run: &mut Run<'_>, sheets: &Sheets, failed: &mut Vec<(usize, Refusal)>) {
    let mut report =
        |_: &mut Run<'_>, _: Seat, at: usize, _: &Line, why: Refusal| failed.push((at, why));
    rear::lines(run, sheets, &mut report);
    for (seat, lines) in sheets {
        let mut note = |at: usize, _: &Line, why: Refusal| failed.push((at, why));
        seasons::sowing::sow_lines(run, *seat, lines, &mut note);
        seasons::recruits::recruit_lines(run, *seat, lines, &mut note);
        if run.state.options.brisk {
            ahead(&run.state, *seat, lines, &mut |at, why| failed.push((at, why)));
        }
    }
    let marches = |line: &Line| line.verb.sheet() == Sheet::March && !answers(line.verb);
    if run.state.marches_ahead() && sheets.iter().any(|(_, lines)| lines.iter().any(marches)) {
        let order = run.state.order.to_vec();
        run.put(Fact::Round(run.state.round + 1, order));
        let next: Sheets = sheets
            .iter()
            .map(|(seat, lines)| {
                let kept =
                    lines.iter().map(|line| if marches(line) { *line } else { Line::default() });
                (*seat, kept.collect())
            })
            .collect();
        let mut report =
            |_: &mut Run<'_>, _: Seat, at: usize, _: &Line, why: Refusal| failed.push((at, why));
        march::carry_out(run, &next, &mut report);
    }
}

fn answers_offer(state: &State, seat: Seat, line: &Line) -> bool {
    line.verb == Verb::Accept && diplomacy::is_offered(state, seat, line.other()).is_ok()
}

fn answers(verb: Verb) -> bool {
    matches!(verb, Verb::Accept | Verb::Refuse)
}

/// Whether a line belongs to the decision that is open.
pub fn belongs(state: &State, line: &Line) -> Result<(), Refusal> {
    let sheet = line.verb.sheet();
    let luck = line.verb == Verb::Luck;
    let late = luck && line.word >= 3;
    let fits = match state.step {
        Step::Homeland => sheet == Sheet::Homeland,
        Step::Settle => sheet == Sheet::Settle || line.verb == Verb::Rival,
        Step::March => matches!(sheet, Sheet::March | Sheet::Clash) && !late,
        Step::Clash => sheet == Sheet::Clash || line.verb == Verb::Exit,
        Step::Rear => {
            let march = state.marches_ahead() && matches!(sheet, Sheet::March | Sheet::Clash);
            sheet == Sheet::Rear || answers(line.verb) || late || march
        }
        Step::Blank | Step::Over => false,
    };
    if fits { Ok(()) } else { no("R26", format!("that is no line of the {}", state.step.slug())) }
}

/// Whether these lines may be added to a seat's sheet.
pub fn check(state: &State, seat: Seat, lines: &[Line]) -> Result<(), Refusal> {
    let draft = &state.drafts[seat.index()];
    let edits = usize::from(state.edits[seat.index()]) + lines.len();
    need(edits <= usize::from(EDITS), "R27.11", "the sheet was changed too often: close it")?;
    for line in lines {
        belongs(state, line)?;
    }
    match state.step {
        Step::Homeland => {
            let right = lines.iter().all(|line| setup::may_pick(state, line));
            return need(right, "R8.2", "name different homelands that are on offer");
        }
        Step::Settle => {
            let mut plan = Plan::of(state, seat, draft);
            return lines.iter().try_for_each(|line| plan.put(state, line));
        }
        _ => {}
    }
    let mut all = draft.clone();
    all.extend(lines);
    let trial = Trial::of(state, seat, &all);
    let Some((_, first)) = trial.failed.iter().find(|(at, _)| *at >= draft.len()) else {
        return undone(state, seat, &trial);
    };
    Err(first.clone())
}

/// A new line must not make an earlier one impossible.
fn undone(state: &State, seat: Seat, trial: &Trial) -> Result<(), Refusal> {
    if trial.failed.is_empty() {
        return Ok(());
    }
    let before = Trial::of(state, seat, &state.drafts[seat.index()]);
    let known = |at: usize| before.failed.iter().any(|(one, _)| *one == at);
    match trial.failed.iter().find(|(at, _)| !known(*at)) {
        Some((at, why)) => {
            no("R9.5", format!("line {} could not be carried out then: {}", at + 1, why.why))
        }
        None => Ok(()),
    }
}
