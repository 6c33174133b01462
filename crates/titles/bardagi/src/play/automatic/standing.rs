//! R22 Standing instructions and pre-orders: given at any time, applied when their decision opens.
//! Forced answers come first, for all seats, because they are public. Pre-orders and standing
//! instructions, which are private, follow.

use super::{drawer, fallback, forced};
use crate::orders::Order;
use crate::orders::write::{standing as said, write};
use crate::play::deal::play;
use crate::play::legal;
use crate::play::phases::{claim, plan};
use crate::play::run::{Run, RunExt};
use crate::reckon;
use crate::reckon::ask::{asked, is_private};
use crate::reckon::claim::fill;
use crate::reckon::income::choose;
use crate::state::facts::{Fact, Instruction, PreOrder};
use crate::state::player::{Claim, Player};
use crate::state::standing::{Auto, Taste};
use crate::state::{State, Step};
use crate::things::kinds::Colour;
use ravenpost_rules::RefusalCode::{NotInGame, NotNow, TooLong};
use ravenpost_rules::{Refusal, Seat};

/// Maximum number of orders in a script, and of tiles in a build list.
const SCRIPT: usize = 60;
const WISHES: usize = 12;

/// Records an instruction or pre-order, which also applies to the open decision. Returns whether
/// anything has changed.
pub fn note(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<bool, Refusal> {
    let state = &run.state;
    let who = state.who(seat);
    let fact = match order {
        Order::Standing(instruction) if stands(state, seat, *instruction) => return Ok(false),
        Order::Standing(instruction) => Fact::InstructionSet(who, *instruction),
        Order::Later(advance) => {
            fits(state, seat, advance)?;
            if lies(state, seat, advance) {
                return Ok(false);
            }
            Fact::PreOrderSet(who, advance.clone())
        }
        _ => return Ok(false),
    };
    run.put(fact);
    Ok(true)
}

fn stands(state: &State, seat: Seat, instruction: Instruction) -> bool {
    let standing = &state.players[seat].standing;
    match instruction {
        Instruction::Retreat(retreat) => standing.retreat == retreat,
        Instruction::Claim(auto) => standing.claim == auto,
        Instruction::DeclineBargains(decline) => standing.decline == decline,
        Instruction::RepeatPlan(repeat) => standing.repeat == repeat,
    }
}

/// Whether the same pre-order exists already, or there is none to clear.
fn lies(state: &State, seat: Seat, advance: &PreOrder) -> bool {
    let (player, drawer) = (&state.players[seat], &state.drawer[seat]);
    match advance {
        PreOrder::Script { orders, else_done } => {
            drawer.script == *orders && (orders.is_empty() || drawer.else_done == *else_done)
        }
        PreOrder::Build(wishes) => drawer.build == *wishes,
        PreOrder::Homes(colours) => drawer.homes == *colours,
        PreOrder::Plan(mix) => player.next == *mix,
    }
}

/// Refuses pre-orders that are wrong in any case; the rest is judged when they apply.
fn fits(state: &State, seat: Seat, advance: &PreOrder) -> Result<(), Refusal> {
    match advance {
        PreOrder::Script { orders, .. } if orders.len() > SCRIPT => {
            TooLong.refuse("R22.5", format!("a script can have at most {SCRIPT} orders"))
        }
        PreOrder::Build(wishes) if wishes.len() > WISHES => {
            TooLong.refuse("R22.6", format!("a build list can have at most {WISHES} tiles"))
        }
        PreOrder::Homes(colours) if !colours.is_empty() => {
            let known =
                |colour: &Colour| reckon::plan::colours(state.seats).any(|one| one == *colour);
            if !state.options.choose_homes || state.players[seat].colour != Colour::NONE {
                return NotNow.refuse("R18.2", "you can no longer choose a home");
            }
            match colours.iter().find(|colour| !known(colour)) {
                Some(colour) => {
                    NotInGame.refuse("R4.1", format!("{} is not in play", colour.name()))
                }
                None => Ok(()),
            }
        }
        PreOrder::Plan(mix) if *mix != [0; 4] => {
            let open = state.step == Step::Plan && !state.players[seat].planned;
            let own = state.options.own_turn && !state.players[seat].planned;
            let round = if open || own { state.round } else { state.round + 1 };
            plan::mixture(*mix, reckon::plan::due(state, round))
        }
        _ => Ok(()),
    }
}

/// Answers automatically for an awaited seat. Returns whether there was one.
pub fn answered(run: &mut Run<'_>) -> bool {
    let asked: Vec<Seat> = asked(&run.state).collect();
    for seat in &asked {
        if let Some(order) = forced::order(&run.state, *seat) {
            play(run, *seat, &order);
            return true;
        }
    }
    let private = is_private(&run.state);
    let may = |run: &Run<'_>, seat| !private || run.may_answer(seat);
    let by = asked.into_iter().find(|seat| {
        may(run, *seat) && (drawer::answer(run, *seat) || obeyed(run, *seat) || yielded(run, *seat))
    });
    if private && by.is_some() {
        run.has_answered();
    }
    by.is_some()
}

/// Answers by the seat's standing instruction, if it has one for the open decision.
fn obeyed(run: &mut Run<'_>, seat: Seat) -> bool {
    let who = run.who(seat);
    let standing = run.state.players[seat].standing;
    if let Some(sheet) = sheet(&run.state, seat) {
        let lines = lines(&run.state.players[seat], &sheet);
        // A sheet with lines that the seat could not write itself is left to the seat.
        if lines.iter().any(|line| claim::check(&run.state, seat, line).is_err()) {
            return false;
        }
        let by = said(Instruction::Claim(standing.claim));
        let lines: Vec<String> = lines.iter().map(|line| write(&run.state, line)).collect();
        run.put(Fact::AutoAnswered { who, by, order: lines.join("; ") });
        run.put(Fact::ClaimDrafted(who, sheet));
        return true;
    }
    let by = match run.state.step {
        Step::Plan => Instruction::RepeatPlan(true),
        Step::GodiRetreat => Instruction::Retreat(standing.retreat),
        _ => Instruction::DeclineBargains(true),
    };
    // If the seat itself could not give the order now, it is asked.
    let order = order(&run.state, seat).filter(|one| legal::check(&run.state, seat, one).is_ok());
    let Some(order) = order else { return false };
    let text = write(&run.state, &order);
    run.put(Fact::AutoAnswered { who, by: said(by), order: text });
    play(run, seat, &order);
    true
}

/// Answers by the default order, for a seat that has yielded (R21.15).
fn yielded(run: &mut Run<'_>, seat: Seat) -> bool {
    if !run.state.yielded.has(seat) {
        return false;
    }
    if run.state.step == Step::Claim {
        // The sheet is recorded like one filled in by an instruction.
        let who = run.who(seat);
        let sheet = Claim { done: true, ..run.state.players[seat].claim };
        run.put(Fact::ClaimDrafted(who, sheet));
        return true;
    }
    let Some(order) = fallback::to_others(&run.state, seat) else { return false };
    play(run, seat, &order);
    true
}

/// The order of an instruction for the open decision (R22.2, R22.4).
fn order(state: &State, seat: Seat) -> Option<Order> {
    let player = &state.players[seat];
    match state.step {
        // Before the first round there is no plan to repeat.
        Step::Plan if player.standing.repeat && player.last != [0; 4] => {
            Some(Order::Plan(reckon::plan::usual(state, seat)))
        }
        Step::GodiRetreat => state.refuge_unasked(seat).map(Order::Retire),
        Step::Bargain => player.standing.decline.then_some(Order::Decline),
        _ => None,
    }
}

/// A complete Claim sheet by instruction (R22.3), without buying or placing Axe tokens.
fn sheet(state: &State, seat: Seat) -> Option<Claim> {
    let player = &state.players[seat];
    let auto = player.standing.claim.filter(|_| state.step == Step::Claim)?;
    let (sheep, cattle) = units(player, &auto);
    Some(Claim {
        sheep,
        cattle,
        chosen: true,
        recruits: fill(state, seat, auto.recruits),
        placed: true,
        done: true,
        orders: player.claim.orders,
        ..Claim::default()
    })
}

/// The orders for writing that sheet. Omitted lines have defaults (R21.9), as do those without a
/// choice.
fn lines(player: &Player, sheet: &Claim) -> Vec<Order> {
    let mut lines = Vec::new();
    if player.flock + player.herd > 0 {
        lines.push(Order::Claim(sheet.sheep, sheet.cattle, sheet.tokens));
    }
    if sheet.recruits != [0; 3] {
        lines.push(Order::Recruit(sheet.recruits));
    }
    lines.push(Order::Done);
    lines
}

/// For *even*, chooses as by default, given the instruction for the other kind (R21.9).
fn units(player: &Player, auto: &Auto) -> (u8, u8) {
    let range = |taste: Taste, units: u8| match taste {
        Taste::Meat => units..=units,
        Taste::Even => 0..=units,
        Taste::Wool | Taste::Hide => 0..=0,
    };
    choose(player, range(auto.sheep, player.flock), range(auto.cattle, player.herd), true)
}
