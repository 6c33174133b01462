//! One line per seat: Thingmen, Goods, Bondi.

use super::super::view::{SeatView, View};
use ravenpost_rules::SeatSummary;

pub(super) fn summary(view: &View) -> Vec<SeatSummary> {
    view.seats.iter().map(of_seat).collect()
}

fn of_seat(seat: &SeatView) -> SeatSummary {
    let line = SeatSummary::new(seat.seat, seat.fame);
    if seat.gone {
        return line.fact("eliminated", "");
    }
    let goods: u8 = seat.goods.iter().sum();
    let hird = u32::try_from(seat.hird.len()).unwrap_or_default();
    let oaths = u32::try_from(seat.oaths.len()).unwrap_or_default();
    let line = line.count(seat.longhall, "Thingman at home", "Thingmen at home");
    let line = line.some(seat.sea, "at sea", "at sea").count(goods, "Good", "Goods");
    line.count(oaths, "Bondi", "Bondi").some(hird, "persona", "personae")
}
