//! A board with its pieces, as data: what is where, never how it is drawn.
//!
//! Geometry stays in the board's JSON file and is read by `drawing`; a scene speaks of areas,
//! borders and places by their slugs in that file.

use super::seat::Seat;

/// A drawable board: belongs to a title, never changes.
pub struct Board {
    /// The key of the map that is drawn: "gotlandia".
    pub key: &'static str,
    pub name: &'static str,
    /// The geometry file's text: areas with their grounds, borders, coast, labels.
    pub geometry: &'static str,
    /// The pieces' shapes, by the names that [`Piece::symbol`] uses.
    pub symbols: &'static [Symbol],
    /// Names of the groups, with the areas' own group keys: written large across their areas.
    pub groups: &'static [(&'static str, &'static str)],
    /// Harbours and the like: a mark on the shore between an area and a sea.
    pub shore_marks: &'static [(&'static str, &'static str)],
    /// Whether pieces stand on borders: those in areas leave room for them.
    pub on_borders: bool,
    /// Which of the parts that the file names is shown, where few play on a corner of the board.
    pub part: Option<&'static str>,
    /// Symbols of pieces that are left to the words in areas without room for all.
    pub minor: &'static [&'static str],
    /// What its signs mean, each drawn as it looks.
    pub legend: &'static [Sign],
}

/// A line of a legend.
pub struct Sign {
    /// What is drawn before it: one sign or several that belong together.
    pub marks: &'static [Mark],
    /// What it is: "a farmstead".
    pub name: &'static str,
    /// What more there is to say of it; may be empty.
    pub means: &'static str,
}

/// Something that a board shows, to be drawn by itself. Colours are those of seats, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A piece: its symbol, its colour, its letter.
    Piece(&'static str, &'static str, &'static str),
    /// Several pieces with their number: symbol and colour.
    Several(&'static str, &'static str),
    /// A piece on a border, on its disc: symbol, colour, letter.
    Standing(&'static str, &'static str, &'static str),
    /// A ground with its texture.
    Ground(&'static str),
    /// The sign of a kind of area, on its ground.
    Kind(&'static str),
    /// The pale hatching of the other climate.
    Climate,
    /// A sea with pirates, or one that is always rough.
    Stormy,
    /// The hatched edge of land in danger.
    Threatened,
    /// The band of whoever holds an area, in this colour.
    Held(&'static str),
    /// Where something happened last.
    Last,
    /// What the viewer's own plans are about.
    Planned,
    /// What can be chosen.
    Target,
    /// Where somebody of this colour went.
    Arrow(&'static str),
    /// Where the viewer, of this colour, means to go.
    Meant(&'static str),
    /// A border that cannot be crossed.
    BlackLine,
    /// A way over narrow water.
    Strait,
    /// The anchor that marks a harbour.
    Harbour,
    /// A space of a box beside the map, with what is written in it.
    Space(&'static str),
    /// The same, marked.
    Wanted(&'static str),
}

/// A place in a symbol: how far right and down of its middle, and the size of what stands there.
pub type Anchor = (i16, i16, u16);

/// A piece's shape, as SVG path data round the origin, about 24 units across.
pub struct Symbol {
    pub name: &'static str,
    /// The outline: filled with the owner's colour, edged in ink, with a pale rim beneath.
    pub outline: &'static str,
    /// Further strokes and shapes on top: path data and paint.
    pub details: &'static [(&'static str, Paint)],
    /// Where the owner's mark goes, and its size in units; none for pieces without owner.
    pub mark: Option<Anchor>,
    /// Where a letter or number goes, and its size; without it a letter shares the mark's room.
    pub letter: Option<Anchor>,
}

/// How a detail is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// A line in ink.
    Ink,
    /// The shape is filled with the colour of ink.
    InkFill,
    /// Filled with the pale rim colour.
    PaleFill,
    /// A line in the pale rim colour.
    Pale,
    /// Filled with wood brown, edged in ink.
    Wood,
    /// Filled with the owner's colour, edged in ink.
    Owner,
}

/// The board at one moment, for one viewer.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub board: Option<&'static Board>,
    /// Areas about which something is to be said; others are drawn plainly.
    pub areas: Vec<Area>,
    /// Pieces, in the order in which they stand within their place.
    pub pieces: Vec<Piece>,
    /// Boxes beside the map with spaces in them.
    pub boxes: Vec<PlaceBox>,
    /// Ways that pieces went, or are to go, from area to area.
    pub arrows: Vec<Arrow>,
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({})", self.key)
    }
}

/// The present look of an area.
#[derive(Clone, Debug, Default)]
pub struct Area {
    pub slug: String,
    /// All of it in words, for screen readers: "Forest in Hejde; Red farmstead; threatened".
    pub words: String,
    /// A state that changes the ground: stormy sea, threatened coast.
    pub mood: Mood,
    /// Whether something happened here last.
    pub last: bool,
    /// Whether the viewer's own plans, which nobody else sees, are about it.
    pub planned: bool,
    /// The colour name of the seat that holds it, on boards that show it.
    pub held: Option<&'static str>,
}

/// How an area feels at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mood {
    #[default]
    Calm,
    /// A sea with pirates: denser waves, darker.
    Stormy,
    /// Land in danger: hatched edge.
    Threatened,
    /// Out of play: pale and barred.
    Closed,
}

/// Where a piece stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    Area(String),
    /// On the border between two areas, by their slugs.
    Border(String, String),
    /// At a named place beside the areas.
    Place(String),
    /// On the water before an area's harbour.
    Harbour(String),
}

/// One piece, or several alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Name of a [`Symbol`].
    pub symbol: &'static str,
    /// The owner's seat; none for neutral pieces.
    pub seat: Option<Seat>,
    /// The owner's colour name; "neutral" without owner.
    pub colour: &'static str,
    pub spot: Spot,
    pub count: u16,
    /// A letter or number on the piece, e.g. F, T, C.
    pub letter: String,
}

/// A way from one area to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    pub from: String,
    pub to: String,
    /// The colour name of who goes there.
    pub colour: &'static str,
    /// Whether it is only meant: drawn broken.
    pub planned: bool,
}

/// A box beside the map, with a row of spaces: Wisby's selling spaces, a track.
#[derive(Clone, Debug)]
pub struct PlaceBox {
    /// Slug in the board's places, or any other for a box that stands on its own.
    pub place: String,
    /// Whether it belongs to that place on the map: a line leads there.
    pub tied: bool,
    pub title: String,
    pub spaces: Vec<Space>,
}

/// One space of a box.
#[derive(Clone, Debug)]
pub struct Space {
    /// A short word written in it.
    pub code: String,
    /// Its full name, for people who cannot see it.
    pub words: String,
    /// The piece that stands on it: symbol, seat, colour.
    pub piece: Option<(&'static str, Option<Seat>, &'static str)>,
    /// Whether it is marked, e.g. in high demand.
    pub marked: bool,
}
