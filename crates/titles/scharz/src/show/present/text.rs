//! The board as text, for emails and screen readers.

use super::super::super::orders::names::seat_name;
use super::super::super::orders::terms::{heading, terms};
use super::super::view::{SeatView, View};
use super::field::details;
use super::guide::guide;
use super::{headline, pacts};
use ravenpost_rules::text::phrase::wrap;
use ravenpost_rules::view::item::joined;

const WIDTH: usize = 72;

pub fn text(view: &View) -> String {
    let mut lines = wrap(&headline(view), "  ", WIDTH);
    lines.extend(view.seats.iter().flat_map(|seat| wrap(&player(seat), "    ", WIDTH)));
    lines.extend(pacts::square(view));
    for field in &view.fields {
        let details = joined(&details(field), "; ");
        if !details.is_empty() {
            let words = format!("{}: {details} [{}]", field.field.name(), field.field.slug());
            lines.extend(wrap(&words, "    ", WIDTH));
        }
    }
    lines.extend(guide(view).iter().flat_map(|words| wrap(words, "    ", WIDTH)));
    if let Some(own) = &view.own {
        for (at, line) in own.sheet.iter().enumerate() {
            lines.extend(wrap(&format!("Your line {}: {}", at + 1, line.words), "    ", WIDTH));
        }
        for (from, to, offer) in &own.offers {
            let terms = terms(offer.bond, offer.amount);
            lines.push(format!("{}: {terms}", heading(*from, *to, offer)));
        }
    }
    lines.join("\n")
}

fn player(seat: &SeatView) -> String {
    let faction = seat.faction.map_or(String::new(), |faction| format!(" ({})", faction.name()));
    let (gold, pp, vp) = (seat.gold, seat.pp, seat.vp);
    let now = match (seat.asked, seat.done) {
        (true, true) => ", submitted",
        (true, false) => ", writing",
        _ => "",
    };
    let state = if seat.out { ", eliminated" } else { "" };
    format!("{}{faction}: {gold} gold, {pp} PP, {vp} VP{now}{state}", seat_name(seat.seat))
}
