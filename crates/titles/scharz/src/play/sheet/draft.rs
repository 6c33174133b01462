//! R29 Supply: tries a sheet on a copy of the state, so that nothing is spent twice.

use crate::orders::rows::said;
use crate::play::run::{Run, Sheets, refuse};
use crate::play::setup::settle::StartingSetup;
use crate::play::{clash, diplomacy, march, rear, seasons, setup};
use crate::state::facts::Fact;
use crate::state::line::{Accept, OneLine, Pick, Reset, SheetLine};
use crate::state::{State, Step, Weather};
use crate::things::kinds::Season;
use ravenpost_rules::RefusalCode::{AlreadyDone, NotNow};
use ravenpost_rules::{Dice, Refusal, Seat};

/// Maximum number of changes to a sheet in one decision (R27.11).
pub const EDITS: u8 = 120;

/// Lines of a sheet that failed, and why.
pub type Failed = Vec<(usize, Refusal)>;

/// The lines of a sheet that could not be carried out in this state.
pub fn failed(state: &State, seat: Seat, lines: &[SheetLine]) -> Failed {
    let mut dice = Dice::seeded(0);
    let mut run = Run::new(state.clone(), &mut dice);
    rehearse(&mut run, seat, lines, false)
}

/// The state after a sheet, tried on a copy. A rear includes its lines for the next march.
pub fn after(state: &State, seat: Seat, lines: &[SheetLine]) -> State {
    let mut dice = Dice::seeded(0);
    let mut run = Run::new(state.clone(), &mut dice);
    rehearse(&mut run, seat, lines, true);
    run.done().1
}

/// Tries a sheet, either completely or only as far as its lines reach.
fn rehearse(run: &mut Run<'_>, seat: Seat, lines: &[SheetLine], whole: bool) -> Failed {
    let offers: Vec<bool> =
        lines.iter().map(|line| answers_offer(&run.state, seat, line)).collect();
    let sheets: Sheets = vec![(seat, lines.to_vec())];
    let mut failed = Failed::new();
    let mut report =
        |_: &mut Run<'_>, _: Seat, at: usize, _: &SheetLine, why: Refusal| failed.push((at, why));
    match run.state.step {
        Step::March => {
            let march = if whole { march::carry_out } else { march::rehearse };
            march(run, &sheets, &mut report);
            ahead(&run.state, seat, lines, &mut |at, why| failed.push((at, why)));
        }
        Step::Clash => clash::rehearse(run, &sheets, &mut report),
        Step::Rear => rehearse_rear(run, &sheets, &mut failed),
        Step::Blank | Step::Homeland | Step::Settle | Step::Over => {}
    }
    // Whether an existing offer can be agreed is decided only when the line is carried out
    // (R17.1a).
    failed.retain(|(at, _)| !offers[*at]);
    failed
}

/// Checks settings for a clash that is not open yet, as far as possible in advance.
fn ahead(state: &State, seat: Seat, lines: &[SheetLine], report: &mut dyn FnMut(usize, Refusal)) {
    for (at, line) in lines.iter().enumerate() {
        if let Err(why) = clash::static_check(state, seat, line) {
            report(at, why);
        }
    }
}

/// Tries the rear of one seat, then its lines for the season and the next march.
fn rehearse_rear(run: &mut Run<'_>, sheets: &Sheets, failed: &mut Failed) {
    let mut report =
        |_: &mut Run<'_>, _: Seat, at: usize, _: &SheetLine, why: Refusal| failed.push((at, why));
    rear::lines(run, sheets, &mut report);
    for (seat, lines) in sheets {
        let mut note = |at: usize, _: &SheetLine, why: Refusal| failed.push((at, why));
        seasons::sowing::sow_lines(run, *seat, lines, &mut note);
        seasons::recruits::recruit_lines(run, *seat, lines, &mut note);
        if run.state.keeps_march() {
            ahead(&run.state, *seat, lines, &mut |at, why| failed.push((at, why)));
        }
    }
    if run.state.keeps_march() && sheets.iter().any(|(_, lines)| writes_ahead(lines)) {
        let next = next_march(run, sheets);
        let mut report = |_: &mut Run<'_>, _: Seat, at: usize, _: &SheetLine, why: Refusal| {
            failed.push((at, why))
        };
        march::carry_out(run, &next, &mut report);
    }
}

/// Advances to the next march, as far as it is known, and returns its lines in their places on the
/// sheet.
pub fn next_march(run: &mut Run<'_>, sheets: &Sheets) -> Sheets {
    let order = run.state.order.to_vec();
    run.put(Fact::RoundStarted(run.state.round + 1, order));
    // The weather in the state is still that of the previous winter.
    if run.state.season() == Season::Winter {
        run.put(Fact::WinterWeather([Weather::Normal; 3]));
        run.put(Fact::IceFormed(Vec::new()));
    }
    let rest = SheetLine::from(Reset {});
    let visible_line = |line: &SheetLine| if is_of_next_march(line) { *line } else { rest };
    sheets.iter().map(|(seat, lines)| (*seat, lines.iter().map(visible_line).collect())).collect()
}

