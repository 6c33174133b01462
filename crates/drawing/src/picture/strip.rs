//! Sections of earlier boards in a row below a board, to show what changed in a single picture.

use super::paint::paint;
use super::tones::Tones;
use crate::layers::{Options, Theme, svg};
use ravenpost_rules::view::scene::Scene;

/// Maximum number of sections in the row.
pub const MOST: usize = 3;
/// Gap in pixels between sections, and between them and the board.
const GAP: u32 = 6;
/// The displayed width of a section in pixels.
const SHOWN: u16 = 178;
/// The colour of the gaps.
const PAPER: [u8; 3] = [255, 250, 240];

/// A section of a board: some areas with their surroundings.
#[derive(Clone, Debug)]
pub struct Crop {
    pub scene: Scene,
    pub near: Vec<String>,
}

/// Appends the first sections below a rendered board, each a third of its width.
pub fn beneath(board: &mut Vec<u8>, crops: &[Crop], width: u32, tones: &Tones) {
    let gaps = GAP * (MOST as u32 - 1);
    if crops.is_empty() || width <= gaps + MOST as u32 {
        return;
    }
    let cell = (width - gaps) / MOST as u32;
    let part = |crop: &Crop| {
        let near = crop.near.clone();
        let width = Some(SHOWN);
        let options = Options { theme: Theme::Mail, near, width, ..Options::default() };
        paint(&svg(&crop.scene, &options), cell)
    };
    let parts: Vec<_> =
        crops.iter().filter(|crop| crop.scene.board.is_some()).take(MOST).map(part).collect();
    let tall = parts.iter().map(|part| part.height()).max().unwrap_or_default();
    let from = board.len() + (GAP * width) as usize;
    board.resize(from + (tall * width) as usize, tones.index(PAPER));
    for (at, part) in parts.iter().enumerate() {
        let left = from + at * (cell + GAP) as usize;
        for (row, line) in part.pixels().chunks_exact(cell as usize).enumerate() {
            let start = left + row * width as usize;
            for (place, pixel) in board[start..].iter_mut().zip(line) {
                *place = tones.index([pixel.red(), pixel.green(), pixel.blue()]);
            }
        }
    }
}
