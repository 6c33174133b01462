//! The palette of a board's pictures, chosen once per board and small enough to keep pictures
//! small.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use color_quant::NeuQuant;
use resvg::tiny_skia::Pixmap;

use super::paint::paint;
use crate::cache::Cache;
use crate::layers::{Options, Theme, svg};
use crate::style::palette::SEATS;
use crate::{map, survey};
use ravenpost_rules::view::scene::{Area, Board, Mood, Piece, PlaceBox, Scene, Space, Spot};

/// More colours would make pictures larger without a visible improvement.
const MOST: usize = 128;

/// Colours that must be exact: those of pieces and marks besides the seat colours, which are small,
/// and of calm and stormy water, which covers large areas.
const MARKS: [&str; 9] = [
    "#fffaf0", "#211a12", "#9a948a", "#b98a1e", "#8f1d14", "#7a5430", "#23485d", "#d3e5ee",
    "#bcd2e0",
];

/// Maximum number of exact ground colours.
const EVEN: usize = 32;

/// Width of the rendering from which the palette is chosen; larger pictures have the same tones.
const SAMPLE: u32 = 480;

/// Marks an entry of `nearest` that has not been computed yet.
const UNKNOWN: u16 = u16::MAX;

/// The palette of a board's pictures.
pub struct Tones {
    colours: Vec<[u8; 3]>,
    /// The nearest palette entry by six bits each of red, green and blue, filled on demand.
    nearest: Vec<AtomicU16>,
}

/// Returns the palette of a board. It depends on the board only, so a scene always gives the same
/// picture.
pub fn of(board: &'static Board) -> Arc<Tones> {
    static CACHE: Cache<&'static str, Tones> = Cache::new(8 << 20, Tones::weight);
    CACHE.get(board.key, || {
        let drawing = svg(&muster(board), &Options { theme: Theme::Mail, ..Options::default() });
        Tones::choose(&paint(&drawing, SAMPLE))
    })
}

impl Tones {
    fn weight(&self) -> usize {
        self.colours.len() * 3 + self.nearest.len() * size_of::<AtomicU16>()
    }

    fn choose(sample: &Pixmap) -> Tones {
        let mut colours: Vec<[u8; 3]> =
            SEATS.iter().map(|seat| seat.1).chain(MARKS).map(number).collect();
        colours.extend(commonest(sample));
        let others = NeuQuant::new(3, MOST - colours.len(), sample.data());
        colours.extend(others.color_map_rgb().chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]));
        let nearest = (0..1 << 18).map(|_| AtomicU16::new(UNKNOWN)).collect();
        Tones { colours, nearest }
    }

    pub fn index(&self, colour: [u8; 3]) -> u8 {
        let cell = colour.iter().fold(0, |cell, part| cell << 6 | usize::from(part >> 2));
        match self.nearest[cell].load(Ordering::Relaxed) {
            UNKNOWN => {
                // Use the middle of the cell, so that the result does not depend on the first
                // query.
                let found = self.look(colour.map(|part| part & !3 | 2));
                self.nearest[cell].store(u16::from(found), Ordering::Relaxed);
                found
            }
            // The cast is safe: only results of `look` are stored.
            known => known as u8,
        }
    }

    fn look(&self, colour: [u8; 3]) -> u8 {
        let off = |other: &[u8; 3]| -> u32 {
            let parts = other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)));
            // Eyes are most sensitive to green and least to blue.
            parts.zip([3, 6, 2]).map(|(part, weight)| weight * part * part).sum()
        };
        let best = (0_u8..).zip(&self.colours).min_by_key(|(_, other)| off(other));
        best.map_or(0, |(index, _)| index)
    }

    pub fn colour(&self, index: u8) -> [u8; 3] {
        self.colours[usize::from(index)]
    }

    /// Returns the palette in PNG format.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }
}

/// Returns the most common colours, which must be exact too.
fn commonest(sample: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    let mut counts: BTreeMap<[u8; 3], u32> = BTreeMap::new();
    for pixel in sample.data().chunks_exact(4) {
        *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts.into_iter().take(EVEN).map(|(colour, _)| colour)
}

/// Parses `#rrggbb`.
fn number(tone: &str) -> [u8; 3] {
    let all = u32::from_str_radix(tone.trim_start_matches('#'), 16).unwrap_or_default();
    let [_, red, green, blue] = all.to_be_bytes();
    [red, green, blue]
}

/// Returns a scene with everything that can appear on a board, as a sample of its colours.
fn muster(board: &'static Board) -> Scene {
    let geometry = survey::of(board);
    let entered = |area: &&map::Area| !area.square() && !area.mountain();
    let areas: Vec<_> = geometry.areas.iter().filter(entered).collect();
    let symbols = || board.symbols.iter().cycle();
    let pieces =
        SEATS.iter().zip(symbols()).zip(areas.iter().cycle()).map(|((seat, symbol), area)| Piece {
            symbol: symbol.name,
            seat: None,
            colour: seat.0,
            spot: Spot::Area(area.slug.clone()),
            count: 1,
            letter: "A".to_owned(),
        });
    let moods = [Mood::Threatened, Mood::Calm];
    let homes: Vec<_> = areas.iter().filter(|area| area.home.is_some()).collect();
    let shaded = areas.iter().zip(moods.into_iter().cycle()).map(|(area, mood)| {
        let home = homes.iter().position(|home| home.slug == area.slug);
        Area {
            slug: area.slug.clone(),
            mood: match home {
                Some(index) if index % 2 == 1 => Mood::Closed,
                _ if area.sea() => Mood::Stormy,
                _ => mood,
            },
            last: mood == Mood::Calm,
            ..Area::default()
        }
    });
    let space = |id: &str, marked| Space {
        id: id.to_owned(),
        code: "A".to_owned(),
        name: String::new(),
        details: Vec::new(),
        piece: None,
        marked,
    };
    let one = PlaceBox {
        place: String::new(),
        attached: false,
        title: "A".to_owned(),
        spaces: vec![space("marked", true), space("plain", false)],
    };
    Scene {
        board: Some(board),
        areas: shaded.collect(),
        pieces: pieces.collect(),
        boxes: vec![one],
        ..Scene::default()
    }
}
