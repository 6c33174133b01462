//! Cost of the picture in a turn email, with and without the recap strip: encoded size and
//! processor time.

use std::time::{Duration, Instant};

use crate::core::Sample;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::yardstick::processor;
use ravenpost_drawing::{CROPS, Crop};
use ravenpost_rules::view::changes::Changes;
use ravenpost_rules::{Position, Viewer};

/// An email may take 150 KB in all; the rest is for its text.
const MOST: f64 = 130_000.0;

pub fn measure(games: &[Sample], moments: usize, table: &mut Measurements) {
    let positions: Vec<_> = games.iter().flat_map(Sample::positions).collect();
    let Some(first) = positions.first() else { return };
    let name = first.title().about().name;
    let every = positions.len().div_ceil(moments).max(1);
    let mut cost = [const { Vec::new() }; 2];
    for at in (0..positions.len()).step_by(every) {
        let scene = positions[at].present(Viewer::Watcher).scene;
        let strip = strip(&positions[at.saturating_sub(CROPS)..=at]);
        // Warm up once, since a running server is warm too.
        let width = ravenpost_drawing::email_width(&scene);
        ravenpost_drawing::png(&scene, width);
        for (cost, crops) in cost.iter_mut().zip([&[][..], strip.as_slice()]) {
            let (start, busy) = (Instant::now(), processor());
            let weight = mailed(ravenpost_drawing::png_with(&scene, crops, width).len());
            let time = processor().zip(busy).map(|(after, before)| after.saturating_sub(before));
            cost.push((time.unwrap_or_else(|| start.elapsed()), weight));
        }
    }
    let mut add = |what: &str, measured, wanted| {
        let what = format!("{name}: {what}");
        table.rows.push(Measurement { bar: "P13", what, measured, yardstick: None, wanted });
    };
    let [alone, with] = cost;
    let heaviest = |drawn: &[Drawn]| {
        let heaviest = drawn.iter().map(|(_, weight)| *weight).max().unwrap_or_default();
        Measured::Bytes(heaviest as f64)
    };
    let (millis, most) = (mean(&alone), Wanted::AtMost(20.0));
    add("processor for a turn email's picture", millis, most);
    add("the heaviest such picture on its way", heaviest(&alone), Wanted::AtMost(MOST));
    add("processor for the same with the strip of days", mean(&with), Wanted::AtMost(60.0));
    add("the heaviest with the strip of days on its way", heaviest(&with), Wanted::AtMost(MOST));
}

/// Processor time and encoded size of a picture.
type Drawn = (Duration, usize);

fn mean(drawn: &[Drawn]) -> Measured {
    let time: Duration = drawn.iter().map(|(time, _)| time).sum();
    Measured::Millis(time.as_secs_f64() * 1000.0 / drawn.len() as f64)
}

/// Returns the differences between these positions as a turn email shows them: one section of the
/// board for each order.
fn strip(positions: &[&dyn Position]) -> Vec<Crop> {
    let scenes: Vec<_> = positions.iter().map(|one| one.present(Viewer::Watcher)).collect();
    let crop = |two: &[ravenpost_rules::Presentation]| {
        let changes = Changes::between(&two[0], &two[1]);
        let mut scene = two[1].scene.clone();
        changes.mark(&mut scene);
        (!changes.areas.is_empty())
            .then(|| Crop { scene, near: changes.areas.into_iter().collect() })
    };
    scenes.windows(2).filter_map(crop).collect()
}

/// Returns the size of an attachment in base64, including line ends.
fn mailed(bytes: usize) -> usize {
    let emails = bytes.div_ceil(3) * 4;
    emails + emails.div_ceil(76) * 2
}
