//! The legend of a board: its symbols, each with its name and meaning.

use ravenpost_rules::view::scene::{Board, Sign};

/// An entry of a board's legend: the drawing, its name and its meaning.
pub struct Drawing {
    pub svg: String,
    pub name: &'static str,
    pub means: &'static str,
}

/// The size of a legend symbol, in pixels.
const SIGN: u16 = 30;

/// Returns a board's legend, with each symbol drawn as on the board.
pub fn legend(board: &'static Board) -> Vec<Drawing> {
    let drawn = |sign: &'static Sign| {
        let marks = sign.marks.iter().map(|mark| ravenpost_drawing::sign(board, *mark, SIGN));
        Drawing { svg: marks.collect(), name: sign.name, means: sign.means }
    };
    board.legend.iter().map(drawn).collect()
}
