//! R7 Action phase: the orders of a turn, the discard rule, and the end of a turn. The other
//! files are the parts of a turn.

pub mod berserkur;
pub mod godi;
pub mod kaupmadur;
pub mod knerrir;
pub mod pay;
pub mod unplayable;
pub mod visit;
pub mod walk;

use super::super::orders::{Action, Order, Pay};
use super::super::state::facts::{Fact, Payment};
use super::super::state::turn::Chance;
use super::super::state::{State, Step};
use super::super::things::goods::CARDS;
use super::super::things::kinds::Unit;
use super::super::things::words::some;
use super::refuse::not_asked;
use super::run::{Run, RunExt};
use ravenpost_rules::RefusalCode::{NoneThere, NotHeld, WrongKind};
use ravenpost_rules::{Legal, Refusal, Seat};

/// A chapter with orders of a turn: its list, check and effects.
struct Chapter {
    list: fn(&State, Seat, &mut Legal<Order>),
    check: fn(&State, Seat, &Action) -> Result<(), Refusal>,
    play: fn(&mut Run<'_>, Seat, Action),
}

const WALK: Chapter = Chapter { list: walk::list, check: walk::check, play: walk::play };
const KNERRIR: Chapter =
    Chapter { list: knerrir::list, check: knerrir::check, play: knerrir::play };
const BERSERKUR: Chapter =
    Chapter { list: berserkur::list, check: berserkur::check, play: berserkur::play };
const GODI: Chapter = Chapter { list: godi::list, check: godi::check, play: godi::play };
const KAUPMADUR: Chapter =
    Chapter { list: kaupmadur::list, check: kaupmadur::check, play: kaupmadur::play };
const VISIT: Chapter = Chapter { list: visit::list, check: visit::check, play: visit::play };
const SWAP: Chapter = Chapter { list: swaps, check: swap, play: discard };

/// The chapters in list order (R21.3).
const CHAPTERS: [Chapter; 7] = [WALK, KNERRIR, BERSERKUR, GODI, KAUPMADUR, VISIT, SWAP];

/// The chapter of an action.
fn chapter(action: Action) -> Chapter {
    match action {
        Action::Move(..) => WALK,
        Action::Board(..) | Action::Sail(_) | Action::Land(_) => KNERRIR,
        Action::Duel(_)
        | Action::Axes
        | Action::Take(_)
        | Action::Retreat
        | Action::Shift(..)
        | Action::Post(..)
        | Action::Lift(..) => BERSERKUR,
        Action::Convert
        | Action::Runes(_)
        | Action::Cleanse(_)
        | Action::Cast(..)
        | Action::Also(..) => GODI,
        Action::RefillOwn(_)
        | Action::Buy(_)
        | Action::Refill(_)
        | Action::Tan(_)
        | Action::Trade(..) => KAUPMADUR,
        Action::Visit(..) | Action::Give(..) | Action::Want(..) | Action::Send => VISIT,
        Action::Swap(..) => SWAP,
    }
}

/// The orders of a turn, collected from all chapters. Chapters with long lists may add forms
/// instead.
pub fn list(state: &State, seat: Seat) -> Legal<Order> {
    let mut legal = Legal::listed(Vec::new());
    CHAPTERS.iter().for_each(|chapter| (chapter.list)(state, seat, &mut legal));
    legal.orders.extend([Order::Done, Order::Yield]);
    legal
}

/// Whether ending the turn is the only legal order (R7.11); stops at the first other order found.
pub fn is_spent(state: &State, seat: Seat) -> bool {
    let mut legal = Legal::listed(Vec::new());
    CHAPTERS.iter().all(|chapter| {
        (chapter.list)(state, seat, &mut legal);
        legal.orders.is_empty()
    })
}

fn swaps(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    for first in Unit::all() {
        for second in Unit::all().skip(first.index()) {
            for gained in Unit::all() {
                let action = Action::Swap(first, second, gained);
                if swap(state, seat, &action).is_ok() {
                    legal.orders.push(Order::Act(action, Pay::Card));
                }
            }
        }
    }
}

fn swap(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    let Action::Swap(first, second, gained) = *action else {
        return WrongKind.refuse("R7.6", "that is not a swap");
    };
    let player = &state.players[seat];
    for unit in [first, second] {
        let wanted = if first == second { 2 } else { 1 };
        let has = player.hand[unit.index()];
        if has < wanted {
            let cards = some(has, &format!("{} card", unit.name()));
            return NotHeld.refuse("R7.6", format!("your hand has {cards}"));
        }
    }
    // Cards dealt this round, including discarded ones, are no longer in the deck.
    if player.dealt[gained.index()] >= CARDS {
        return NoneThere.refuse("R7.6", format!("no {} card is left in your deck", gained.name()));
    }
    Ok(())
}

fn discard(run: &mut Run<'_>, seat: Seat, action: Action) {
    if let Action::Swap(first, second, gained) = action {
        let who = run.who(seat);
        run.put(Fact::CardsSwapped(who, [first, second], gained));
    }
}

/// Judges one order of a turn and its payment.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Act(action, pay) => {
            (chapter(*action).check)(state, seat, action)?;
            pay::bill(state, seat, *action, *pay).map(|_| ())
        }
        Order::Done | Order::Yield => Ok(()),
        _ => not_asked(state),
    }
}

/// Plays an order of a turn: its payment, then its effect.
pub fn play(run: &mut Run<'_>, seat: Seat, action: Action, pay: Pay) {
    // A legal order always has a bill; the default, which costs no card, is never used.
    let bill = pay::bill(&run.state, seat, action, pay);
    let bill = bill.unwrap_or_else(|_| pay::plain(Unit::N, false));
    let who = run.who(seat);
    run.put(Fact::OrderGiven(who, chance(&run.state, action, bill.payment)));
    if bill.session != run.state.now.session {
        run.put(Fact::SessionChanged(who, bill.session));
    }
    if let Some(payment) = bill.payment {
        run.put(Fact::Paid(who, payment));
    }
    (chapter(action).play)(run, seat, action);
}

/// What an order makes possible for the next one. A second Rune and a charge must follow at once.
/// The retreat must be the Berserkur's own next order, whatever other units do before (R9.21).
fn chance(state: &State, action: Action, payment: Option<Payment>) -> Chance {
    let back = state.now.chance.may_retreat() && !action.is_of_berserkur();
    match action {
        Action::Duel(_) | Action::Axes => Chance::Retreat,
        Action::Cast(..) if back => Chance::RetreatOrAlso,
        Action::Cast(..) => Chance::Also,
        Action::Move(Unit::B, _) if state.options.charge && payment.is_some() => Chance::Charge,
        _ if back => Chance::Retreat,
        _ => Chance::None,
    }
}

/// Ends a turn. A seat that has used no card lays one down (R7.4).
pub fn end(run: &mut Run<'_>, seat: Seat) {
    let who = run.who(seat);
    if !run.state.now.laid {
        let hand = run.state.players[seat].hand;
        if let Some(unit) = Unit::all().find(|unit| hand[unit.index()] > 0) {
            run.put(Fact::CardLaidDown(who, unit));
        }
    }
    run.put(Fact::TurnEnded(who));
    run.go(Step::Turn);
}
