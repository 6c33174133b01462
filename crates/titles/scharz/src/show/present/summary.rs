//! One line per seat: faction, gold, prestige, land, units.

use super::super::view::{SeatView, View};
use ravenpost_rules::SeatSummary;

pub(super) fn summary(view: &View) -> Vec<SeatSummary> {
    view.seats.iter().map(of_seat).collect()
}

fn of_seat(seat: &SeatView) -> SeatSummary {
    let line = SeatSummary::new(seat.seat, seat.vp);
    let line = match seat.faction {
        Some(faction) => line.fact(faction.name(), ""),
        None => line,
    };
    let lands = u32::try_from(seat.lands).unwrap_or_default();
    let line = line.fact(seat.gold, "gold").fact(seat.pp, "prestige");
    line.count(lands, "field", "fields").count(seat.cubes, "unit", "units")
}
