//! Why the cards of a unit cannot be used now: none is left, or the unit cannot act.

use super::{knerrir, pay, walk};
use crate::orders::{Action, Order};
use crate::reckon::ask::is_asked;
use crate::state::{State, Step};
use crate::things::areas::Area;
use crate::things::kinds::Unit;
use ravenpost_rules::{Refusal, Seat};

/// Returns the units without an order in a turn, by slug, each with the reason.
pub fn unplayable(state: &State, seat: Seat) -> Vec<(String, String)> {
    if state.step != Step::Act || !is_asked(state, seat) {
        return Vec::new();
    }
    let orders = super::list(state, seat).orders;
    let acts = |unit: Unit| {
        let is_its =
            |order: &Order| matches!(order, Order::Act(action, _) if action.unit() == Some(unit));
        orders.iter().any(is_its)
    };
    let idle = Unit::all().filter(|unit| !acts(*unit));
    idle.map(|unit| (unit.slug().to_owned(), reason(state, seat, unit))).collect()
}

fn reason(state: &State, seat: Seat, unit: Unit) -> String {
    let able = pay::held(&state.players[seat], unit).and_then(|()| match unit {
        Unit::N => knerrir::can_sail(state, seat),
        _ => can_walk(state, seat, unit),
    });
    able.err().map_or_else(|| "no move is possible".to_owned(), |refusal| refusal.why)
}

/// Whether a unit can go anywhere; the refusal is that of the first area that it may enter.
fn can_walk(state: &State, seat: Seat, unit: Unit) -> Result<(), Refusal> {
    let here = walk::on_board(state, seat, unit)?;
    let open = |area: &Area| *area != here && walk::enter(state, seat, unit, *area).is_ok();
    let to = Area::of(state.map.areas()).find(open);
    to.map_or(Ok(()), |area| walk::check(state, seat, &Action::Move(unit, area)))
}
