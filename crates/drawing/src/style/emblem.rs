//! Small inline pictures for text: a seat's emblem, a piece, a patch of ground.

use super::marks::{letter, mark};
use super::palette::{self, GROUNDS};
use super::patterns;
use super::pen::Pen;
use super::symbols;
use ravenpost_rules::view::scene::Board;

/// Draws a seat's colour and mark as a small round picture to be placed next to its name. Screen
/// readers skip it, because the name is there.
pub fn emblem(colour: &str, size: u16) -> String {
    let (fill, ink) = palette::seat(colour);
    let mark = mark(colour).unwrap_or_default();
    let letter =
        letter(colour).map(|letter| format!(" data-letter=\"{letter}\"")).unwrap_or_default();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"emblem\" width=\"{size}\" \
         height=\"{size}\" viewBox=\"-12 -12 24 24\" aria-hidden=\"true\"{letter}>\
         <circle r=\"11.4\" fill=\"#fffaf0\"/><circle r=\"10\" fill=\"{fill}\" stroke=\"#211a12\" \
         stroke-width=\"1.4\"/><path fill=\"{ink}\" fill-rule=\"evenodd\" \
         transform=\"scale(5.2)\" d=\"{mark}\"/></svg>"
    )
}

/// Draws a piece as on the board, for legends. Requires the board's stylesheet.
pub fn symbol(board: &Board, name: &str, colour: &str, size: u16) -> String {
    let mut pen = Pen::default();
    pen.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board-bit\" width=\"{size}\" \
         height=\"{size}\" viewBox=\"-19 -20 38 36\" aria-hidden=\"true\">"
    ));
    if let Some(symbol) = symbols::symbol(board, name) {
        let (shape, signs) = (symbols::shape(symbol), symbols::signs(symbol, colour, ""));
        let fill = palette::seat(colour).0;
        pen.put(format_args!("<g fill=\"{fill}\">{shape}</g>{signs}"));
    }
    pen.text("</svg>");
    pen.finish().replace('\n', "")
}

/// Draws a patch of a terrain with its texture, for legends. Requires the board's stylesheet.
pub fn swatch(terrain: &str, size: u16) -> String {
    let known = GROUNDS.iter().any(|(name, ..)| *name == terrain);
    let class = if known { terrain } else { "home" };
    let mut pen = Pen::default();
    pen.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board-bit\" width=\"{size}\" \
         height=\"{size}\" viewBox=\"0 0 30 30\" aria-hidden=\"true\"><rect class=\"b-t-{class}\" \
         width=\"30\" height=\"30\" rx=\"5\"/>"
    ));
    if let Some(texture) = patterns::texture(terrain) {
        // Two grounds on one page may share a texture.
        let prefix = format!("d-s-{terrain}-");
        pen.text("<defs>");
        patterns::define(&mut pen, &prefix, &[texture]);
        pen.put(format_args!(
            "</defs><rect width=\"30\" height=\"30\" rx=\"5\" fill=\"url(#{prefix}{texture})\"/>"
        ));
    }
    pen.text("</svg>");
    pen.finish().replace('\n', "")
}
