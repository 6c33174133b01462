//! Limits the size of emails. The text is always sent in full; the picture is rendered to fit the
//! remaining space.

use ravenpost_emails::{Email, Picture};

/// Maximum encoded size of an email with a whole board, in bytes.
pub const MOST: usize = 120_000;
/// Maximum encoded size of an email with a part of a board, in bytes.
pub const MOST_CROPPED: usize = 60_000;
/// The size of everything around the parts: header fields, keys and a signature.
const HEAD: usize = 6_000;
/// The smallest width of a picture, in percent of the usual width.
const LEAST: u32 = 40;

/// Returns the space for a picture in an email with this text, in bytes.
pub fn room(email: &Email) -> usize {
    let words = on_the_wire(&email.text) + on_the_wire(&email.html);
    // Base64 takes four characters for three bytes, plus line breaks.
    let is_cropped = email.picture.as_ref().is_some_and(|one| one.near.is_some());
    let most = if is_cropped { MOST_CROPPED } else { MOST };
    most.saturating_sub(HEAD + words) * 72 / 100
}

/// Returns the size of a text in quoted-printable, where each non-ASCII byte takes three
/// characters.
fn on_the_wire(text: &str) -> usize {
    let coded = text.bytes().filter(|byte| !byte.is_ascii() || *byte == b'=').count();
    text.len() + 2 * coded + text.len() / 25
}

/// Returns the usual width of a picture in pixels.
fn width(picture: &Picture) -> u32 {
    match picture.near {
        None => ravenpost_drawing::email_width(&picture.scene),
        Some(_) => ravenpost_drawing::CROP_WIDTH,
    }
}

fn drawn_at(picture: &Picture, width: u32) -> Vec<u8> {
    match &picture.near {
        None => ravenpost_drawing::png(&picture.scene, width),
        Some(near) => ravenpost_drawing::png_near(&picture.scene, near, width),
    }
}

/// Renders a board with at most `room` bytes, or at the smallest size if none fits.
pub fn drawn(picture: &Picture, room: usize) -> Vec<u8> {
    let mut width = width(picture);
    let least = width * LEAST / 100;
    loop {
        let png = drawn_at(picture, width);
        if png.len() <= room || width <= least {
            return png;
        }
        // The size grows with the area. Aim a little lower, because the guess is rough.
        let percent = u32::try_from((room * 9_000 / png.len()).isqrt()).unwrap_or(LEAST);
        width = (width * percent.min(90) / 100).max(least);
    }
}
