//! Boxes beside the map with their spaces, the places they belong to, and shore marks.

use super::canvas::Canvas;
use crate::ink::pen::{Pen, escape, line, num, tenth};
use crate::ink::signs::anchor;
use crate::ink::symbols;
use crate::place::boxes::{EDGE, GAP, HEAD, SPACE, space_width};
use crate::plane::shape::Rect;
use ravenpost_rules::view::scene::Space;

/// Returns a font size that leaves room for the sign; long codes are smaller.
fn letters(space: &Space, wide: f64) -> f64 {
    let room = if space.piece.is_some() { wide - 27.0 } else { wide - 6.0 };
    (room / (0.53 * space.code.chars().count().max(1) as f64)).min(12.0)
}

/// Draws thin lines from the boxes to their places, and the signs of the places.
pub fn places(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (one, rect) in canvas.scene.boxes.iter().zip(&canvas.plan.boxes) {
        if let Some(site) = canvas.geometry.place(&one.place) {
            let data = line(&[rect.nearest(site.at), site.at]);
            pen.put(format_args!(
                "<path class=\"b-leadhalo\" d=\"{data}\"/><path class=\"b-lead\" d=\"{data}\"/>\n"
            ));
        }
    }
    for site in &canvas.geometry.places {
        let town =
            canvas.scene.boxes.iter().any(|one| one.place == site.slug && one.spaces.len() > 1);
        let sign = if town {
            "<path class=\"b-sign\" d=\"M-9 6v-8h2v-3h2.6v3h2.6v-6h3.6v6h2.6v-3h2.6v3h2v8z\"/>"
        } else {
            "<circle class=\"b-sign\" r=\"6.5\"/><path class=\"b-sign\" d=\"M-3.5 0h7M0-3.5v7\"/>"
        };
        let (x, y) = (tenth(site.at.0), tenth(site.at.1));
        pen.put(format_args!("<g transform=\"translate({x} {y})\">{sign}</g>\n"));
    }
}

/// Draws anchors off the shore, each connected to its land.
pub fn shore_marks(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (shore, disc) in &canvas.plan.anchors {
        pen.put(format_args!("<path class=\"b-jetty\" d=\"{}\"/>", line(&[*shore, *disc])));
        anchor(pen, *disc, 1.0);
    }
}

/// Draws each box with its frame and its count.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (one, rect) in canvas.scene.boxes.iter().zip(&canvas.plan.boxes) {
        sheet(pen, *rect);
        pen.put(format_args!(
            "<text class=\"b-head\" fill=\"#211a12\" x=\"{}\" y=\"{}\" \
             font-size=\"15.5\">{}</text>\n",
            tenth(rect.x + rect.w / 2.0),
            tenth(rect.y + 19.5),
            escape(&one.title)
        ));
        let wide = space_width(one);
        for (index, space) in one.spaces.iter().enumerate() {
            let x = rect.x + EDGE + (index % 3) as f64 * (wide + GAP);
            let y = rect.y + HEAD + (index / 3) as f64 * (SPACE.1 + GAP);
            draw_space(pen, space, Rect { x, y, w: wide, h: SPACE.1 });
        }
    }
}

fn sheet(pen: &mut Pen, Rect { x, y, w, h }: Rect) {
    for (class, off, inset, round) in [
        ("b-under", (2.0, 3.0), 0.0, "7"),
        ("b-box", (0.0, 0.0), 0.0, "7"),
        ("b-boxin", (0.0, 0.0), 3.5, "4.5"),
    ] {
        pen.put(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{round}\"/>",
            tenth(x + off.0 + inset),
            tenth(y + off.1 + inset),
            tenth(w - 2.0 * inset),
            tenth(h - 2.0 * inset)
        ));
    }
}

fn draw_space(pen: &mut Pen, space: &Space, rect: Rect) {
    let class = if space.marked { "b-wanted" } else { "b-space" };
    let middle = rect.y + rect.h / 2.0;
    pen.put(format_args!(
        "<g><title>{}</title><rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
         rx=\"5\"/>",
        escape(&space.description()),
        tenth(rect.x),
        tenth(rect.y),
        tenth(rect.w),
        tenth(rect.h)
    ));
    let mut text = rect.x + rect.w / 2.0;
    if let Some((symbol, _, colour)) = space.piece {
        let id = symbols::id(symbol, colour, "");
        text += 10.0;
        pen.put(format_args!(
            "<use href=\"#{id}\" transform=\"translate({} {})scale({})\"/>",
            tenth(rect.x + 12.5),
            tenth(middle + 1.0),
            num(0.9)
        ));
    }
    pen.put(format_args!(
        "<text class=\"b-c\" fill=\"#211a12\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
        tenth(text),
        tenth(middle + 4.2),
        tenth(letters(space, rect.w)),
        escape(&space.code)
    ));
    if space.marked {
        let (x, y) = (rect.x + rect.w - 3.0, rect.y + 3.0);
        pen.put(format_args!(
            "<circle class=\"b-dot\" cx=\"{x}\" cy=\"{y}\" r=\"6.5\"/><path class=\"b-ink\" \
             d=\"M{} {y}h6M{x} {}v6\"/>",
            tenth(x - 3.0),
            tenth(y - 3.0),
            x = tenth(x),
            y = tenth(y)
        ));
    }
    pen.text("</g>\n");
}
