//! R13 Pledge: swearing and swapping.

use crate::orders::Order;
use crate::play::judge::other;
use crate::play::run::{Run, RunExt};
use crate::state::State;
use crate::state::facts::{BondiSwapped, Fact};
use crate::state::progress::Step;
use crate::things::names::{Card, Role};
use ravenpost_rules::RefusalCode::{AlreadyDone, NoneThere, NotHeld, NotNow, Occupied};
use ravenpost_rules::{Refusal, Seat};

/// How many Bondi one Pledge may add.
fn most(state: &State, seat: Seat) -> u8 {
    if state.has_role(seat, Role::OATH_TAKER) { 2 } else { 1 }
}

pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let deed = &state.deed;
    if !deed.swapping && deed.count < most(state, seat) && state.may_swear(seat) {
        orders.extend(state.open_cards().map(|(number, _)| Order::Swear(number)));
    }
    for (slot, _) in state.oaths[seat].bondi().filter(|(slot, _)| deed.slots & (1 << slot) == 0) {
        orders.extend(state.open_cards().map(|(number, _)| Order::Swap(slot, number)));
    }
    orders.push(Order::Done);
}

pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let deed = &state.deed;
    let drawn = |number: u8| {
        if state.open_cards().any(|(known, _)| known == number) {
            return Ok(());
        }
        NoneThere.refuse("R13.2", format!("there is no drawn card with number {number}"))
    };
    match order {
        Order::Done => Ok(()),
        Order::Swear(_) if deed.swapping => NotNow.refuse("R13.2", "add Bondi before you swap any"),
        Order::Swear(_) if deed.count >= most(state, seat) => AlreadyDone.refuse(
            "R13.2",
            format!("in one Pledge you may add at most {} Bondi", most(state, seat)),
        ),
        Order::Swear(_) if !state.may_swear(seat) => {
            Occupied.refuse("R13.4", "you have as many Bondi as your Districts allow")
        }
        Order::Swear(number) => drawn(*number),
        Order::Swap(slot, number) => {
            if state.oaths[seat].bond(*slot).is_none() {
                return NotHeld.refuse("R13.2", format!("you have no Bondi in slot {slot}"));
            }
            if deed.slots & (1 << slot) != 0 {
                return AlreadyDone.refuse(
                    "R13.2",
                    format!(
                        "you added the Bondi in slot {slot} in this Pledge, so you cannot swap it"
                    ),
                );
            }
            drawn(*number)
        }
        _ => other(state),
    }
}

/// Draws for the Pledge, unless it cannot change anything (R13.6).
pub fn start(run: &mut Run<'_>, seat: Seat) {
    if run.state.may_pledge(seat) {
        let (who, strength) = (run.state.who(seat), run.state.deed.strength);
        run.draw(Some(who), strength, false);
    }
    run.ask(Step::Pledge, seat);
}

pub fn swear(run: &mut Run<'_>, seat: Seat, number: u8) {
    let card = run.state.table[usize::from(number) - 1].card;
    let slot = run.state.oaths[seat].free_slot();
    let who = run.state.who(seat);
    run.put(Fact::BondiSworn(who, slot, number, card));
    run.ask(Step::Pledge, seat);
}

pub fn swap(run: &mut Run<'_>, seat: Seat, slot: u8, number: u8) {
    let card = run.state.table[usize::from(number) - 1].card;
    let old = run.state.oaths[seat].bond(slot).unwrap_or(Card::NONE);
    let who = run.state.who(seat);
    run.put(Fact::BondiSwapped(BondiSwapped { who, slot, number, card, old }));
    run.ask(Step::Pledge, seat);
}
