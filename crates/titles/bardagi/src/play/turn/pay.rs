//! Costs of an action in cards, sessions and upgrades (R7.2, R7.7-R7.9, R18.8). Other costs, such
//! as disks and goods, are judged with the action.

use crate::orders::{Action, Order, Pay};
use crate::reckon::pace::Fare;
use crate::state::State;
use crate::state::facts::Payment;
use crate::state::player::Player;
use crate::state::turn::{Chance, Session};
use crate::things::kinds::Unit;
use crate::things::tiles::Tile;
use ravenpost_rules::RefusalCode::{AlreadyDone, ExtraWord, NotHeld, WrongKind};
use ravenpost_rules::{Legal, Refusal, Seat};

/// What an action needs besides its own conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bill {
    /// The payment for the card; `None` if no card is needed.
    pub payment: Option<Payment>,
    /// The session that it opens or continues.
    pub session: Session,
}

/// Every way to pay, in list order.
const WAYS: [Pay; 5] =
    [Pay::Card, Pay::With(Unit::G), Pay::With(Unit::K), Pay::With(Unit::N), Pay::Free];

/// The cost of an action with this way to pay, or why it is not possible.
pub fn bill(state: &State, seat: Seat, action: Action, pay: Pay) -> Result<Bill, Refusal> {
    let due = due(state, seat, action);
    let payment = settle(&state.players[seat], due, pay)?;
    Ok(Bill { payment, ..due })
}

/// The ways to pay for an action now; empty if it is not possible.
pub fn ways(state: &State, seat: Seat, action: Action) -> Vec<Pay> {
    ways_of(state, seat, due(state, seat, action))
}

/// Like [`ways`] for a known bill, so that it is computed once for long lists.
fn ways_of(state: &State, seat: Seat, due: Bill) -> Vec<Pay> {
    let player = &state.players[seat];
    WAYS.into_iter()
        .filter(|pay| offers(player, *pay) && settle(player, due, *pay).is_ok())
        .collect()
}

/// Whether a player has the means for this payment at all, as a quick check for lists.
fn offers(player: &Player, pay: Pay) -> bool {
    match pay {
        Pay::Card => true,
        Pay::With(_) => player.has(Tile::WAR_COUNCIL),
        Pay::Free => player.has(Tile::ORACLE) || player.has(Tile::STEWARDS_HOUSE),
    }
}

/// The bill of a simple action of a unit, with a card, or without for free steps and squares.
pub fn plain(unit: Unit, card: bool) -> Bill {
    Bill { payment: card.then_some(Payment::Card(unit)), session: Session::None }
}

/// The bill of a movement. One that is too long is refused for its length, whatever it costs.
fn way(unit: Unit, fare: Option<Fare>) -> Bill {
    plain(unit, fare.is_none_or(|fare| fare.card))
}

/// The ways to pay for a simple action of a unit: without a card, and with it.
pub fn plain_ways(state: &State, seat: Seat, unit: Unit) -> [Vec<Pay>; 2] {
    [false, true].map(|card| ways_of(state, seat, plain(unit, card)))
}

/// Adds an action to a list, once for every way to pay.
pub fn offer(legal: &mut Legal<Order>, action: Action, ways: &[Pay]) {
    legal.orders.extend(ways.iter().map(|pay| Order::Act(action, *pay)));
}

/// Adds an action to a list, with each possible way to pay (R21.4).
pub fn offer_all(state: &State, seat: Seat, action: Action, legal: &mut Legal<Order>) {
    offer(legal, action, &ways(state, seat, action));
}

