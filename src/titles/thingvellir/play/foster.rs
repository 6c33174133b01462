//! Fostering rounds: the choice of each, and filling the pool (R12).

use super::super::orders::Order;
use super::super::state::State;
use super::super::things::names::{Card, Kind, Role};
use super::legal::{no, other};
use crate::rules::{Refusal, phrase};

/// Whether the seat may still foster, still send off, in this round.
fn open(state: &State, at: usize) -> (bool, bool) {
    let (fostered, sent) = (state.deed.fostered, state.deed.sent);
    if state.has_role(at, Role::MATCHMAKER) || !(fostered || sent) {
        return (!fostered, !sent);
    }
    (false, false)
}

pub fn list(state: &State, at: usize, orders: &mut Vec<Order>) {
    let (foster, send_off) = open(state, at);
    if foster {
        let open = Kind::all().filter(|kind| {
            state.pool[kind.index()] != Card::NONE
                && state.matching(at, kind.colour()) + 1 >= kind.worth()
        });
        orders.extend(open.map(Order::Foster));
    }
    if send_off {
        orders.extend(Card::of(state.hird[at]).map(Order::SendOff));
    }
    orders.push(Order::Pass);
}

pub fn check(state: &State, at: usize, order: &Order) -> Result<(), Refusal> {
    let (foster, send_off) = open(state, at);
    match order {
        Order::Pass => Ok(()),
        Order::Foster(_) if !foster => no("R12.2", "one choice of this kind in a Fostering round"),
        Order::SendOff(_) if !send_off => {
            no("R12.2", "one choice of this kind in a Fostering round")
        }
        Order::Foster(kind) => {
            if state.pool[kind.index()] == Card::NONE {
                return no("R12.3", format!("the space {} of the pool is empty", kind.slug()));
            }
            let (has, needs) = (state.matching(at, kind.colour()), kind.worth() - 1);
            if has < needs {
                let good = format!("{} Good", kind.colour().slug());
                let needs = phrase::count(needs.into(), &good);
                let why = format!("that asks for {needs}, and you have {has}");
                return no("R12.3", why);
            }
            Ok(())
        }
        Order::SendOff(card) if state.hird[at] & card.bit() == 0 => {
            no("R12.4", format!("{} is not in your Hird", card.name()))
        }
        Order::SendOff(_) => Ok(()),
        _ => other(state),
    }
}

/// The numbers of drawn cards that may replace a persona.
pub fn pool(state: &State, orders: &mut Vec<Order>) {
    orders.extend(state.open_cards().map(|(number, _)| Order::Replace(number)));
    orders.push(Order::Done);
}

pub fn replace(state: &State, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Done => Ok(()),
        Order::Replace(number) => {
            if state.open_cards().any(|(known, _)| known == *number) {
                return Ok(());
            }
            no("R12.6", format!("there is no drawn card {number} left"))
        }
        _ => other(state),
    }
}
