//! Draws the signs of a board individually, for its legend.

use super::palette::{self, GROUNDS};
use super::patterns;
use super::pen::{Pen, escape};
use super::signs;
use super::symbols;
use ravenpost_rules::view::scene::{Board, Mark};

/// A patch of ground on a sign's own canvas.
const PATCH: &str = "x=\"-15\" y=\"-15\" width=\"30\" height=\"30\" rx=\"5\"";
/// A smaller patch, for features that run along an edge.
const EDGE: &str = "x=\"-12\" y=\"-12\" width=\"24\" height=\"24\" rx=\"4\"";
/// An arrow's shaft and head.
const SHAFT: &str = "M-15 9Q-6-8 7-3";
const HEAD: &str = "M16 1L5.500-8.500L4 4z";

/// Draws a sign as a small picture to be placed next to its description; screen readers skip it.
/// Requires the board's stylesheet.
pub fn sign(board: &Board, mark: Mark, size: u16) -> String {
    framed(size, &drawn(board, mark))
}

/// Same as [`sign`], with an id, so that the page can repeat it without drawing it again.
pub fn first_sign(board: &Board, mark: Mark, size: u16) -> String {
    framed(size, &format!("<g id=\"{}\">{}</g>", id(mark), drawn(board, mark)))
}

/// Repeats a sign that the page contains already, from [`first_sign`].
pub fn repeated_sign(mark: Mark, size: u16) -> String {
    framed(size, &format!("<use href=\"#{}\"/>", id(mark)))
}

/// Returns the id of a sign. Different signs have different ids.
fn id(mark: Mark) -> String {
    let mut id = "d-sign-".to_owned();
    let text = format!("{mark:?}");
    let parts = text.chars().filter(|one| !matches!(one, ' ' | '"'));
    parts.for_each(|one| symbols::add_to_id(&mut id, one));
    id
}

fn framed(size: u16, content: &str) -> String {
    format!(
        "<svg class=\"board-bit\" width=\"{size}\" \
         height=\"{size}\" viewBox=\"-19 -19 38 38\" aria-hidden=\"true\">{content}</svg>"
    )
}

fn drawn(board: &Board, mark: Mark) -> String {
    let mut pen = Pen::default();
    match mark {
        Mark::Piece(name, colour, letter) => piece(&mut pen, board, name, colour, letter),
        Mark::Several(name, colour) => {
            piece(&mut pen, board, name, colour, "");
            pen.text(
                "<circle class=\"b-badge\" cx=\"9\" cy=\"8\" r=\"6.5\"/><text \
                 class=\"b-k b-onink\" x=\"9\" y=\"11.4\" font-size=\"9.5\">3</text>",
            );
        }
        Mark::Standing(name, colour, letter) => {
            pen.text("<path class=\"b-outer\" d=\"M-18 12L18-12\"/>");
            pen.text("<circle class=\"b-stand\" r=\"14\"/>");
            piece(&mut pen, board, name, colour, letter);
        }
        Mark::Ground(terrain) => ground(&mut pen, terrain),
        Mark::Kind(kind) => {
            ground(&mut pen, kind);
            let data = signs::sign(kind).unwrap_or_default();
            pen.put(format_args!("<path class=\"b-engraved\" d=\"{data}\"/>"));
        }
        Mark::Arrow(colour) => arrow(&mut pen, colour, ""),
        Mark::Meant(colour) => arrow(&mut pen, colour, " stroke-dasharray=\"7 5\""),
        Mark::Harbour => signs::anchor(&mut pen, (0.0, 0.0), 1.6),
        Mark::Space(code) => space(&mut pen, "b-space", code),
        Mark::Wanted(code) => {
            space(&mut pen, "b-wanted", code);
            pen.text(
                "<circle class=\"b-dot\" cx=\"12\" cy=\"-9\" r=\"6.5\"/><path class=\"b-ink\" \
                 d=\"M9-9h6M12-12v6\"/>",
            );
        }
        Mark::Held(colour) => {
            let fill = palette::seat(colour).0;
            pen.put(format_args!(
                "<rect class=\"b-t-pasture\" {PATCH}/><rect class=\"b-heldink\" {EDGE}/>\
                 <rect class=\"b-held\" stroke=\"{fill}\" {EDGE}/>"
            ));
        }
        other => pen.text(&plain(other)),
    }
    pen.finish().replace('\n', "")
}

