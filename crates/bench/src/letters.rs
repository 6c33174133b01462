//! What a turn letter's picture costs: its weight on the way, and the processor's time for it.

use std::time::{Duration, Instant};

use crate::core::Sample;
use crate::table::{Measured, Measurement, Measurements, Wanted};
use crate::yardstick::processor;
use ravenpost_rules::Viewer;

/// A whole letter may weigh 150 KB; what remains of it is for its words.
const MOST: f64 = 130_000.0;

pub fn measure(games: &[Sample], moments: usize, table: &mut Measurements) {
    let positions: Vec<_> = games.iter().flat_map(Sample::positions).collect();
    let Some(first) = positions.first() else { return };
    let name = first.title().about().name;
    let every = positions.len().div_ceil(moments).max(1);
    let mut drawn = Vec::new();
    for position in positions.iter().step_by(every) {
        let scene = position.present(Viewer::Watcher).scene;
        // Once before, as a running server has: the clock is for the pictures that follow.
        let width = ravenpost_drawing::letter_width(&scene);
        ravenpost_drawing::png(&scene, width);
        let (start, busy) = (Instant::now(), processor());
        let weight = mailed(ravenpost_drawing::png(&scene, width).len());
        let time = processor().zip(busy).map(|(after, before)| after.saturating_sub(before));
        drawn.push((time.unwrap_or_else(|| start.elapsed()), weight));
    }
    let time: Duration = drawn.iter().map(|(time, _)| time).sum();
    let millis = time.as_secs_f64() * 1000.0 / drawn.len() as f64;
    let heaviest = drawn.iter().map(|(_, weight)| *weight).max().unwrap_or_default();
    let mut add = |what: &str, measured, most| {
        let (what, wanted) = (format!("{name}: {what}"), Wanted::AtMost(most));
        table.rows.push(Measurement { bar: "P13", what, measured, yardstick: None, wanted });
    };
    add("processor for a turn letter's picture", Measured::Millis(millis), 20.0);
    let heaviest = Measured::Bytes(heaviest as f64);
    add("the heaviest such picture on its way", heaviest, MOST);
}

/// The size of a part in base64, with the ends of its lines.
fn mailed(bytes: usize) -> usize {
    let letters = bytes.div_ceil(3) * 4;
    letters + letters.div_ceil(76) * 2
}
