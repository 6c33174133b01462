//! Fostering rounds (R12).

use super::super::super::orders::Order;
use super::super::super::state::Step;
use super::super::super::state::facts::Fact;
use super::super::super::things::names::{Card, Role};
use super::super::decide::{Run, finish};

/// Asks the next participant, or turns cards up for the pool.
pub fn next(run: &mut Run<'_>) {
    let state = &run.state;
    let group = state.deed.group;
    let next = state.clockwise(state.doer()).find(|at| group & (1 << at) != 0);
    match next {
        Some(at) => run.ask(Step::Foster, at),
        None => turn_up(run),
    }
}

pub fn choose(run: &mut Run<'_>, at: usize, order: &Order) {
    let who = run.state.who(at);
    match order {
        Order::Foster(kind) => {
            let card = run.state.pool[kind.index()];
            run.put(Fact::Fostered(who, card));
        }
        Order::SendOff(card) => run.put(Fact::SentOff(who, *card)),
        // A Matchmaker who has chosen once may well leave it at that.
        _ if run.state.deed.fostered || run.state.deed.sent => {}
        _ => run.put(Fact::Declined(who)),
    }
    let deed = &run.state.deed;
    let both = deed.fostered && deed.sent;
    let more = run.state.has_role(at, Role::MATCHMAKER) && !both;
    if more && *order != Order::Pass {
        return run.ask(Step::Foster, at);
    }
    run.put(Fact::Chose(who));
    next(run);
}

/// The initiator draws; empty spaces fill by themselves (R12.6).
fn turn_up(run: &mut Run<'_>) {
    let who = run.doer();
    let strength = run.state.deed.strength;
    run.draw(Some(who), strength, true);
    fill(run);
    run.ask(Step::Pool, who.at());
}

/// Cards whose space is empty go there, in the order drawn.
pub fn fill(run: &mut Run<'_>) {
    let cards: Vec<Card> = run.state.open_cards().map(|(_, laid)| laid.card).collect();
    for card in cards {
        if run.state.pool[card.kind().index()] == Card::NONE {
            run.put(Fact::Filled(card));
        }
    }
}

pub fn replace(run: &mut Run<'_>, at: usize, number: u8) {
    let card = run.state.table[usize::from(number) - 1].card;
    let old = run.state.pool[card.kind().index()];
    let who = run.state.who(at);
    run.put(Fact::Replaced(who, card, old));
    run.ask(Step::Pool, at);
}

pub fn close(run: &mut Run<'_>, _at: usize) {
    finish(run);
}