/// Returns the markup of signs that take neither colour nor name.
fn plain(mark: Mark) -> String {
    let on = |ground: &str, rest: &str| format!("<rect class=\"b-t-{ground}\" {PATCH}/>{rest}");
    let edge = |class: &str| {
        let inner = format!("<rect class=\"b-lastpale\" {EDGE}/><rect class=\"{class}\" {EDGE}/>");
        on("pasture", &inner)
    };
    match mark {
        Mark::Climate => {
            on("green", "<path class=\"b-climate\" d=\"M-15 3L3-15M-15 15L15-15M-3 15L15-3\"/>")
        }
        Mark::Stormy => on(
            "stormy",
            "<path class=\"b-storm\" d=\"M-12-6q3.500-5 7 0q2 2.500 5-.5M1-2q3.500-5 7 0q2 2.500 \
             5-.5M-12 6q3.500-5 7 0q2 2.500 5-.5M1 10q3.500-5 7 0q2 2.500 5-.5\"/>",
        ),
        Mark::Threatened => on(
            "pasture",
            "<path class=\"b-hatch\" d=\"M-15 6l9 9M-11 5l10 10M-6 5l10 10M-1 5l10 10M4 5l10 10M9 \
             5l6 6\"/><path class=\"b-danger\" d=\"M-15 15h30\"/>",
        ),
        Mark::Last => edge("b-last"),
        Mark::Planned => edge("b-meant"),
        Mark::Target => "<circle class=\"b-dot\" r=\"7\"/>".to_owned(),
        Mark::BlackLine => on(
            "pasture",
            "<path class=\"b-black\" d=\"M-15 0h30\"/><path class=\"b-black\" \
             d=\"M-9-4.500v9M0-4.500v9M9-4.500v9\" stroke-width=\"1.4\"/>",
        ),
        Mark::Strait => on("sea", "<path class=\"b-strait\" d=\"M-13 6L13-6\"/>"),
        _ => String::new(),
    }
}

fn piece(pen: &mut Pen, board: &Board, name: &str, colour: &str, letter: &str) {
    let Some(symbol) = symbols::symbol(board, name) else { return };
    let (shape, marks) = (symbols::shape(symbol), symbols::signs(symbol, colour, letter));
    let fill = palette::seat(colour).0;
    pen.put(format_args!("<g fill=\"{fill}\">{shape}</g>{marks}"));
}

/// The texture's id contains the ground, because two grounds on one page may share a texture.
fn ground(pen: &mut Pen, terrain: &str) {
    let known = GROUNDS.iter().any(|(name, ..)| *name == terrain);
    let class = if known { terrain } else { "home" };
    pen.put(format_args!("<rect class=\"b-t-{class}\" {PATCH}/>"));
    if let Some(texture) = patterns::texture(terrain) {
        let prefix = format!("d-l-{terrain}-");
        pen.text("<defs>");
        patterns::define(pen, &prefix, &[texture]);
        pen.put(format_args!("</defs><rect {PATCH} fill=\"url(#{prefix}{texture})\"/>"));
    }
}

fn arrow(pen: &mut Pen, colour: &str, broken: &str) {
    let fill = palette::seat(colour).0;
    pen.put(format_args!(
        "<path class=\"b-wayrim\" d=\"{SHAFT}{HEAD}\"/><path class=\"b-wayink\" \
         d=\"{SHAFT}\"{broken}/><path class=\"b-shaft\" d=\"{SHAFT}\" stroke=\"{fill}\"{broken}/>\
         <path class=\"b-edge\" d=\"{HEAD}\" fill=\"{fill}\"/>"
    ));
}

fn space(pen: &mut Pen, class: &str, code: &str) {
    pen.put(format_args!(
        "<rect class=\"{class}\" x=\"-17\" y=\"-11\" width=\"31\" height=\"24\" rx=\"5\"/>\
         <text class=\"b-c\" x=\"-2\" y=\"5\" font-size=\"10\">{}</text>",
        escape(code)
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_signs_have_different_ids() {
        let marks = [
            Mark::Piece("ship", "red", ""),
            Mark::Piece("ship", "red", "1"),
            Mark::Piece("ship", "red", "1*"),
            Mark::Piece("shi", "pred", ""),
            Mark::Standing("ship", "red", ""),
            Mark::Harbour,
        ];
        let ids: std::collections::BTreeSet<String> = marks.into_iter().map(id).collect();
        assert_eq!(ids.len(), marks.len());
        assert!(ids.iter().all(|id| !id.contains([' ', '"', '(', '*'])));
    }
}
