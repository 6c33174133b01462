//! Boxes beside the map with their spaces, the places they belong to, and shore marks.

use super::Options;
use super::canvas::Canvas;
use crate::geometry::shape::Rect;
use crate::layout::boxes::cell;
use crate::style::pen::{Pen, escape, line, num, tenth};
use crate::style::signs::anchor;
use crate::style::symbols;
use ravenpost_rules::view::scene::{PlaceBox, Space};

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

/// Draws each box with its frame and its pieces. Spaces that the current decision offers are links.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>, options: &Options) {
    for (one, rect) in canvas.scene.boxes.iter().zip(&canvas.plan.boxes) {
        sheet(pen, *rect);
        for (index, space) in one.spaces.iter().enumerate() {
            let link = target(options, one, space);
            if let Some(href) = link {
                let words = escape(&space.description());
                pen.put(format_args!("<a href=\"{}\" aria-label=\"{words}\">", escape(href)));
            }
            draw_space(pen, space, cell(one, *rect, index), link.is_some());
            pen.text(if link.is_some() { "</a>\n" } else { "\n" });
        }
    }
}

/// Returns the address of the orders about a space.
fn target<'a>(options: &'a Options, one: &PlaceBox, space: &Space) -> Option<&'a str> {
    let own = |slug: &str| slug.split_once('.') == Some((&one.place, &space.id));
    let found = options.targets.iter().find(|(slug, _)| own(slug));
    found.map(|(_, href)| href.as_str())
}

/// Writes the titles of the boxes, and the codes of their spaces where there is room for legible
/// letters.
pub fn texts(pen: &mut Pen, canvas: &Canvas<'_>, options: &Options, least: f64) {
    for (one, rect) in canvas.scene.boxes.iter().zip(&canvas.plan.boxes) {
        let most = rect.w / (0.66 * one.title.chars().count().max(1) as f64);
        let size = least.max(15.5);
        if size <= most {
            pen.put(format_args!(
                "<text class=\"b-head\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n",
                tenth(rect.x + rect.w / 2.0),
                tenth(rect.y + 14.5 + 0.33 * size),
                tenth(size),
                escape(&one.title)
            ));
        }
        for (index, space) in one.spaces.iter().enumerate() {
            let cell = cell(one, *rect, index);
            let (from, room) = match space.piece {
                Some(_) => (cell.x + 22.0, cell.w - 25.0),
                None => (cell.x + 3.0, cell.w - 6.0),
            };
            let whole = [space.code.as_str()];
            let halves = halves(&space.code).filter(|_| fits(&whole, room) < least);
            let lines = halves.as_ref().map_or(&whole[..], |halves| &halves[..]);
            let most = fits(lines, room);
            let size = most.min(12.0).max(least);
            // Spaces that can be chosen are always named, in narrow letters if necessary.
            if size > most && target(options, one, space).is_none() {
                continue;
            }
            let middle = (from + room / 2.0, cell.y + cell.h / 2.0);
            for (index, words) in lines.iter().enumerate() {
                let narrow = match size > fits(&[*words], room) {
                    true => {
                        format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", tenth(room))
                    }
                    false => String::new(),
                };
                let off = index as f64 - (lines.len() as f64 - 1.0) / 2.0;
                pen.put(format_args!(
                    "<text class=\"b-c\" x=\"{}\" y=\"{}\" font-size=\"{}\"{narrow}>{}</text>\n",
                    tenth(middle.0),
                    tenth(middle.1 + (1.05 * off + 0.35) * size),
                    tenth(size),
                    escape(words)
                ));
            }
        }
    }
}

/// Splits a code into two lines, at a space or before a plus: "Foster" and "+2 !3".
fn halves(code: &str) -> Option<[&str; 2]> {
    let breaks = code.char_indices().skip(1).filter(|(_, sign)| matches!(sign, ' ' | '+'));
    let lines = breaks.map(|(at, _)| [&code[..at], code[at..].trim_start()]);
    lines.min_by_key(|lines| longest(lines))
}

fn longest(lines: &[&str]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// Returns the largest size of letters at which all lines fit into a width.
fn fits(lines: &[&str], width: f64) -> f64 {
    width / (0.53 * longest(lines).max(1) as f64)
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

fn draw_space(pen: &mut Pen, space: &Space, rect: Rect, chosen: bool) {
    let class = match (chosen, space.marked) {
        (true, _) => "b-offered",
        (false, true) => "b-wanted",
        (false, false) => "b-space",
    };
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
    if let Some((symbol, _, colour)) = space.piece {
        let id = symbols::id(symbol, colour, "");
        pen.put(format_args!(
            "<use href=\"#{id}\" transform=\"translate({} {})scale({})\"/>",
            tenth(rect.x + 12.5),
            tenth(middle + 1.0),
            num(0.9)
        ));
    }
    if space.marked {
        // At the very corner, beside the code and away from the title of the box.
        let (x, y) = (rect.x + rect.w, rect.y + rect.h);
        pen.put(format_args!(
            "<circle class=\"b-dot\" cx=\"{x}\" cy=\"{y}\" r=\"6.5\"/><path class=\"b-ink\" \
             d=\"M{} {y}h6M{x} {}v6\"/>",
            tenth(x - 3.0),
            tenth(y - 3.0),
            x = tenth(x),
            y = tenth(y)
        ));
    }
    pen.text("</g>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_codes_split_into_lines_of_similar_length() {
        assert_eq!(halves("Foster+2 !3"), Some(["Foster", "+2 !3"]));
        assert_eq!(halves("Pledge !2"), Some(["Pledge", "!2"]));
        assert_eq!(halves("Settle"), None);
        assert!(fits(&["Foster", "+2 !3"], 50.0) > fits(&["Foster+2 !3"], 50.0));
    }
}
