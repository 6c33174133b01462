//! A drawing as a PNG, for mails: with fonts of our own, so that it looks alike everywhere.
//!
//! What lies still is painted once and kept as numbers of the board's few colours; a picture is a
//! copy of it with the pieces laid on top.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::Pixmap;
use resvg::{tiny_skia, usvg};

use super::canvas::Canvas;
use super::kept::Kept;
use super::tones::Tones;
use super::{moving_alone, still, still_alone, tones};
use crate::rules::scene::Scene;

const FONTS: [&[u8]; 3] = [
    include_bytes!("fonts/DejaVuSerifCondensed-Bold.ttf"),
    include_bytes!("fonts/DejaVuSerifCondensed-Italic.ttf"),
    include_bytes!("fonts/DejaVuSans-Bold.ttf"),
];

fn fonts() -> Arc<usvg::fontdb::Database> {
    static LOADED: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    Arc::clone(LOADED.get_or_init(|| {
        let mut fonts = usvg::fontdb::Database::new();
        for font in FONTS {
            fonts.load_font_data(font.to_vec());
        }
        fonts.set_serif_family("DejaVu Serif");
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    }))
}

/// The still parts, as the number of each pixel's colour. Less than a megabyte each; a game changes
/// its own a few times.
static GROUNDS: Kept<(still::Key, u32), Vec<u8>> = Kept::new(16);

/// The picture's width in letters, in pixels: half as much again as the width at which they show
/// it. Sharp on most screens, and less than 97 kB.
pub const LETTER_WIDTH: u32 = 816;

/// The scene as a PNG of that width in pixels. Empty for a scene without a board.
pub fn png(scene: &Scene, width: u32) -> Vec<u8> {
    let Some(canvas) = Canvas::new(scene) else { return Vec::new() };
    if width == 0 {
        return Vec::new();
    }
    let tones = tones::of(canvas.board);
    let ground = GROUNDS.get((still::key(&canvas), width), || {
        let painted = paint(&still_alone(&canvas), width);
        let number = |pixel: &[u8]| tones.index([pixel[0], pixel[1], pixel[2]]);
        painted.data().chunks_exact(4).map(number).collect()
    });
    let mut pixels = Vec::clone(&ground);
    lay(&mut pixels, &paint(&moving_alone(&canvas), width), &tones);
    pack(&pixels, width, &tones).expect("a picture in memory can be packed")
}

/// A drawing of ours as pixels, transparent where nothing is drawn.
pub(super) fn paint(drawing: &str, width: u32) -> Pixmap {
    let reading = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(drawing, &reading)
        .expect("our own drawings are well-formed; the tests parse them");
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut pixels = Pixmap::new(width, height)
        .expect("neither side is zero, and mail pictures are far below the limit");
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels
}

/// Lays what was painted over the ground.
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
    // Filters are for shades; numbers of colours pack best as they are. A higher level takes twice
    // the time for a twentieth of the weight.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(4));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(packed)
}
