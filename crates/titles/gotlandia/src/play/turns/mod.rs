//! R8 Turns: who is next, what a seat may do with a worker, and the only legal play. The other
//! files are the parts of a play.

pub mod actions;
pub mod after;
pub mod cards;
pub mod follow;
pub mod shelf;
pub mod ships;
pub mod unplayable;

use super::super::orders::Order;
use super::super::reckon::cards::steps;
use super::super::state::facts::{Cause, Fact};
use super::super::state::plays::{Effect, Forced, Play};
use super::super::state::{Stage, State};
use super::draw;
use super::refuse::{refusal, require};
use super::run::{Run, RunExt};
use ravenpost_rules::RefusalCode::NotInGame;
use ravenpost_rules::{Legal, Refusal, Seat};

/// Lists all turns the seat may take.
pub fn list(state: &State, seat: Seat) -> Legal<Order> {
    let mut orders = Vec::with_capacity(32);
    cards::each(state, seat, &mut |play| {
        orders.push(Order::Play(play));
        true
    });
    if state.options.passing {
        orders.push(Order::Rest);
        orders.push(Order::Pass);
    }
    Legal::listed(orders)
}

pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Play(play) => cards::check(state, seat, play).map(|_| ()),
        _ => require(state.options.passing, || {
            refusal("R8.9", "passing is not allowed in this game").code(NotInGame)
        }),
    }
}

/// Performs a legal turn.
pub fn play(run: &mut Run, seat: Seat, order: &Order, cause: Cause) {
    // An ordered play clears the settled answers itself.
    if cause != Cause::Order || !matches!(order, Order::Play(_)) {
        run.moved(seat);
    }
    match order {
        Order::Play(play) => return play_card(run, seat, play, cause),
        Order::Rest => run.put(Fact::Rested { seat }),
        Order::Pass => run.put(Fact::Passed { seat }),
        _ => return,
    }
    // A closing `no` is always accepted after a turn.
    run.settled(seat, Forced::NoFollowUp);
}

fn play_card(run: &mut Run, seat: Seat, play: &Play, cause: Cause) {
    let Ok(effect) = cards::check(&run.state, seat, play) else { return };
    let steps = steps(&run.state, seat, play);
    let (card, no_draw) = (play.card, play.no_draw);
    run.put(Fact::CardPlayed { seat, card, effect, no_draw, steps, cause });
    if let Effect::DrawChosen { up_to } = effect {
        draw::draw(run, seat, up_to);
    }
}

/// Returns whether the seat has a worker and a card to place it on.
pub fn able(state: &State, seat: Seat) -> bool {
    state.of(seat).free > 0 && !state.of(seat).hand.is_empty()
}

/// Starts the turn of the next seat, beginning with `from`, that can act, or ends the generation
/// (R8.5).
pub fn next(run: &mut Run, from: Seat) {
    let mut seat = from;
    for _ in 0..run.state.seats {
        if able(&run.state, seat) {
            return run.put(Fact::TurnStarted { seat });
        }
        seat = seat.next(run.state.seats);
    }
    show_hands(run);
}

fn show_hands(run: &mut Run) {
    run.go(Stage::End);
    for seat in run.state.seats() {
        let cards = run.state.of(seat).hand;
        if !cards.is_empty() {
            run.put(Fact::HandShown { seat, cards });
        }
    }
}

/// Performs the only legal turn without a prompt (R24.1). Returns whether there was only one.
pub fn only_one(run: &mut Run, seat: Seat) -> bool {
    if run.state.options.passing {
        return false;
    }
    let (mut first, mut more) = (None, false);
    cards::each(&run.state, seat, &mut |play| {
        more = first.is_some();
        first = first.or(Some(play));
        !more
    });
    let Some(play) = first.filter(|_| !more) else { return false };
    run.make_room();
    play_card(run, seat, &play, Cause::Forced);
    run.put(Fact::ForcedPlay { seat, play });
    true
}
