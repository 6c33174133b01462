//! Seats that need not be asked: forced answers first, for all seats, because they are public;
//! then what seats left in advance, then their standing instructions (R22), which are private.

use super::super::decide::{Run, play};
use super::super::facts::Fact;
use super::super::income::choose;
use super::super::legal::claim::fill;
use super::super::legal::{self, course};
use super::super::orders::Order;
use super::super::state::{Auto, Claim, Player, State, Step, Taste};
use super::{drawer, forced};

/// Answers for a seat that need not be asked. Says whether there was one.
pub fn answered(run: &mut Run<'_>) -> bool {
    let asked: Vec<usize> = legal::asked(&run.state).collect();
    for at in &asked {
        if let Some(order) = forced::order(&run.state, *at) {
            play(run, *at, &order);
            return true;
        }
    }
    asked.into_iter().any(|at| drawer::answer(run, at) || obeyed(run, at))
}

/// Answers by the seat's standing instruction, if it has one for the open decision.
fn obeyed(run: &mut Run<'_>, at: usize) -> bool {
    let who = run.who(at);
    if let Some(sheet) = sheet(&run.state, at) {
        run.put(Fact::Obeyed(who));
        run.put(Fact::Claiming(who, sheet));
        return true;
    }
    let Some(order) = order(&run.state, at) else { return false };
    run.put(Fact::Obeyed(who));
    play(run, at, &order);
    true
}

/// The order that an instruction gives now (R22.2, R22.4).
fn order(state: &State, at: usize) -> Option<Order> {
    let player = &state.players[at];
    match state.step {
        // Before the first round there is nothing to repeat.
        Step::Plan if player.standing.repeat && player.last != [0; 4] => {
            Some(Order::Plan(course::usual(state, at)))
        }
        Step::GodiRetreat => state.refuge_unasked(at).map(Order::Retire),
        Step::Bargain => player.standing.decline.then_some(Order::Decline),
        _ => None,
    }
}

/// A whole Claim sheet, by instruction (R22.3): it neither buys nor places Axe tokens.
fn sheet(state: &State, at: usize) -> Option<Claim> {
    let player = &state.players[at];
    let auto = player.standing.claim.filter(|_| state.step == Step::Claim)?;
    let (sheep, cattle) = units(player, &auto);
    Some(Claim {
        sheep,
        cattle,
        chosen: true,
        recruits: fill(state, at, auto.recruits),
        placed: true,
        done: true,
        orders: player.claim.orders,
        ..Claim::default()
    })
}

/// What is *even* is chosen as for a silent seat, with the other kind as it was told (R21.9).
fn units(player: &Player, auto: &Auto) -> (u8, u8) {
    let range = |taste: Taste, units: u8| match taste {
        Taste::Meat => units..=units,
        Taste::Even => 0..=units,
        Taste::Wool | Taste::Hide => 0..=0,
    };
    choose(player, range(auto.sheep, player.flock), range(auto.cattle, player.herd), true)
}
