//! Ocean squares, the dotted routes between them, and the harbours where routes meet the shore.

use super::canvas::Canvas;
use crate::map::Area;
use crate::style::pen::{Pen, joined, num, tenth};
use crate::style::signs::anchor;
use ravenpost_rules::view::scene::Mood;

/// Draws routes, circles and anchors.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    let routes: String = canvas
        .geometry
        .borders
        .iter()
        .filter(|border| border.route)
        .map(|border| joined(&border.lines))
        .collect();
    if !routes.is_empty() {
        pen.put(format_args!(
            "<path class=\"b-wake\" d=\"{routes}\"/><path class=\"b-route\" d=\"{routes}\"/>\n"
        ));
    }
    for square in squares(canvas) {
        let (x, y) = (tenth(square.label.0), tenth(square.label.1));
        pen.put(format_args!(
            "<g class=\"b-square\"><circle class=\"b-pool\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>\
             <circle class=\"b-poolin\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/></g>\n",
            num(square.room),
            num(square.room - 3.0)
        ));
    }
    for harbour in &canvas.geometry.harbours {
        let area = canvas.geometry.area(&harbour.area);
        let shut = area.is_some_and(|area| canvas.mood(area) == Mood::Closed);
        pen.text(if shut { "<g class=\"b-shut\">" } else { "<g>" });
        anchor(pen, harbour.sign, 1.2);
        pen.text("</g>\n");
    }
}

fn squares<'a>(canvas: &'a Canvas<'_>) -> impl Iterator<Item = &'a Area> {
    canvas.geometry.areas.iter().filter(|area| area.square())
}