/// Whether a line answers an open offer. Such a line is never refused (R17.1a).
pub fn answers_offer(state: &State, seat: Seat, line: &SheetLine) -> bool {
    Accept::of(line).is_some_and(|line| diplomacy::is_offered(state, seat, line.seat).is_ok())
}

/// Whether a rear sheet has lines for the next march.
fn writes_ahead(lines: &[SheetLine]) -> bool {
    lines.iter().any(is_of_next_march)
}

/// Whether a line on a rear sheet is carried out in the next march.
pub fn is_of_next_march(line: &SheetLine) -> bool {
    let answers = matches!(line, SheetLine::Answers(_));
    line.step() == Some(Step::March) && !answers && !line.is_luck_of_rear()
}

/// Whether a line belongs to the open decision.
pub fn belongs(state: &State, line: &SheetLine) -> Result<(), Refusal> {
    let now = state.step;
    let fits = match line {
        SheetLine::Chance(_) if line.is_luck_of_rear() => now == Step::Rear,
        SheetLine::Chance(_) => takes(state, &[Step::March]),
        _ => takes(state, line.steps()),
    };
    if fits {
        return Ok(());
    }
    let now = format!("the current sheet is the {}", now.slug());
    match line.steps().first() {
        Some(step) => {
            NotNow.refuse("R26", format!("that belongs on the {} sheet, but {now}", step.slug()))
        }
        None => NotNow.refuse("R26", now),
    }
}

/// Adds the sentence for the line to a refusal, so that it reads without knowledge of the notation.
fn named(line: &SheetLine, refusal: Refusal) -> Refusal {
    Refusal { why: format!("{}: {}", said(line, &[]), refusal.why), ..refusal }
}

/// Whether the open sheets accept lines for these decisions. A march sheet also takes lines for its
/// clash, and a rear sheet takes lines for the next march (R9.9a).
pub fn takes(state: &State, steps: &[Step]) -> bool {
    let has = |step: Step| steps.contains(&step);
    match state.step {
        Step::March => has(Step::March) || has(Step::Clash),
        Step::Rear => {
            let march = state.keeps_march() && (has(Step::March) || has(Step::Clash));
            has(Step::Rear) || march
        }
        Step::Homeland | Step::Settle | Step::Clash => has(state.step),
        Step::Blank | Step::Over => false,
    }
}

/// Whether these lines may be added to a seat's sheet.
pub fn check(state: &State, seat: Seat, lines: &[SheetLine]) -> Result<(), Refusal> {
    let draft = &state.drafts[seat.index()];
    let edits = usize::from(state.edits[seat.index()]) + lines.len();
    AlreadyDone.unless(
        edits <= usize::from(EDITS),
        "R27.11",
        "you have changed this sheet too many times: submit it with done",
    )?;
    for line in lines {
        belongs(state, line).map_err(|no| named(line, no))?;
    }
    match state.step {
        Step::Homeland => {
            let mut picks = lines.iter().map(Pick::of);
            return picks.try_for_each(|line| setup::may_pick(state, line));
        }
        Step::Settle => {
            let mut plan = StartingSetup::of(state, seat, draft);
            let mut put = |line: &SheetLine| plan.put(state, line).map_err(|no| named(line, no));
            return lines.iter().try_for_each(&mut put);
        }
        _ => {}
    }
    let mut all = draft.clone();
    all.extend(lines);
    let failed = failed(state, seat, &all);
    let Some((at, first)) = failed.iter().find(|(at, _)| *at >= draft.len()) else {
        return undone(state, seat, &failed);
    };
    Err(named(&all[*at], first.clone()))
}

/// Refuses a new line that makes an earlier one impossible.
fn undone(state: &State, seat: Seat, now: &[(usize, Refusal)]) -> Result<(), Refusal> {
    if now.is_empty() {
        return Ok(());
    }
    let before = failed(state, seat, &state.drafts[seat.index()]);
    let known = |at: usize| before.iter().any(|(one, _)| *one == at);
    match now.iter().find(|(at, _)| !known(*at)) {
        Some((at, why)) => {
            let line = state.drafts[seat.index()].get(*at).map(|line| said(line, &[]));
            let (number, line) = (at + 1, line.unwrap_or_default());
            refuse(
                "R9.5",
                format!("then line {number} ({line}) would become impossible: {}", why.why),
            )
        }
        None => Ok(()),
    }
}
