//! The shapes of pieces, with their owners' colours and marks.

use super::marks::mark;
use super::palette;
use super::pen::{escape, num};
use ravenpost_rules::view::scene::{Board, Paint, Symbol};

pub fn symbol(board: &Board, name: &str) -> Option<&'static Symbol> {
    board.symbols.iter().chain(board.card_symbols).find(|symbol| symbol.name == name)
}

/// Returns the id of a shape in an owner's colour. Characters not allowed in ids are replaced by
/// their code points, so that pieces whose letters differ only in such a character stay distinct.
pub fn id(symbol: &str, colour: &str, letter: &str) -> String {
    let mut id = format!("d-{symbol}-{colour}");
    letter.chars().for_each(|one| add_to_id(&mut id, one));
    id
}

/// Appends a character to an id, or its code point if ids do not allow it.
pub fn add_to_id(id: &mut String, one: char) {
    if one.is_ascii_alphanumeric() {
        id.push(one);
    } else {
        id.push_str(&format!("_{:x}_", u32::from(one)));
    }
}

/// Returns a shape without colour: pale rim, outline filled with the owner's colour, details.
pub fn shape(symbol: &Symbol) -> String {
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

/// Returns the owner's mark and the piece's letter, to be drawn over its shape.
pub fn signs(symbol: &Symbol, colour: &str, letter: &str) -> String {
    let ink = palette::seat(colour).1;
    let mut out = String::new();
    if let Some((x, y, size)) = symbol.letter {
        // Shrink a two-digit number in the same row as the mark, so that the two do not touch.
        let alongside = symbol.mark.is_some_and(|mark| (mark.1 - y).abs() < 4);
        let long = alongside && letter.chars().count() > 1;
        let size = f64::from(size) * if long { 0.82 } else { 1.0 };
        if let Some((x, y, size)) = symbol.mark {
            out.push_str(&drawn_mark(colour, x.into(), y.into(), size.into()));
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
    // Mark and letter share the space: mark on the left, letter on the right.
    let (x, size) = (f64::from(x), f64::from(size));
    let (left, size) = if letter.is_empty() { (x, size) } else { (x - 3.6, size * 0.84) };
    out.push_str(&drawn_mark(colour, left, y.into(), size));
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

/// Draws a seat colour's mark in a contrasting ink; nothing for neutral pieces.
pub fn drawn_mark(colour: &str, x: f64, y: f64, size: f64) -> String {
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
