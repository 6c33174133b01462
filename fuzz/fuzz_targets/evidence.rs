//! Saved files, separated by a byte: checking them as `ravenpost-verify` does must never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost_log::evidence::piece::Piece;
use ravenpost_log::evidence::{Named, Trust, examine};

/// Separates the files; no export, seal, checkpoint or email contains this byte.
const END: u8 = 0x1e;

fuzz_target!(|files: &[u8]| {
    let pieces: Vec<Named> = files
        .split(|byte| *byte == END)
        .enumerate()
        .filter_map(|(at, file)| Some(Named { name: at.to_string(), piece: Piece::read(file).ok()? }))
        .collect();
    let _ = examine(&pieces, &Trust::default());
});
