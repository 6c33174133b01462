//! Creates a state that the viewer cannot distinguish from the real one, with all hidden
//! information redrawn.

use super::super::orders::Order;
use super::super::play::redraw_hidden::{generations, piles};
use super::super::play::{legal, reputation};
use super::super::reckon::ask::{self, Ask};
use super::super::state::house::House;
use super::super::state::plays::SealedOrder;
use super::super::state::standing::{Bury, Grow, Standing, completed};
use super::super::state::{Stage, State};
use super::super::things::data::data;
use super::super::things::ids::{Card, Rep};
use ravenpost_rules::list::List;
use ravenpost_rules::{Dice, Draws, Seat, Viewer};

pub fn imagine(state: &State, viewer: Viewer, dice: &mut Dice) -> State {
    let mut other = state.clone();
    let mut draws = dice.stream("imagine");
    generations(&mut other, &mut draws);
    piles(&mut other.craft, &mut draws);
    piles(&mut other.trading, &mut draws);
    reputations(&mut other, viewer, &mut draws);
    // Forced answers of others would reveal something about their hands.
    other.forced = other.forced.iter().filter(|forced| viewer.is(forced.0)).copied().collect();
    for seat in state.seats() {
        let known = viewer.is(seat) || state.stage == Stage::End;
        cards(other.of_mut(seat), known, &mut draws);
        if !viewer.is(seat) {
            instructions(&mut other, seat, viewer, &mut draws);
            sealed(&mut other, seat, &mut draws);
        }
    }
    other
}

/// Splits the known cards of others randomly into deck and hand; the order of a deck is never
/// known.
fn cards(house: &mut House, hand_known: bool, draws: &mut Draws) {
    house.deck.as_mut().sort_unstable();
    if hand_known {
        return draws.shuffle(house.deck.as_mut());
    }
    let mut unseen: Vec<Card> = house.deck.iter().chain(house.hand.iter()).copied().collect();
    unseen.sort_unstable();
    draws.shuffle(&mut unseen);
    let in_hand = unseen.split_off(house.deck.len());
    house.deck = List::of(&unseen);
    house.hand = super::super::state::sorted(&in_hand);
}

/// Redraws the reputations dealt to other seats and returned by them.
fn reputations(state: &mut State, viewer: Viewer, draws: &mut Draws) {
    let seats: Vec<Seat> = state.seats().filter(|seat| !viewer.is(*seat)).collect();
    let mut pool: Vec<Rep> = Rep::all().collect();
    for seat in state.seats() {
        let house = state.of(seat);
        let known = if viewer.is(seat) { house.offered } else { None };
        pool.retain(|rep| !known.is_some_and(|dealt| dealt.contains(rep)));
        pool.retain(|rep| house.reputation != Some(*rep));
    }
    draws.shuffle(&mut pool);
    // New players first: they need even numbers.
    let (new, old): (Vec<Seat>, Vec<Seat>) =
        seats.into_iter().partition(|seat| state.options.is_new(*seat));
    for seat in new.into_iter().chain(old) {
        if state.of(seat).offered.is_none() {
            continue;
        }
        let even = state.options.is_new(seat);
        let mut draw = || {
            let at = pool.iter().position(|rep| !even || rep.number() % 2 == 0);
            pool.remove(at.expect("there are enough reputations for all (R4.15)"))
        };
        let first = state.of(seat).reputation.unwrap_or_else(&mut draw);
        let mut dealt = [first, draw()];
        dealt.sort_unstable();
        state.of_mut(seat).offered = Some(dealt);
    }
}

/// Redraws the instructions and plans of other seats, unless they would already have been used. For
/// a spectator's view, as in a public fork, there are none, so that no player finds instructions
/// they never gave.
fn instructions(state: &mut State, seat: Seat, viewer: Viewer, draws: &mut Draws) {
    let quiet = state.stage == Stage::Turns || state.stage == Stage::Reputation;
    let house = state.of_mut(seat);
    (house.plan, house.plan_later) = (None, false);
    house.standing = Standing::default();
    if quiet && viewer != Viewer::Spectator && draws.below(4) == 0 {
        let mut order = data().loss_order;
        draws.shuffle(&mut order);
        house.standing.losses = Some(completed(&order));
        house.standing.grow = Some(Grow::UpTo(draws.below(4) as u8));
        house.standing.bury = Some(Bury::None);
    }
}

/// Replaces the sealed order of another seat by any order it could have given.
fn sealed(state: &mut State, seat: Seat, draws: &mut Draws) {
    if state.of_mut(seat).sealed.take().is_none() {
        return;
    }
    let choice = match ask::ask(state, seat) {
        Some(Ask::Reputation) => {
            let dealt = state.of(seat).offered.unwrap_or_default();
            let reputation = *draws.pick(&dealt).expect("two were dealt");
            let params = reputation::params(state, seat, reputation);
            let choice = draws.pick(&params).copied().unwrap_or_default();
            Some(SealedOrder::Reputation { reputation, choice })
        }
        _ => draws.pick(&legal::legal(state, seat).orders).and_then(as_sealed),
    };
    state.of_mut(seat).sealed = choice;
}

fn as_sealed(order: &Order) -> Option<SealedOrder> {
    Some(match order {
        Order::Lose(goods) => SealedOrder::Lose { goods: *goods },
        Order::Keep(district) => SealedOrder::Keep { district: *district },
        Order::End { grow, bury } => SealedOrder::End { grow: *grow, bury: *bury },
        Order::Rep(reputation, choice) => {
            SealedOrder::Reputation { reputation: *reputation, choice: *choice }
        }
        _ => return None,
    })
}
