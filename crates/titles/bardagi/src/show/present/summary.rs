//! One line per seat: gold, goods, areas, cards.

use super::super::super::things::kinds::Good;
use super::super::view::{SeatView, View};
use ravenpost_rules::SeatSummary;

pub(super) fn summary(view: &View) -> Vec<SeatSummary> {
    view.seats.iter().map(of_seat).collect()
}

fn of_seat(seat: &SeatView) -> SeatSummary {
    let line = SeatSummary::new(seat.seat, seat.glory);
    let line = match seat.gold {
        Some(gold) => line.fact(gold, "gold"),
        None => line.fact("?", "gold"),
    };
    let line = Good::all().fold(line, |line, good| {
        let name = good.slug();
        line.some(seat.goods[good.index()], name, name)
    });
    let line = line.count(seat.areas, "area", "areas").count(seat.pile, "disk", "disks");
    let line = line.some(seat.runes_held, "Rune", "Runes");
    let line = line.some(seat.axes, "Axe token", "Axe tokens");
    match seat.planned {
        true => line.count(seat.cards, "card", "cards"),
        false => line,
    }
}
