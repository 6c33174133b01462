//! The pieces of the viewer's unrevealed lines, where they would stand.

use super::super::super::orders::names::seat_word;
use super::super::super::state::line::slots::Part;
use super::super::super::state::line::{AtSea, March, SheetLine, Start};
use super::super::view::{Drafted, View};
use super::pieces::{grazing, unit, with_number};
use ravenpost_rules::Seat;
use ravenpost_rules::view::scene::{Piece, Spot};

/// The viewer's own unrevealed lines.
pub fn plans(view: &View) -> impl Iterator<Item = &Drafted> {
    view.own.iter().flat_map(|own| own.sheet.iter().chain(&own.deferred))
}

/// The pieces that the viewer has placed or moved in these lines. Lines that fail move nothing.
pub fn pieces(view: &View) -> Vec<Piece> {
    let Some(own) = &view.own else { return Vec::new() };
    let lines = plans(view).filter(|line| line.fails.is_none());
    lines.flat_map(|line| planned(own.seat, line)).collect()
}

fn planned(seat: Seat, drafted: &Drafted) -> Vec<Piece> {
    let at = if drafted.to.is_none() { drafted.from } else { drafted.to };
    let piece = |symbol, letter| Piece {
        symbol,
        seat: Some(seat),
        colour: seat_word(seat),
        spot: Spot::Area(at.slug().to_owned()),
        count: 1,
        letter,
    };
    let units = units(&drafted.line).into_iter();
    let units = units.map(|part| {
        let letter = with_number(u16::from(part.n), part.unit.level);
        piece(unit(part.unit.kind), letter)
    });
    let other = other(&drafted.line).map(|symbol| piece(symbol, String::new()));
    units.chain(other).collect()
}

/// The units that a line places or moves.
fn units(line: &SheetLine) -> Vec<Part> {
    match line {
        SheetLine::Start(Start::Place(one)) => vec![one.units],
        SheetLine::March(March::Move(one)) => vec![one.units],
        SheetLine::March(March::Army(one)) => one.group.to_vec(),
        SheetLine::March(March::Ride(one)) => vec![Part { n: one.n, unit: one.unit }],
        SheetLine::AtSea(AtSea::Sail(one)) => vec![Part { n: one.n, unit: one.ship }],
        SheetLine::AtSea(AtSea::Land(one)) => vec![one.units],
        SheetLine::AtSea(AtSea::Beach(one)) => vec![Part { n: one.n, unit: one.ship }],
        SheetLine::AtSea(AtSea::Ferry(one)) => vec![one.units],
        SheetLine::AtSea(AtSea::Fleet(one)) => one.ships.to_vec(),
        _ => Vec::new(),
    }
}

/// The building or herd that a line places.
fn other(line: &SheetLine) -> Option<&'static str> {
    match line {
        SheetLine::Start(Start::Village(_)) => Some("village"),
        SheetLine::Start(Start::City(_)) => Some("city"),
        SheetLine::Start(Start::Port(_)) => Some("port"),
        SheetLine::Start(Start::Dock(_)) => Some("dock"),
        SheetLine::Start(Start::PlaceHerd(one)) => Some(grazing(one.herd)),
        _ => None,
    }
}
