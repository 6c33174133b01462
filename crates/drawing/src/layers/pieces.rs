//! Pieces: their shapes with the owner's colour and mark, and counts.

use std::collections::BTreeSet;

use super::canvas::Canvas;
use super::movements::Tracks;
use crate::geometry::shape::{Rect, Stand};
use crate::layout::figures::{self, Figure, Shown};
use crate::map::Area;
use crate::style::palette;
use crate::style::pen::{Pen, num, tenth};
use crate::style::symbols::{id, shape, signs, symbol};
use ravenpost_rules::view::scene::Spot;

/// A figure with its position on the board.
pub struct PlacedFigure<'a> {
    pub figure: Figure<'a>,
    pub place: Stand,
    pub spot: &'a Spot,
}

impl PlacedFigure<'_> {
    /// Returns the space that it covers.
    pub fn body(&self) -> Rect {
        Rect::around(self.place.at, 25.0 * self.place.scale, 25.0 * self.place.scale)
    }
}

/// Defines each shape on the board, plain and in its owners' colours.
pub fn define(pen: &mut Pen, canvas: &Canvas<'_>, tracks: &Tracks<'_>) {
    let mut looks: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    let scene = canvas.scene;
    let faint = tracks.ghosts.iter().copied().chain(&scene.planned);
    for piece in scene.pieces.iter().chain(faint) {
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

/// Returns all figures, from back to front: first those in areas and places, then those on borders,
/// then ships. Pieces that have left take the room they had, and planned ones the room they will
/// have.
pub fn placed_figures<'a>(canvas: &Canvas<'a>, tracks: &Tracks<'a>) -> Vec<PlacedFigure<'a>> {
    let scene = canvas.scene;
    let here = scene.pieces.iter().map(|piece| Shown { piece, ghost: false });
    let gone = tracks.ghosts.iter().map(|piece| Shown { piece, ghost: true });
    let known = |shown: &Shown<'_>| symbol(canvas.board, shown.piece.symbol).is_some();
    let planned = scene.planned.iter().map(|piece| Shown { piece, ghost: true });
    let all: Vec<Shown<'a>> = here.chain(gone).chain(planned).filter(known).collect();
    let mut spots: Vec<(u8, &Spot)> = Vec::new();
    for Shown { piece, .. } in &all {
        let entry = (layer(canvas, &piece.spot), &piece.spot);
        if !spots.contains(&entry) {
            spots.push(entry);
        }
    }
    spots.sort();
    let mut found = Vec::new();
    for (_, spot) in spots {
        let here: Vec<Shown<'a>> =
            all.iter().filter(|shown| shown.piece.spot == *spot).copied().collect();
        let figures = figures::set(&canvas.geometry, &canvas.plan, spot, &here);
        found.extend(figures.into_iter().map(|(figure, place)| PlacedFigure {
            figure,
            place,
            spot,
        }));
    }
    found
}

pub fn draw(pen: &mut Pen, placed_figures: &[PlacedFigure<'_>]) {
    placed_figures.iter().for_each(|one| stand(pen, &one.figure, one.place));
}

fn layer(canvas: &Canvas<'_>, spot: &Spot) -> u8 {
    match spot {
        Spot::Area(slug) if canvas.geometry.area(slug).is_some_and(Area::sea) => 2,
        Spot::Border(..) => 1,
        Spot::Harbour(_) => 2,
        _ => 0,
    }
}

fn stand(pen: &mut Pen, figure: &Figure<'_>, place: Stand) {
    let id = id(figure.symbol, figure.colour, figure.letter);
    let Stand { at: (x, y), scale } = place;
    if figure.ghost {
        pen.text("<g class=\"b-ghost\" opacity=\".4\">");
    }
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
        // Figures on borders are narrow and have a letter where others have room for the badge.
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
    if figure.ghost {
        pen.text("</g>\n");
    }
}
