//! A miniature of the whole board, with a frame around the part that is shown. It refers to the
//! large drawing on the same page.

use super::Options;
use super::canvas::Canvas;
use super::viewport::Window;
use crate::geometry::shape::Rect;
use crate::style::palette;
use crate::style::pen::{Pen, tenth};
use ravenpost_rules::view::scene::Spot;

/// Sizes as shares of the board's longer side.
const PIECE: f64 = 0.022;
const TARGET: f64 = 0.03;
const FRAME: f64 = 0.016;

pub fn draw(canvas: &Canvas<'_>, options: &Options, window: &Window) -> String {
    let long = canvas.geometry.width.max(canvas.geometry.height);
    let mut pen = Pen::default();
    pen.text("<use href=\"#d-land\"/>");
    let mut dot = |slug: &str, class: &str, fill: &str, share: f64| {
        let Some(area) = canvas.geometry.area(slug) else { return };
        let (x, y) = area.label;
        pen.put(format_args!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"{fill}/>",
            tenth(x),
            tenth(y),
            tenth(share * long)
        ));
    };
    for piece in canvas.scene.pieces.iter().filter(|piece| piece.seat.is_some()) {
        if let Spot::Area(slug) = &piece.spot {
            let fill = format!(" fill=\"{}\"", palette::seat(piece.colour).0);
            dot(slug, "b-speck", &fill, PIECE);
        }
    }
    for (slug, _) in &options.targets {
        dot(slug, "b-dot", "", TARGET);
    }
    let Rect { x, y, w, h } = window.rect;
    pen.put(format_args!(
        "<rect class=\"b-view\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
         stroke-width=\"{}\"/>",
        tenth(x),
        tenth(y),
        tenth(w),
        tenth(h),
        tenth(FRAME * long)
    ));
    pen.finish()
}
