//! Pieces: their shapes with the owner's colour and mark, and counts.

use std::collections::BTreeSet;

use super::canvas::Canvas;
use super::marks::mark;
use super::palette;
use super::pen::{Pen, escape, num, tenth};
use super::rows::{self, Figure, Place};
use crate::rules::scene::{Board, Paint, Piece, Spot, Symbol};

/// Defines each shape that stands on the board, plain and in its owners' colours.
pub(super) fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    let mut looks: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    for piece in &canvas.scene.pieces {
        looks.insert((piece.symbol, piece.colour, &piece.letter));
    }
    for space in canvas.scene.boxes.iter().flat_map(|one| &one.spaces) {
        if let Some((symbol, _, colour)) = space.piece {
            looks.insert((symbol, colour, ""));
        }
    }
    let shapes: BTreeSet<&str> = looks.iter().map(|look| look.0).collect();
    for symbol in canvas.board.symbols.iter().filter(|symbol| shapes.contains(symbol.name)) {
        pen.put(format_args!("<g id=\"d-{}\">{}</g>\n", symbol.name, shape(symbol)));
    }
    for (name, colour, letter) in looks {
        if let Some(symbol) = symbol(canvas.board, name) {
            pen.put(format_args!("<g id=\"{}\">", id(name, colour, letter)));
            let fill = palette::seat(colour).0;
            pen.put(format_args!("<use href=\"#d-{name}\" fill=\"{fill}\"/>"));
            pen.text(&signs(symbol, colour, letter));
            pen.text("</g>\n");
        }
    }
}

pub(super) fn symbol(board: &Board, name: &str) -> Option<&'static Symbol> {
    board.symbols.iter().find(|symbol| symbol.name == name)
}

/// The id of a shape in an owner's colour.
pub(super) fn id(symbol: &str, colour: &str, letter: &str) -> String {
    let letter: String = letter.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("d-{symbol}-{colour}{letter}")
}

/// A shape without colour: pale rim, outline that takes its owner's fill, details.
pub(super) fn shape(symbol: &Symbol) -> String {
    let Symbol { outline, details, .. } = symbol;
    let mut out =
        format!("<path class=\"b-rim\" d=\"{outline}\"/><path class=\"b-edge\" d=\"{outline}\"/>");
    for (data, paint) in *details {
        let class = match paint {
            Paint::Ink => "b-ink",
            Paint::InkFill => "b-inkfill",
            Paint::PaleFill => "b-palefill",
            Paint::Pale => "b-paleline",
            Paint::Wood => "b-wood",
            Paint::Owner => "b-edge",
        };
        out.push_str(&format!("<path class=\"{class}\" d=\"{data}\"/>"));
    }
    out
}

/// The owner's mark and the piece's letter, on top of its shape.
pub(super) fn signs(symbol: &Symbol, colour: &str, letter: &str) -> String {
    let ink = palette::seat(colour).1;
    let mut out = String::new();
    if let Some((x, y, size)) = symbol.letter {
        // Two figures in the mark's row are written smaller, so that they do not touch it.
        let beside = symbol.mark.is_some_and(|mark| (mark.1 - y).abs() < 4);
        let long = beside && letter.chars().count() > 1;
        let size = f64::from(size) * if long { 0.82 } else { 1.0 };
        if let Some((x, y, size)) = symbol.mark {
            out.push_str(&drawn_mark(colour, (x.into(), y.into()), size.into()));
        }
        if !letter.is_empty() {
            out.push_str(&format!(
                "<text class=\"b-k\" fill=\"{ink}\" x=\"{}\" y=\"{}\" \
                 font-size=\"{}\">{}</text>",
                num(f64::from(x) + if long { 1.2 } else { 0.0 }),
                num(f64::from(y) + 0.36 * size),
                num(size),
                escape(letter)
            ));
        }
        return out;
    }
    let Some((x, y, size)) = symbol.mark else { return out };
    // With a letter the two share the room: mark to the left, letter to the right.
    let (x, size) = (f64::from(x), f64::from(size));
    let (left, size) = if letter.is_empty() { (x, size) } else { (x - 3.6, size * 0.84) };
    out.push_str(&drawn_mark(colour, (left, y.into()), size));
    if !letter.is_empty() {
        out.push_str(&format!(
            "<text class=\"b-k\" fill=\"{ink}\" x=\"{}\" y=\"{}\" font-size=\"7.5\">{}</text>",
            num(x + 3.4),
            num(f64::from(y) + 2.8),
            escape(letter)
        ));
    }
    out
}

/// A colour's mark, so large, in the ink that shows on that colour; nothing for neutral pieces.
pub(super) fn drawn_mark(colour: &str, (x, y): (f64, f64), size: f64) -> String {
    let ink = palette::seat(colour).1;
    mark(colour).map_or_else(String::new, |mark| {
        format!(
            "<path fill=\"{ink}\" fill-rule=\"evenodd\" transform=\"translate({} {})scale({})\" \
             d=\"{mark}\"/>",
            num(x),
            num(y),
            num(size / 2.0)
        )
    })
}

/// Draws all pieces: first those in areas and places, then those on borders, then ships.
pub(super) fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    let mut spots: Vec<(u8, &Spot)> = Vec::new();
    for piece in &canvas.scene.pieces {
        let entry = (layer(canvas, &piece.spot), &piece.spot);
        if !spots.contains(&entry) {
            spots.push(entry);
        }
    }
    spots.sort();
    for (_, spot) in spots {
        let known = |piece: &&Piece| symbol(canvas.board, piece.symbol).is_some();
        let all = canvas.scene.pieces.iter().filter(|piece| piece.spot == *spot);
        let here: Vec<&Piece> = all.filter(known).collect();
        for (figure, place) in rows::set(canvas, spot, &here) {
            stand(pen, &figure, place);
        }
    }
}

fn layer(canvas: &Canvas<'_>, spot: &Spot) -> u8 {
    match spot {
        Spot::Area(slug) if canvas.geometry.area(slug).is_some_and(super::geometry::Area::sea) => 2,
        Spot::Border(..) => 1,
        Spot::Harbour(_) => 2,
        _ => 0,
    }
}

fn stand(pen: &mut Pen, figure: &Figure<'_>, place: Place) {
    let id = id(figure.symbol, figure.colour, figure.letter);
    let Place { at: (x, y), scale } = place;
    if figure.disc {
        pen.put(format_args!(
            "<circle class=\"b-stand\" cx=\"{}\" cy=\"{}\" r=\"9\"/>",
            tenth(x),
            tenth(y)
        ));
    }
    if scale == 1.0 {
        pen.put(format_args!("<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>\n", tenth(x), tenth(y)));
    } else {
        let (x, y, scale) = (tenth(x), tenth(y), num(scale));
        pen.put(format_args!(
            "<use href=\"#{id}\" transform=\"translate({x} {y})scale({scale})\"/>\n"
        ));
    }
    if figure.count > 1 {
        // Figures on borders are slim, and bear a letter where others have room for the badge.
        let off = if figure.disc { (12.5, 0.5) } else { (9.0, 8.0) };
        let (x, y) = (x + off.0 * scale, y + off.1 * scale);
        pen.put(format_args!(
            "<circle class=\"b-badge\" cx=\"{}\" cy=\"{}\" r=\"6.5\"/>\
             <text class=\"b-k b-onink\" x=\"{}\" y=\"{}\" font-size=\"9.5\">{}</text>\n",
            tenth(x),
            tenth(y),
            tenth(x),
            tenth(y + 3.4),
            figure.count
        ));
    }
}
