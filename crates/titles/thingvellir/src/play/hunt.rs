//! R15 Hunting for Sheep: which Bondi may act, and the harvest.

use super::super::orders::Order;
use super::super::reckon::hunt::{may_harvest, ready, strength};
use super::super::state::State;
use super::super::state::facts::{ActionStarted, Fact};
use super::super::state::progress::{ActionSource, Step};
use super::super::things::names::Card;
use super::action;
use super::action::is_useful;
use super::action::raid;
use super::judge::other;
use super::run::{Run, RunExt, TURN};
use ravenpost_rules::RefusalCode::{AlreadyDone, CannotPay, NotHeld, NotInGame, NotNow, WrongKind};
use ravenpost_rules::{Refusal, Seat};

pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    orders.extend(ready(state, seat).map(|(slot, _)| Order::Act(slot)));
    if may_harvest(state, seat) {
        orders.push(Order::Harvest);
    }
    orders.push(Order::Done);
}

pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Done => Ok(()),
        Order::Harvest if may_harvest(state, seat) => Ok(()),
        Order::Harvest if !state.options.harvest => {
            NotInGame.refuse("R21.6", "this game does not use the harvest option")
        }
        Order::Harvest if state.acted => {
            NotNow.refuse("R21.6", "you cannot harvest after a Bondi has acted")
        }
        Order::Harvest => CannotPay.refuse("R21.6", "your Bondi have no strength this round"),
        Order::Act(slot) => able(state, seat, *slot),
        _ => other(state),
    }
}

/// Judges whether the Bondi in a slot may act now; slot 0 is the Home Bondi.
pub fn able(state: &State, seat: Seat, slot: u8) -> Result<(), Refusal> {
    if ready(state, seat).any(|(known, _)| known == slot) {
        return Ok(());
    }
    if strength(state, seat) == 0 {
        return NotHeld
            .refuse("R7.6", "you have no farm in the colour of your statute, so no Bondi can act");
    }
    if slot == 0 {
        return AlreadyDone.refuse("R15.4", "your Home Bondi has already acted");
    }
    match state.oaths[seat].bond(slot) {
        None => NotHeld.refuse("R15.3", format!("you have no Bondi in slot {slot}")),
        Some(card) if Some(card.colour()) != state.colour_of_round(seat) => {
            let why = format!(
                "the Bondi in slot {slot} is {}, which is not the colour of your statute",
                card.colour().slug()
            );
            WrongKind.refuse("R15.3", why)
        }
        Some(_) => AlreadyDone.refuse(
            "R15.6",
            format!("the Bondi in slot {slot} has already acted or is new this turn"),
        ),
    }
}

/// Whether the seat can still do anything in its turn of phase II.
pub fn has_use(state: &State, seat: Seat) -> bool {
    let strength = strength(state, seat);
    may_harvest(state, seat)
        || ready(state, seat).any(|(_, action)| is_useful(state, seat, action, strength))
}

/// Whether a turn of phase II would offer the seat anything: the slots of its colour, the Home
/// Bondi, or the harvest.
pub fn would_use(state: &State, seat: Seat, slots: &[u8]) -> bool {
    let strength = strength(state, seat);
    let slots = slots.iter().filter_map(|slot| state.oaths[seat].bond(*slot));
    let actions = slots.map(|card| card.action()).chain([state.faction[seat].bondi()]);
    strength > 0
        && (state.options.harvest
            || actions.into_iter().any(|action| is_useful(state, seat, action, strength)))
}

/// Begins the next seat's turn, or the winter.
pub fn next(run: &mut Run<'_>) {
    let state = &run.state;
    let speaker = state.speaker;
    let next = state.clockwise(speaker).find(|seat| state.hunters.has(*seat));
    let Some(seat) = next else { return run.put(Fact::PhaseStarted(Step::Winter)) };
    let colour = state.colour_of_round(seat);
    let slots: Vec<u8> = state.oaths[seat]
        .bondi()
        .filter(|(_, card): &(u8, Card)| Some(card.colour()) == colour)
        .map(|(slot, _)| slot)
        .collect();
    let who = state.who(seat);
    // A seat with nothing to do is skipped before its turn begins.
    if would_use(state, seat, &slots) {
        run.put(Fact::HuntStarted(who, slots));
        run.ask(Step::Bondi, seat);
    } else {
        run.put(Fact::HuntSkipped(who));
        run.drop_left(seat, &TURN);
    }
}

pub fn close(run: &mut Run<'_>, seat: Seat) {
    run.end_turn(seat);
}

pub fn act(run: &mut Run<'_>, seat: Seat, slot: u8) {
    let state = &run.state;
    let who = state.who(seat);
    let strength = strength(state, seat);
    let (action, source) = match state.oaths[seat].bond(slot) {
        Some(card) => (card.action(), ActionSource::Bondi(slot)),
        None => (state.faction[seat].bondi(), ActionSource::Home),
    };
    let participants = vec![who];
    run.put(Fact::ActionStarted(ActionStarted { who, action, source, strength, participants }));
    action::start(run);
}

pub fn harvest(run: &mut Run<'_>, seat: Seat) {
    let (who, strength) = (run.state.who(seat), strength(&run.state, seat));
    run.put(Fact::Harvested(who));
    raid::draw(run, strength);
}
