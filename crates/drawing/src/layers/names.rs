//! Names of areas, seas and groups, and the board's title.

use super::canvas::Canvas;
use crate::ink::palette;
use crate::ink::pen::{Pen, escape, tenth};
use crate::map::Area;
use crate::plane::shape::Rect;
use ravenpost_rules::view::scene::Mood;

/// Draws the names of areas and seas, over the ground and below the pieces.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    pen.put(format_args!("<g fill=\"{}\">\n", palette::PLAIN_INK));
    canvas.geometry.areas.iter().for_each(|area| one(pen, canvas, area));
    pen.text("</g>\n");
}

/// Draws the name of one area, with its frame.
pub fn one(pen: &mut Pen, canvas: &Canvas<'_>, area: &Area) {
    if area.framed {
        frame(pen, canvas, area);
    }
    let class = match (area.sea() || area.river(), area.room > 30.0) {
        (true, _) if canvas.mood(area) == Mood::Closed => "b-s b-faded",
        (true, _) => "b-s",
        (false, _) if area.mountain() => "b-n b-height",
        (false, _) if canvas.mood(area) == Mood::Closed => "b-n b-faded",
        (false, true) => "b-n b-roomy",
        (false, false) => "b-n",
    };
    name(pen, area, class);
}

fn name(pen: &mut Pen, area: &Area, class: &str) {
    let Some(text) = &area.text else { return };
    let count = text.lines.len() as f64;
    let turn = if text.angle == 0.0 {
        String::new()
    } else {
        format!(" transform=\"rotate({} {} {})\"", tenth(text.angle), tenth(text.x), tenth(text.y))
    };
    for (index, words) in text.lines.iter().enumerate() {
        let off = (index as f64 - (count - 1.0) / 2.0) * 1.12 * text.size + 0.35 * text.size;
        pen.put(format_args!(
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\"{turn}>{}</text>\n",
            tenth(text.x),
            tenth(text.y + off),
            tenth(text.size),
            escape(words)
        ));
    }
}

/// Draws the small frame of a starting place: around its name, in its group's tone.
fn frame(pen: &mut Pen, canvas: &Canvas<'_>, area: &Area) {
    let Some(rect) = area.name_rect() else { return };
    let tone = canvas.tone(area.group());
    let roomy = if area.room > 30.0 { " b-roomy" } else { "" };
    let rect = Rect { x: rect.x - 4.0, y: rect.y - 1.0, w: rect.w + 8.0, h: rect.h + 2.0 };
    pen.put(format_args!(
        "<rect rx=\"5\" fill=\"none\" class=\"b-frame b-gs{tone}{roomy}\" x=\"{}\" y=\"{}\" \
         width=\"{}\" height=\"{}\"/>",
        tenth(rect.x),
        tenth(rect.y),
        tenth(rect.w),
        tenth(rect.h)
    ));
}

/// Edge width and opacity of the largest group names. Smaller names have less of both, so that
/// names over small areas are not more prominent.
const EDGE: f64 = 1.1;
const STRENGTH: f64 = 0.32;
const LARGEST: f64 = 32.0;

/// Draws the groups' names across their areas, in faint letters that do not obscure other things,
/// with an edge in the full tone for legibility.
pub fn groups(pen: &mut Pen, canvas: &Canvas<'_>) {
    for ((key, words), banner) in canvas.board.groups.iter().zip(&canvas.plan.banners) {
        let Some(banner) = banner else { continue };
        let (x, y) = (tenth(banner.middle.0), tenth(banner.middle.1));
        let tone = canvas.tone(key);
        let share = banner.size / LARGEST;
        pen.put(format_args!(
            "<text class=\"b-big b-gf{tone} b-gs{tone}\" x=\"{x}\" y=\"{y}\" dy=\".35em\" \
             stroke-width=\"{:.2}\" fill-opacity=\"{:.2}\" font-size=\"{}\" \
             letter-spacing=\"{}\" transform=\"rotate({} {x} {y})\">{}</text>\n",
            EDGE * share,
            STRENGTH * share,
            tenth(banner.size),
            tenth(banner.advance - 0.68 * banner.size),
            tenth(banner.angle),
            escape(&words.to_uppercase())
        ));
    }
}

/// Draws the board's name with a flourish, and a compass rose, where the water leaves room.
pub fn ornaments(pen: &mut Pen, canvas: &Canvas<'_>) {
    if let Some(rect) = canvas.plan.title {
        let (x, y) = rect.centre();
        let half = rect.w / 2.0 - 8.0;
        pen.put(format_args!(
            "<g transform=\"translate({} {})\">\
             <text class=\"b-title\" y=\"12\" font-size=\"38\">{}</text>\
             <path class=\"b-roseline\" \
             d=\"M-{half} 27H-18M18 27H{half}M-12 27l12-6 12 6-12 6z\"/></g>\n",
            tenth(x),
            tenth(y),
            escape(canvas.board.name)
        ));
    }
    if let Some(rect) = canvas.plan.rose {
        let (x, y) = rect.centre();
        pen.put(format_args!(
            "<g transform=\"translate({} {})\" class=\"b-rose\">\
             <circle r=\"27\" class=\"b-roseline\"/><circle r=\"23.5\" class=\"b-roseline\" \
             stroke-width=\".5\"/><path d=\"M0-34l5 29-5 5-5-5z\"/><path fill-opacity=\".35\" \
             d=\"M0 34l5-29-5-5-5 5zM34 0L5 5 0 0l5-5zM-34 0l29-5 5 5-5 5z\"/>\
             <text class=\"b-c b-rose\" y=\"-37\" font-size=\"13\">N</text></g>\n",
            tenth(x),
            tenth(y + 6.0)
        ));
    }
}
