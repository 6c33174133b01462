//! The default order closes the sheet. Doctrine and defaults apply (R26.1).

use crate::orders::Order;
use crate::state::State;
use crate::state::line::{Done, SheetLine};
use ravenpost_rules::Seat;

pub fn fallback(state: &State, seat: Seat) -> Order {
    let place = usize::from(seat.0).checked_sub(1);
    let drafts = place.and_then(|place| state.drafts.get(place));
    SheetLine::from(Done { anyway: drafts.is_none_or(Vec::is_empty) }).into()
}
