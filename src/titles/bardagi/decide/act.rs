//! An order of a turn: its bill, then what it does; and the turn's end (R7.1-R7.13).

use super::super::facts::{Fact, Payment};
use super::super::legal::pay;
use super::super::names::Unit;
use super::super::orders::{Action, Pay};
use super::super::state::{Chance, State, Step};
use super::{Run, attack, godi, moves, muster, trade, visit};

pub fn play(run: &mut Run<'_>, at: usize, action: Action, pay: Pay) {
    // The order was found legal, so the bill is good; without one it would need no card.
    let bill = pay::check(&run.state, at, action, pay);
    let bill = bill.unwrap_or_else(|_| pay::plain(Unit::N, false));
    let who = run.who(at);
    run.put(Fact::Ordered(who, chance(&run.state, action, bill.payment)));
    if bill.session != run.state.now.session {
        run.put(Fact::Session(who, bill.session));
    }
    if let Some(payment) = bill.payment {
        run.put(Fact::Paid(who, payment));
    }
    match action {
        Action::Move(..) | Action::Board(..) | Action::Sail(_) | Action::Land(_) => {
            moves::play(run, at, action);
        }
        Action::Duel(_) | Action::Axes | Action::Take(_) | Action::Retreat => {
            attack::play(run, at, action);
        }
        Action::Shift(..) | Action::Post(..) | Action::Lift(..) => muster::play(run, at, action),
        Action::Convert
        | Action::Runes(_)
        | Action::Cleanse(_)
        | Action::Cast(..)
        | Action::Also(..) => godi::play(run, at, action),
        Action::RefillOwn(_)
        | Action::Buy(_)
        | Action::Refill(_)
        | Action::Tan(_)
        | Action::Trade(..) => trade::play(run, at, action),
        Action::Visit(..) | Action::Give(..) | Action::Want(..) | Action::Send => {
            visit::play(run, at, action);
        }
        Action::Swap(first, second, gained) => run.put(Fact::Swapped(who, first, second, gained)),
    }
}

/// What an order makes possible for the next one. A second Rune and a charge must follow at once;
/// the retreat is the Berserkur's own very next order, whatever other units do before (R9.21).
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

/// Ends a turn. Who has used no card lays one down (R7.4).
pub fn end(run: &mut Run<'_>, at: usize) {
    let who = run.who(at);
    if !run.state.now.laid {
        let hand = run.state.players[at].hand;
        if let Some(unit) = Unit::all().find(|unit| hand[unit.index()] > 0) {
            run.put(Fact::LaidDown(who, unit));
        }
    }
    run.put(Fact::Ended(who));
    run.go(Step::Turn);
}
