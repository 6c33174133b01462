//! Chooses where a small screen scrolls to: the middle of what can be selected, otherwise of what
//! changed.

use super::Options;
use super::canvas::Canvas;
use crate::map::Area;
use crate::plane::shape::{Point, distance};
use ravenpost_rules::view::scene::Scene;

/// A point of the drawing, in tenths of its width and height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eye {
    pub across: u8,
    pub down: u8,
}

/// Returns the most central of the relevant areas, or `None` if there are none.
pub fn eye(scene: &Scene, options: &Options) -> Option<Eye> {
    let canvas = Canvas::new(scene)?;
    let area = |slug: &str| canvas.geometry.area(slug);
    let mut seen: Vec<&Area> = options.targets.iter().filter_map(|(slug, _)| area(slug)).collect();
    if seen.is_empty() {
        let news = scene.areas.iter().filter(|scene_area| scene_area.last);
        seen = news.filter_map(|scene_area| area(&scene_area.slug)).collect();
    }
    let count = seen.len() as f64;
    let sum = seen.iter().fold((0.0, 0.0), |at, area| (at.0 + area.label.0, at.1 + area.label.1));
    let middle: Point = (sum.0 / count, sum.1 / count);
    let near = |one: &&&Area, other: &&&Area| {
        distance(one.label, middle).total_cmp(&distance(other.label, middle))
    };
    let (x, y) = seen.iter().min_by(near)?.label;
    let tenth = |at: f64, of: f64| (at / of * 10.0).round().clamp(0.0, 9.0) as u8;
    Some(Eye { across: tenth(x, canvas.geometry.width), down: tenth(y, canvas.geometry.height) })
}
