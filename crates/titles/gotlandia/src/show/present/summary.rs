//! One line per seat: stores, workers, hand.

use super::super::view::{SeatView, View};
use ravenpost_rules::SeatSummary;

pub(super) fn summary(view: &View) -> Vec<SeatSummary> {
    view.seats.iter().map(of_seat).collect()
}

fn of_seat(seat: &SeatView) -> SeatSummary {
    let line = SeatSummary::new(seat.seat, seat.vp);
    let line = seat
        .storage
        .kinds()
        .fold(line, |line, (kind, count)| line.some(count, kind.name(), kind.name()));
    let workers = format!("{} of {}", seat.free, seat.workers);
    let line = line.fact(workers, "workers").count(seat.hand, "card", "cards");
    line.some(seat.owes, "item owed", "items owed")
}
