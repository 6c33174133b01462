//! R12 Foster: the choice of each, and filling the pool.

use crate::orders::Order;
use crate::play::judge::other;
use crate::play::run::{Run, RunExt};
use crate::state::State;
use crate::state::facts::Fact;
use crate::state::progress::Step;
use crate::things::names::{Card, Kind, Role};
use ravenpost_rules::RefusalCode::{AlreadyDone, NoneThere, NotHeld};
use ravenpost_rules::{Refusal, Seat, text::phrase};

/// Whether the seat may still foster and still send off in this round.
fn open(state: &State, seat: Seat) -> (bool, bool) {
    let (fostered, sent) = (state.deed.fostered, state.deed.sent);
    if state.has_role(seat, Role::MATCHMAKER) || !(fostered || sent) {
        return (!fostered, !sent);
    }
    (false, false)
}

pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let (foster, send_off) = open(state, seat);
    if foster {
        let open = Kind::all().filter(|kind| {
            state.pool[kind.index()] != Card::NONE
                && state.matching(seat, kind.colour()) + 1 >= kind.worth()
        });
        orders.extend(open.map(Order::Foster));
    }
    if send_off {
        orders.extend(Card::of(state.hird[seat]).map(Order::SendOff));
    }
    orders.push(Order::Pass);
}

/// Whether a seat may give this order in a Fostering round, or for the pool.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match (state.step, order) {
        (Step::Foster, order) => choice(state, seat, order),
        (Step::Pool, Order::Done) => Ok(()),
        (Step::Pool, Order::Replace(number)) => replaceable(state, *number),
        _ => other(state),
    }
}

fn choice(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let (foster, send_off) = open(state, seat);
    match order {
        Order::Pass => Ok(()),
        Order::Foster(_) if !foster => {
            AlreadyDone.refuse("R12.2", "you have already made this choice in this Fostering round")
        }
        Order::SendOff(_) if !send_off => {
            AlreadyDone.refuse("R12.2", "you have already made this choice in this Fostering round")
        }
        Order::Foster(kind) => {
            if state.pool[kind.index()] == Card::NONE {
                return NoneThere.refuse(
                    "R12.3",
                    format!("there is no persona in space {} of the pool", kind.slug()),
                );
            }
            let (has, needs) = (state.matching(seat, kind.colour()), kind.worth() - 1);
            if has < needs {
                let good = format!("{} Good", kind.colour().slug());
                let needs = phrase::count(needs.into(), &good);
                let why = format!("that persona needs {needs}, and you have {has}");
                return NotHeld.refuse("R12.3", why);
            }
            Ok(())
        }
        Order::SendOff(card) if state.hird[seat] & card.bit() == 0 => {
            NotHeld.refuse("R12.4", format!("{} is not in your Hird", card.name()))
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

fn replaceable(state: &State, number: u8) -> Result<(), Refusal> {
    if state.open_cards().any(|(known, _)| known == number) {
        return Ok(());
    }
    NoneThere.refuse("R12.6", format!("there is no drawn card with number {number}"))
}

/// Asks the next participant, or turns up cards for the pool.
pub fn next(run: &mut Run<'_>) {
    let state = &run.state;
    let group = state.deed.group;
    let next = state.clockwise(state.deed.seat).find(|seat| group.has(*seat));
    match next {
        Some(seat) => run.ask(Step::Foster, seat),
        None => turn_up(run),
    }
}

pub fn choose(run: &mut Run<'_>, seat: Seat, order: &Order) {
    let who = run.state.who(seat);
    match order {
        Order::Foster(kind) => {
            let card = run.state.pool[kind.index()];
            run.put(Fact::Fostered(who, card));
        }
        Order::SendOff(card) => run.put(Fact::SentOff(who, *card)),
        // A Matchmaker who has made one choice may stop there.
        _ if run.state.deed.fostered || run.state.deed.sent => {}
        _ => run.put(Fact::FosterPassed(who)),
    }
    let deed = &run.state.deed;
    let both = deed.fostered && deed.sent;
    let more = run.state.has_role(seat, Role::MATCHMAKER) && !both;
    if more && *order != Order::Pass {
        return run.ask(Step::Foster, seat);
    }
    run.put(Fact::FosterTurnEnded(who));
    next(run);
}

/// The initiator draws; empty spaces are filled automatically (R12.6).
fn turn_up(run: &mut Run<'_>) {
    let who = run.doer();
    let strength = run.state.deed.strength;
    run.draw(Some(who), strength, true);
    fill(run);
    run.ask(Step::Pool, who.seat);
}

/// Places cards whose space is empty, in the order drawn.
pub fn fill(run: &mut Run<'_>) {
    let cards: Vec<Card> = run.state.open_cards().map(|(_, laid)| laid.card).collect();
    for card in cards {
        if run.state.pool[card.kind().index()] == Card::NONE {
            run.put(Fact::PoolFilled(card));
        }
    }
}

pub fn replace(run: &mut Run<'_>, seat: Seat, number: u8) {
    let card = run.state.table[usize::from(number) - 1].card;
    let old = run.state.pool[card.kind().index()];
    let who = run.state.who(seat);
    run.put(Fact::PoolReplaced(who, card, old));
    run.ask(Step::Pool, seat);
}
