//! Applies orders: lines are added to the sheet, and closing the last sheet carries all of them
//! out.

use super::super::orders::Order;
use super::super::state::Step;
use super::super::state::facts::Fact;
use super::super::state::line::{Beforehand, Sheet, SheetLine};
use super::run::{Run, not_your_turn};
use super::setup::preference;
use super::sheet::{draft, open};
use super::{doctrine, flow};
use ravenpost_rules::RefusalCode::{AlreadyDone, MissingWord, WrongAmount};
use ravenpost_rules::text::phrase::counted;
use ravenpost_rules::{Refusal, Seat};

/// Judges and plays an order, up to the next decision.
pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    if !(1..=state.seats).contains(&seat.0) || state.over() || state.step == Step::Blank {
        return not_your_turn("you cannot give orders in this game");
    }
    let waited = state.awaits(seat);
    match order.line {
        SheetLine::Doctrines(line) => doctrine::instruct(run, seat, &line),
        SheetLine::Beforehand(Beforehand::Wish(line)) => {
            preference::leave(run, seat, line.homelands)?;
            flow::go(run);
            Ok(())
        }
        // `done` for a sheet that is already closed is not an error.
        SheetLine::Sheet(Sheet::Done(_)) if !waited => Ok(()),
        _ if !waited => not_your_turn("you have no orders to give now"),
        SheetLine::Sheet(Sheet::Done(line)) => {
            let empty = state.drafts[seat.index()].is_empty();
            if empty && !line.anyway {
                return MissingWord.refuse("R26", open::unsaid(state, seat));
            }
            close(run, Fact::SheetClosed(seat));
            Ok(())
        }
        SheetLine::Sheet(Sheet::Drop(line)) => strike(run, seat, line.n),
        SheetLine::Sheet(Sheet::Reset(_)) => strike(run, seat, 1),
        _ => {
            let lines = order.lines();
            draft::check(state, seat, &lines)?;
            lines.into_iter().for_each(|line| run.put(Fact::LineWritten(seat, line)));
            Ok(())
        }
    }
}

/// Closes the sheet of a seat that timed out (R26.5).
pub fn time_out(run: &mut Run<'_>, seat: Seat, order: &Order, missed: bool) -> Result<(), Refusal> {
    let closes = matches!(order.line, SheetLine::Sheet(Sheet::Done(_)));
    if !closes || !run.state.awaits(seat) {
        return decide(run, seat, order);
    }
    close(run, Fact::SheetTimedOut { seat, missed });
    Ok(())
}

fn close(run: &mut Run<'_>, fact: Fact) {
    run.put(fact);
    flow::go(run);
}

/// `drop`: removes this line and all after it.
fn strike(run: &mut Run<'_>, seat: Seat, from: u8) -> Result<(), Refusal> {
    let lines = run.state.drafts[seat.index()].len();
    let there = from > 0 && usize::from(from) <= lines;
    WrongAmount.unless(
        there,
        "R9.5",
        format!("your sheet has only {}", counted(lines, "line", "lines")),
    )?;
    let often = run.state.edits[seat.index()] >= draft::EDITS;
    AlreadyDone.unless(
        !often,
        "R27.11",
        "you have changed this sheet too many times: submit it with done",
    )?;
    run.put(Fact::LinesDropped(seat, from));
    Ok(())
}
