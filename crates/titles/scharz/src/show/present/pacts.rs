//! Pacts between seats, as a table, and as a grid of letters for emails.

use super::super::super::orders::names::{seat_name, seat_word};
use super::super::super::state::pact::{Bond, FOR_EVER, Pact};
use super::super::view::View;
use ravenpost_rules::text::phrase::pad;
use ravenpost_rules::{Block, BoardText, Cell, Column, Panel, Row, Seat, SeatName};

/// The legend of the grid.
const SIGNS: [&str; 3] = [
    "T truce, p pays tribute, g gets tribute,",
    "F pays redemption, f gets redemption,",
    "V vassal of, L lord of, . no pact, so they may fight",
];

fn pact(view: &View, one: Seat, other: Seat) -> Option<Pact> {
    let pair = (one.min(other), one.max(other));
    view.pacts.iter().find(|(a, b, _)| (*a, *b) == pair).map(|(.., pact)| *pact)
}

/// A table with a row and a column for each seat; `None` while there are no pacts.
pub fn matrix(view: &View) -> Option<Panel> {
    if view.pacts.is_empty() {
        return None;
    }
    let seats = || view.seats.iter().map(|seat| seat.seat);
    let mut head = vec![Column::new("with", "With")];
    head.extend(seats().map(|seat| {
        let word = seat_word(seat);
        Column::new(word, SeatName::by_colour(word).letter)
    }));
    let row = |one: Seat| {
        let called = SeatName::by_colour(seat_word(one));
        let mut cells = vec![Cell::from(format!("{} ({})", called.name, called.letter))];
        cells.extend(seats().map(|other| cell(view, one, other).into()));
        Row::of_seat(one, cells)
    };
    let grid = Block::Grid { head, rows: seats().map(row).collect() };
    let words = "Each row shows a player's pacts with the others. The number is the last round \
                 of the pact. Players with an empty cell have no pact and may fight each other.";
    let blocks = vec![grid, Block::Text(words.to_owned())];
    Some(Panel::new("pacts", "Pacts", blocks))
}

fn cell(view: &View, one: Seat, other: Seat) -> String {
    if one == other {
        return "–".to_owned();
    }
    let Some(pact) = pact(view, one, other) else { return String::new() };
    let what = match (pact.bond, pact.is_over(one)) {
        (Bond::None, _) => return String::new(),
        (Bond::Truce, _) => "truce",
        (Bond::Tribute, true) => "gets tribute",
        (Bond::Tribute, false) => "pays tribute",
        (Bond::Redemption, true) => "gets redemption",
        (Bond::Redemption, false) => "paid redemption",
        (Bond::Vassalage, true) => "lord",
        (Bond::Vassalage, false) => "vassal",
    };
    match pact.until {
        FOR_EVER => what.to_owned(),
        round => format!("{what} {round}"),
    }
}

/// Writes the same with one letter per pair, for emails: narrow enough for twelve seats.
pub fn square(view: &View, page: &mut BoardText) {
    if view.pacts.is_empty() {
        return;
    }
    let seats = || view.seats.iter().map(|seat| seat.seat);
    let letter = |seat: Seat| SeatName::by_colour(seat_word(seat)).letter;
    let heads: String = seats().map(|seat| format!(" {}", letter(seat))).collect();
    page.prose("  Pacts, from each row's player to the others:", 4);
    page.columns(format!("    {}{heads}", pad("", 12)));
    for one in seats() {
        let signs: String = seats().map(|other| format!(" {}", sign(view, one, other))).collect();
        let name = format!("{} {}", letter(one), seat_name(one));
        page.columns(format!("    {}{signs}", pad(&name, 12)));
    }
    SIGNS.iter().for_each(|words| page.prose(format!("    {words}"), 4));
}

fn sign(view: &View, one: Seat, other: Seat) -> char {
    if one == other {
        return '-';
    }
    let Some(pact) = pact(view, one, other) else { return '.' };
    match (pact.bond, pact.is_over(one)) {
        (Bond::None, _) => '.',
        (Bond::Truce, _) => 'T',
        (Bond::Tribute, true) => 'g',
        (Bond::Tribute, false) => 'p',
        (Bond::Redemption, true) => 'f',
        (Bond::Redemption, false) => 'F',
        (Bond::Vassalage, true) => 'L',
        (Bond::Vassalage, false) => 'V',
    }
}
