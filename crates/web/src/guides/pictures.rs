//! Images in a title's documents, drawn by the server: board symbols, and boards of worked
//! examples.

use std::sync::OnceLock;

use crate::guides::documents::Image;
use crate::shared::paths;
use ravenpost_drawing::{Options, Theme};
use ravenpost_rules::scenario;
use ravenpost_rules::view::scene::Board;
use ravenpost_rules::{About, Dice, Table, Title, Viewer};
use ravenpost_service::titles;

/// The size of a symbol within a line of text, in pixels.
const SIGN: u16 = 26;

/// A picture of the board after a step of a worked example, cropped to some areas.
pub struct Picture {
    title: &'static dyn Title,
    example: String,
    step: usize,
    near: Vec<String>,
    drawn: OnceLock<Option<String>>,
}

impl Picture {
    /// Parses `L1/2,oddi,reykholt`: the example, the step counted from 1, and the areas.
    fn read(title: &'static dyn Title, text: &str) -> Option<Picture> {
        let (place, near) = text.split_once(',').unwrap_or((text, ""));
        let (example, step) = place.split_once('/')?;
        let near = near.split(',').filter(|slug| !slug.is_empty());
        Some(Picture {
            title,
            example: example.to_owned(),
            step: step.parse().ok()?,
            near: near.map(str::to_owned).collect(),
            drawn: OnceLock::new(),
        })
    }

    /// Returns the file name in the picture's address.
    pub fn name(&self) -> String {
        let near = self.near.iter().map(|slug| format!("-{slug}")).collect::<String>();
        format!("{}-{}{near}.svg", self.example, self.step)
    }

    /// Returns the drawing, made on first use. None if the example or step does not exist.
    pub fn svg(&self) -> Option<&str> {
        let drawn = self.drawn.get_or_init(|| {
            let positions = scenario::positions(self.title, &self.example)?;
            let scene = positions.get(self.step.checked_sub(1)?)?.present(Viewer::Spectator).scene;
            let options =
                Options { theme: Theme::File, near: self.near.clone(), ..Options::default() };
            Some(ravenpost_drawing::svg(&scene, &options)).filter(|svg| !svg.is_empty())
        });
        drawn.as_deref()
    }
}

/// Resolves an image of a document, with its picture if that has its own address.
pub fn read(about: &'static About, name: &str) -> Option<(Image, Option<Picture>)> {
    let title = titles::find(about.key)?;
    let (kind, text) = name.split_once(':')?;
    match kind {
        "board" => {
            let picture = Picture::read(title, text)?;
            let at = paths::document(about, &format!("pictures/{}", picture.name()));
            Some((Image::At(at), Some(picture)))
        }
        "sign" => {
            let (symbol, colour) = text.split_once(',').unwrap_or((text, ""));
            let known = board_of(about)?;
            known.symbols.iter().find(|known| known.name == symbol)?;
            Some((Image::Drawn(ravenpost_drawing::symbol(known, symbol, colour, SIGN)), None))
        }
        "ground" => Some((Image::Drawn(ravenpost_drawing::swatch(text, SIGN)), None)),
        _ => None,
    }
}

/// Returns a board of the title, used for its symbols.
pub fn board_of(about: &About) -> Option<&'static Board> {
    let title = titles::find(about.key)?;
    let table = Table::of(title.about().seats.0.max(2));
    let opened = title.open(&table, &mut Dice::seeded(1)).ok()?;
    opened.next.present(Viewer::Spectator).scene.board
}
