//! How large a letter may be. Its words are whole whatever they weigh; its picture is drawn as
//! large as there is room left.

use crate::letters::{Letter, Picture};

/// Bytes of a letter on the wire.
pub const MOST: usize = 150_000;
/// What stands round the parts: fields, keys, a signature.
const HEAD: usize = 6_000;
/// Ways to make a picture narrower, in tenths of its usual width.
const TENTHS: [u32; 4] = [10, 8, 6, 4];

/// Bytes that a picture may have beside these words.
pub fn room(letter: &Letter) -> usize {
    let words = on_the_wire(&letter.text) + on_the_wire(&letter.html);
    // Four letters stand for three bytes, and lines have ends.
    MOST.saturating_sub(HEAD + words) * 72 / 100
}

/// What a text weighs when what is not plain is written with three letters a byte.
fn on_the_wire(text: &str) -> usize {
    let coded = text.bytes().filter(|byte| !byte.is_ascii() || *byte == b'=').count();
    text.len() + 2 * coded + text.len() / 25
}

/// A board as a picture of at most so many bytes; the smallest where none is as small.
pub fn drawn(picture: &Picture, room: usize) -> Vec<u8> {
    let width = ravenpost_drawing::letter_width(&picture.scene);
    let mut png = Vec::new();
    for tenths in TENTHS {
        png = ravenpost_drawing::png_with(&picture.scene, &picture.crops, width * tenths / 10);
        if png.len() <= room {
            break;
        }
    }
    png
}