/// The regular cost of an action.
pub fn due(state: &State, seat: Seat, action: Action) -> Bill {
    let card = match action {
        Action::Move(unit, area) => return way(unit, state.walk_fare(seat, unit, area)),
        Action::Board(unit, area) => return way(unit, state.boarding_fare(seat, unit, area)),
        Action::Sail(node) => return way(Unit::N, state.sailing_fare(seat, node)),
        Action::Duel(_) | Action::Axes | Action::Take(_) => {
            // R18.8: the preceding move has paid for the attack.
            if state.now.chance == Chance::Charge {
                return Bill { payment: Some(Payment::Charge), session: Session::None };
            }
            Unit::B
        }
        Action::RefillOwn(unit) | Action::Runes(unit) => unit,
        Action::Convert | Action::Cast(..) => Unit::G,
        Action::Buy(_) => Unit::K,
        Action::Shift(..) | Action::Post(..) | Action::Lift(..) => {
            return session(state, Session::Muster, Unit::B);
        }
        Action::Refill(_) | Action::Tan(_) | Action::Trade(..) => {
            return session(state, state.trading(seat).unwrap_or_default(), Unit::K);
        }
        Action::Visit(..) | Action::Give(..) | Action::Want(..) | Action::Send => {
            let visit = state.visited(seat).map(Session::Visit);
            return session(state, visit.unwrap_or_default(), Unit::K);
        }
        Action::Retreat
        | Action::Cleanse(_)
        | Action::Also(..)
        | Action::Land(_)
        | Action::Swap(..) => return plain(Unit::N, false),
    };
    plain(card, true)
}

/// R7.9: the first order of a session plays the card, the others are free.
fn session(state: &State, session: Session, unit: Unit) -> Bill {
    let open = session != Session::None && state.now.session == session;
    Bill { session, ..plain(unit, !open) }
}

/// The actual payment of a bill, or why it is not possible.
fn settle(player: &Player, due: Bill, pay: Pay) -> Result<Option<Payment>, Refusal> {
    let card = match (due.payment, pay) {
        (Some(Payment::Card(unit)), _) => unit,
        (payment, Pay::Card) => return Ok(payment),
        (_, Pay::With(_) | Pay::Free) => return ExtraWord.refuse("R7.7", "this needs no card"),
    };
    match pay {
        Pay::Card => held(player, card).map(|()| due.payment),
        Pay::With(other) => council(player, card, other),
        Pay::Free if card == Unit::G => {
            let (has, used) = (player.has(Tile::ORACLE), player.oracle);
            once(has, used, "the Oracle").map(|()| Some(Payment::Oracle))
        }
        Pay::Free if card == Unit::K && due.session == Session::Home => {
            let (has, used) = (player.has(Tile::STEWARDS_HOUSE), player.steward);
            once(has, used, "the Steward's House").map(|()| Some(Payment::Steward))
        }
        Pay::Free => NotHeld.refuse(
            "R7.8",
            format!("you have nothing that makes this {} action free", card.name()),
        ),
    }
}

/// Whether a card of a unit is left (R7.2).
pub fn held(player: &Player, unit: Unit) -> Result<(), Refusal> {
    match player.hand[unit.index()] {
        0 => NotHeld.refuse("R7.2", format!("no {} card is left in your hand", unit.name())),
        _ => Ok(()),
    }
}

/// War Council: another unit's card for a Berserkur action (R7.8).
fn council(player: &Player, card: Unit, other: Unit) -> Result<Option<Payment>, Refusal> {
    if card != Unit::B || other == Unit::B {
        return WrongKind
            .refuse("R7.8", "only a Berserkur action can be paid for with another unit's card");
    }
    once(player.has(Tile::WAR_COUNCIL), player.council, "the War Council")?;
    if player.hand[other.index()] == 0 {
        return NotHeld.refuse("R7.8", format!("no {} card is left in your hand", other.name()));
    }
    Ok(Some(Payment::Council(other)))
}

fn once(has: bool, used: bool, tile: &str) -> Result<(), Refusal> {
    match (has, used) {
        (true, false) => Ok(()),
        (true, true) => {
            AlreadyDone.refuse("R7.8", format!("{tile} has already been used this round"))
        }
        (false, _) => {
            NotHeld.refuse("R7.8", format!("that needs {tile}, which you have not built"))
        }
    }
}
