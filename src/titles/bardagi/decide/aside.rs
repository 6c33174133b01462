//! Standing instructions and what is left in advance (chapter 22): private, at any time.

use super::super::facts::{Advance, Fact, Instruction};
use super::super::flow;
use super::super::legal::{course, no};
use super::super::names::Colour;
use super::super::orders::Order;
use super::super::state::{State, Step};
use super::Run;
use crate::rules::Refusal;

/// Most orders of a script, and most tiles of a build list.
pub const SCRIPT: usize = 60;
pub const WISHES: usize = 12;

/// Writes down what is said; it holds at once, also for what is asked now.
pub fn decide(run: &mut Run<'_>, at: usize, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    let who = state.who(at);
    let fact = match order {
        Order::Standing(instruction) if stands(state, at, *instruction) => return Ok(()),
        Order::Standing(instruction) => Fact::Instructed(who, *instruction),
        Order::Later(advance) => {
            fits(state, at, advance)?;
            if lies(state, at, advance) {
                return Ok(());
            }
            Fact::Left(who, advance.clone())
        }
        _ => return Ok(()),
    };
    run.put(fact);
    flow::go(run);
    Ok(())
}

/// Whether an instruction is in force already.
fn stands(state: &State, at: usize, instruction: Instruction) -> bool {
    let standing = &state.players[at].standing;
    match instruction {
        Instruction::Retreat(retreat) => standing.retreat == retreat,
        Instruction::Claim(auto) => standing.claim == auto,
        Instruction::Bargain(decline) => standing.decline == decline,
        Instruction::Plan(repeat) => standing.repeat == repeat,
    }
}

/// Whether just this has been left already, or nothing is taken back.
fn lies(state: &State, at: usize, advance: &Advance) -> bool {
    let (player, drawer) = (&state.players[at], &state.drawer[at]);
    match advance {
        Advance::Script(orders, else_done) => {
            drawer.script == *orders && (orders.is_empty() || drawer.else_done == *else_done)
        }
        Advance::Build(wishes) => drawer.build == *wishes,
        Advance::Homes(colours) => drawer.homes == *colours,
        Advance::Plan(mix) => player.next == *mix,
    }
}

/// What can be told beforehand to be wrong; the rest shows when its time comes.
fn fits(state: &State, at: usize, advance: &Advance) -> Result<(), Refusal> {
    match advance {
        Advance::Script(orders, _) if orders.len() > SCRIPT => {
            no("R22.5", format!("a script has at most {SCRIPT} orders"))
        }
        Advance::Build(wishes) if wishes.len() > WISHES => {
            no("R22.6", format!("a build list has at most {WISHES} tiles"))
        }
        Advance::Homes(colours) if !colours.is_empty() => {
            let known = |colour: &Colour| course::colours(state.seats).any(|one| one == *colour);
            if !state.options.choose_homes || state.players[at].colour != Colour::NONE {
                return no("R18.2", "there is no home to choose any more");
            }
            match colours.iter().find(|colour| !known(colour)) {
                Some(colour) => no("R4.1", format!("{} is not in play", colour.name())),
                None => Ok(()),
            }
        }
        Advance::Plan(mix) if *mix != [0; 4] => {
            let open = state.step == Step::Plan && !state.players[at].planned;
            let own = state.options.own_turn && !state.players[at].planned;
            let round = if open || own { state.round } else { state.round + 1 };
            course::mixture(*mix, course::due(state, round))
        }
        _ => Ok(()),
    }
}
