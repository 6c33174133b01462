//! The board as text, for emails and screen readers.

use super::super::super::orders::names::seat_name;
use super::super::super::orders::terms::{heading, terms};
use super::super::view::{SeatView, View};
use super::field::details;
use super::guide::guide;
use super::{headline, pacts};
use ravenpost_rules::BoardText;
use ravenpost_rules::view::item::joined;

pub fn text(view: &View) -> BoardText {
    let mut page = BoardText::default();
    page.prose(headline(view), 2);
    view.seats.iter().for_each(|seat| page.prose(player(seat), 4));
    pacts::square(view, &mut page);
    for field in &view.fields {
        let details = joined(&details(field), "; ");
        if !details.is_empty() {
            let words = format!("{}: {details} [{}]", field.field.name(), field.field.slug());
            page.prose(words, 4);
        }
    }
    guide(view).into_iter().for_each(|words| page.prose(words, 4));
    if let Some(own) = &view.own {
        for (at, line) in own.sheet.iter().enumerate() {
            page.prose(format!("Your line {}: {}", at + 1, line.words), 4);
        }
        for (from, to, offer) in &own.offers {
            let terms = terms(offer.bond, offer.amount);
            page.prose(format!("{}: {terms}", heading(*from, *to, offer)), 4);
        }
    }
    page
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
