//! Renders a drawing as a PNG for emails, with embedded fonts so that it looks the same everywhere.
//!
//! The static part is rendered once and cached as palette indices. A picture is a copy of it with
//! the pieces drawn on top.

pub mod crop;
mod paint;
pub mod tones;

use resvg::tiny_skia::Pixmap;

use super::cache::Cache;
use super::layers::canvas::Canvas;
use super::layers::{Options, Theme, background, moving_alone, still_alone, svg};
pub use paint::paint;
use ravenpost_rules::view::scene::Scene;
use tones::Tones;

/// The static parts, as the palette index of each pixel. Each takes less than a megabyte; a game
/// changes its own only a few times.
static GROUNDS: Cache<(background::StillKey, u32), Vec<u8>> = Cache::new(8 << 20, Vec::len);

/// Width of the picture in emails, in pixels: one and a half times the displayed width. Sharp on
/// most screens, and less than 97 kB.
const EMAIL_WIDTH: u32 = 816;

/// Width of a part of a board in emails.
pub const CROP_WIDTH: u32 = 816;

/// Width for boards with small print, whose pictures are large: the displayed width.
const FINE_WIDTH: u32 = 600;

/// Returns the width in pixels of a scene's picture in an email.
pub fn email_width(scene: &Scene) -> u32 {
    let fine = Canvas::new(scene).is_some_and(|canvas| canvas.small_print());
    if fine { FINE_WIDTH } else { EMAIL_WIDTH }
}

/// Renders some areas of the scene and their surroundings, at least twice as wide as high. Renders
/// the middle of the board if none of the areas is on it.
pub fn png_near(scene: &Scene, near: &[String], width: u32) -> Vec<u8> {
    let Some(canvas) = Canvas::new(scene) else { return Vec::new() };
    if width == 0 {
        return Vec::new();
    }
    let tones = tones::of(canvas.board);
    // Pictures in emails are displayed at two thirds of their width.
    let shown = u16::try_from(width / 3 * 2).ok();
    let options = Options {
        theme: Theme::Mail,
        near: near.to_vec(),
        wide: true,
        width: shown,
        ..Options::default()
    };
    let painted = paint(&svg(scene, &options), width);
    let number = |pixel: &[u8]| tones.index([pixel[0], pixel[1], pixel[2]]);
    let pixels: Vec<u8> = painted.data().chunks_exact(4).map(number).collect();
    pack(&pixels, width, &tones).expect("a picture in memory can be packed")
}

/// Renders the scene as a PNG of the given width in pixels. Empty for a scene without a board.
pub fn png(scene: &Scene, width: u32) -> Vec<u8> {
    let Some(canvas) = Canvas::new(scene) else { return Vec::new() };
    if width == 0 {
        return Vec::new();
    }
    let tones = tones::of(canvas.board);
    let ground = GROUNDS.get((background::key(&canvas), width), || {
        let painted = paint(&still_alone(&canvas), width);
        let number = |pixel: &[u8]| tones.index([pixel[0], pixel[1], pixel[2]]);
        painted.data().chunks_exact(4).map(number).collect()
    });
    let mut pixels = Vec::clone(&ground);
    lay(&mut pixels, &paint(&moving_alone(&canvas), width), &tones);
    pack(&pixels, width, &tones).expect("a picture in memory can be packed")
}

/// Draws a layer over the ground.
fn lay(ground: &mut [u8], over: &Pixmap, tones: &Tones) {
    for (under, pixel) in ground.iter_mut().zip(over.pixels()) {
        if pixel.alpha() == 0 {
            continue;
        }
        let through = u16::from(u8::MAX - pixel.alpha());
        let [red, green, blue] =
            tones.colour(*under).map(|part| (u16::from(part) * through / 255) as u8);
        *under = tones.index([
            pixel.red().saturating_add(red),
            pixel.green().saturating_add(green),
            pixel.blue().saturating_add(blue),
        ]);
    }
}

fn pack(pixels: &[u8], width: u32, tones: &Tones) -> Result<Vec<u8>, png::EncodingError> {
    let height = pixels.len() as u32 / width;
    let mut packed = Vec::with_capacity(100_000);
    let mut encoder = png::Encoder::new(&mut packed, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(tones.bytes());
    // Filters help with gradients; palette indices compress best without. A higher level takes
    // twice the time and saves only 5 %.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(4));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(packed)
}
