//! Rasterises our SVG drawings.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::Pixmap;
use resvg::{tiny_skia, usvg};

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

/// Rasterises a drawing; the background is transparent.
pub fn paint(drawing: &str, width: u32) -> Pixmap {
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
