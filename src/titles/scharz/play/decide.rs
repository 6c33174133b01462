//! What an order leads to: a line goes on its sheet, and the last sheet that is closed sets
//! everything going.

use super::super::orders::Order;
use super::super::state::facts::Fact;
use super::super::state::line::{Sheet, Verb};
use super::super::state::{Line, Step};
use super::run::{Run, need, no};
use super::{doctrine, draft, flow};
use crate::rules::{Refusal, Seat};

/// Judges and plays an order, up to the next decision.
pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    if !(1..=state.seats).contains(&seat.0) || state.over() || state.step == Step::Blank {
        return no("R26", "nothing is asked of this seat");
    }
    if order.verb.sheet() == Sheet::Doctrine {
        return doctrine::instruct(run, seat, order);
    }
    if !state.awaits(seat) {
        // A closing word for what has closed by itself is no mistake.
        if order.verb == Verb::Done {
            return Ok(());
        }
        return no("R26", "you are not asked for an order now");
    }
    match order.verb {
        Verb::Done => {
            run.put(Fact::Sealed(seat));
            flow::go(run);
        }
        Verb::Drop => strike(run, seat, order.n)?,
        Verb::Reset => strike(run, seat, 1)?,
        _ => {
            let lines = parts(order);
            draft::check(state, seat, &lines)?;
            lines.into_iter().for_each(|line| run.put(Fact::Wrote(seat, line)));
        }
    }
    Ok(())
}

/// `drop`: this line and all after it are taken off.
fn strike(run: &mut Run<'_>, seat: Seat, from: u8) -> Result<(), Refusal> {
    let lines = run.state.drafts[seat.index()].len();
    let there = from > 0 && usize::from(from) <= lines;
    need(there, "R9.5", &format!("your sheet has {lines} lines"))?;
    let often = run.state.edits[seat.index()] >= draft::EDITS;
    need(!often, "R27.11", "the sheet was changed too often: close it")?;
    run.put(Fact::Struck(seat, from));
    Ok(())
}

/// A line that moves several types is written as one for each (R27.1).
fn parts(order: &Order) -> Vec<Line> {
    let compound = super::super::orders::grammar::form(order.verb).contains("<units>");
    if !compound || order.parts.is_empty() {
        return vec![*order];
    }
    let one = |part: &super::super::state::Part| Line {
        n: part.n,
        unit: part.unit,
        parts: Default::default(),
        ..*order
    };
    order.parts.iter().map(one).collect()
}
