//! Files that somebody kept, one after the other: checked without harm, each alone and all
//! against each other, as `ravenpost-verify` does.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost_log::evidence::piece::Piece;
use ravenpost_log::evidence::{Named, Trust, examine};

/// A byte that stands in no export, seal, checkpoint or letter parts the files.
const END: u8 = 0x1e;

fuzz_target!(|files: &[u8]| {
    let pieces: Vec<Named> = files
        .split(|byte| *byte == END)
        .enumerate()
        .filter_map(|(at, file)| Some(Named { name: at.to_string(), piece: Piece::read(file).ok()? }))
        .collect();
    let _ = examine(&pieces, &Trust::default());
});
