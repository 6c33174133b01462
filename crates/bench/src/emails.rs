//! Cost of the picture in an email, whole and cropped to what changed: encoded size and processor
//! time.

use std::time::{Duration, Instant};

use crate::core::Sample;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::yardstick::processor;
use ravenpost_drawing::{CROP_WIDTH, Crop};
use ravenpost_rules::view::changes::Changes;
use ravenpost_rules::{Position, Viewer};

/// An email with a whole board may take 120 KB in all; the rest is for its text.
const MOST: f64 = 100_000.0;
/// A turn email may take 60 KB in all.
const MOST_CROPPED: f64 = 45_000.0;
/// The number of orders since the reader's last one.
const STEPS: usize = 3;

pub fn measure(games: &[Sample], moments: usize, table: &mut Measurements) {
    let positions: Vec<_> = games.iter().flat_map(Sample::positions).collect();
    let Some(first) = positions.first() else { return };
    let name = first.title().about().name;
    let every = positions.len().div_ceil(moments).max(1);
    let mut cost = [const { Vec::new() }; 2];
    for at in (0..positions.len()).step_by(every) {
        let scene = positions[at].present(Viewer::Spectator).scene;
        let crop = crop(&positions[at.saturating_sub(STEPS)..=at]);
        // Warm up once, since a running server is warm too.
        let width = ravenpost_drawing::email_width(&scene);
        ravenpost_drawing::png(&scene, width);
        let whole = || ravenpost_drawing::png(&scene, width);
        let part = || match &crop {
            Some(Crop { scene, near }) => ravenpost_drawing::png_near(scene, near, CROP_WIDTH),
            None => ravenpost_drawing::png_near(&scene, &[], CROP_WIDTH),
        };
        let ways: [&dyn Fn() -> Vec<u8>; 2] = [&whole, &part];
        for (cost, draw) in cost.iter_mut().zip(ways) {
            let (start, busy) = (Instant::now(), processor());
            let weight = mailed(draw().len());
            let time = processor().zip(busy).map(|(after, before)| after.saturating_sub(before));
            cost.push((time.unwrap_or_else(|| start.elapsed()), weight));
        }
    }
    let mut add = |what: &str, measured, wanted| {
        let what = format!("{name}: {what}");
        table.rows.push(Measurement { bar: "P13", what, measured, yardstick: None, wanted });
    };
    let [whole, part] = cost;
    let heaviest = |drawn: &[Drawn]| {
        let heaviest = drawn.iter().map(|(_, weight)| *weight).max().unwrap_or_default();
        Measured::Bytes(heaviest as f64)
    };
    let (millis, most) = (mean(&whole), Wanted::AtMost(20.0));
    add("processor for a picture of the whole board", millis, most);
    add("the heaviest picture of a whole board on its way", heaviest(&whole), Wanted::AtMost(MOST));
    add("processor for a turn email's picture", mean(&part), Wanted::AtMost(60.0));
    add("the heaviest such picture on its way", heaviest(&part), Wanted::AtMost(MOST_CROPPED));
}

/// Processor time and encoded size of a picture.
type Drawn = (Duration, usize);

fn mean(drawn: &[Drawn]) -> Measured {
    let time: Duration = drawn.iter().map(|(time, _)| time).sum();
    Measured::Millis(time.as_secs_f64() * 1000.0 / drawn.len() as f64)
}

/// Returns the differences between the first and the last position, as a turn email shows them.
fn crop(positions: &[&dyn Position]) -> Option<Crop> {
    let before = positions.first()?.present(Viewer::Spectator);
    let after = positions.last()?.present(Viewer::Spectator);
    let changes = Changes::between(&before, &after);
    let mut scene = after.scene;
    changes.mark(&mut scene);
    (!changes.areas.is_empty()).then(|| Crop { scene, near: changes.areas.into_iter().collect() })
}

/// Returns the size of an attachment in base64, including line ends.
fn mailed(bytes: usize) -> usize {
    let emails = bytes.div_ceil(3) * 4;
    emails + emails.div_ceil(76) * 2
}
