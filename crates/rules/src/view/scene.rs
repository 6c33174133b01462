//! A board with its pieces, as data: what is where, not how it is drawn.
//!
//! Geometry is in the board's JSON file and is read by `drawing`. A scene refers to areas, borders
//! and places by their slugs in that file.

use super::item::{Item, described};
use crate::seat::Seat;

/// A drawable board. It belongs to a title and never changes.
pub struct Board {
    /// The key of the map to draw: "gotlandia".
    pub key: &'static str,
    /// The name of the map, as shown to players.
    pub name: &'static str,
    /// The text of the geometry file: areas with their grounds, borders, coast, labels.
    pub geometry: &'static str,
    /// The shapes of pieces, by the names used in [`Piece::symbol`].
    pub symbols: &'static [Symbol],
    /// The shapes of pictures that only cards show.
    pub card_symbols: &'static [Symbol],
    /// Names of groups of areas, by group key: drawn large across their areas.
    pub groups: &'static [(&'static str, &'static str)],
    /// Harbours and similar marks on the shore between an area and a sea.
    pub shore_marks: &'static [(&'static str, &'static str)],
    /// Whether pieces stand on borders; pieces in areas then leave room for them.
    pub on_borders: bool,
    /// The part of the board to show, if few players use only a section of it.
    pub part: Option<&'static str>,
    /// Symbols of pieces that are drawn only if the area has room for all pieces.
    pub minor: &'static [&'static str],
    /// Symbols of markers, which are put down and taken away but never move from place to place.
    /// Those without an owner are not shown as new either.
    pub markers: &'static [&'static str],
    /// The legend: each sign as drawn, and what it means.
    pub legend: &'static [Sign],
}

/// An entry of a legend.
pub struct Sign {
    /// What is drawn: one sign, or several that belong together.
    pub marks: &'static [Mark],
    /// What it is: "a farmstead".
    pub name: &'static str,
    /// Further explanation; may be empty.
    pub means: &'static str,
}

/// Something drawn on a board, shown by itself in a legend. Colours are seat colour names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A piece: symbol, colour, letter.
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
    /// The hatched edge of threatened land.
    Threatened,
    /// The coloured band of the seat that holds an area.
    Held(&'static str),
    /// Where the last changes happened.
    Last,
    /// What the viewer's own plans are about.
    Planned,
    /// A selectable area.
    Target,
    /// A move by the seat of this colour.
    Arrow(&'static str),
    /// A planned move of the viewer, who has this colour.
    Meant(&'static str),
    /// A border that cannot be crossed.
    BlackLine,
    /// A crossing over narrow water.
    Strait,
    /// The anchor that marks a harbour.
    Harbour,
    /// A space of a box beside the map, with its text.
    Space(&'static str),
    /// A highlighted space of a box.
    Wanted(&'static str),
}

/// A position in a symbol: offset right and down from the centre, and the size of what is put
/// there.
pub type Anchor = (i16, i16, u16);

/// The shape of a piece as SVG path data around the origin, about 24 units across.
pub struct Symbol {
    /// The name that pieces refer to.
    pub name: &'static str,
    /// The outline: filled with the owner's colour, edged in ink, with a pale rim beneath.
    pub outline: &'static str,
    /// Further strokes and shapes on top: path data and paint.
    pub details: &'static [(&'static str, Paint)],
    /// The position and size of the owner's emblem; `None` for pieces without owner.
    pub mark: Option<Anchor>,
    /// The position and size of a letter or number; if `None`, a letter shares the emblem's space.
    pub letter: Option<Anchor>,
}

/// How a detail is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Stroked in ink.
    Ink,
    /// Filled with ink.
    InkFill,
    /// Filled with the pale rim colour.
    PaleFill,
    /// Stroked in the pale rim colour.
    Pale,
    /// Filled with wood brown, edged in ink.
    Wood,
    /// Filled with the owner's colour, edged in ink.
    Owner,
}

/// The board at one moment, for one viewer.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The board to draw; `None` if the title has none.
    pub board: Option<&'static Board>,
    /// Areas with something to show; all others are drawn plainly.
    pub areas: Vec<Area>,
    /// Pieces, in their order within each place.
    pub pieces: Vec<Piece>,
    /// Boxes with spaces beside the map.
    pub boxes: Vec<PlaceBox>,
    /// Pieces of the viewer's own private plans, where they would stand: drawn faintly.
    pub planned: Vec<Piece>,
    /// Past or planned moves of pieces between areas.
    pub arrows: Vec<Arrow>,
    /// Pieces that have left a spot since an earlier scene, and those that have reached one.
    pub moves: Moves,
    /// Spaces of boxes whose content has changed since then.
    pub changed: Vec<Spot>,
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({})", self.key)
    }
}

/// The current look of an area.
#[derive(Clone, Debug, Default)]
pub struct Area {
    /// The slug of the area.
    pub slug: String,
    /// Its display name: "Banda".
    pub name: String,
    /// The word for it in orders, if its description should include it; may be empty.
    pub code: String,
    /// What is known of it, in a fixed order: its ground, its holder, the pieces on it.
    pub details: Vec<Item>,
    /// A condition that changes how the ground is drawn: stormy sea, threatened coast.
    pub mood: Mood,
    /// Whether the last changes happened here.
    pub last: bool,
    /// Whether the viewer's own private plans are about it.
    pub planned: bool,
    /// The colour name of the seat that holds it, on boards that show this.
    pub held: Option<&'static str>,
}

impl Area {
    /// Describes the area, for screen readers: "Vik (vi): forest in Hejde; Red farmstead".
    pub fn description(&self) -> String {
        match self.code.as_str() {
            "" => described(&self.name, &self.details),
            code => described(&format!("{} ({code})", self.name), &self.details),
        }
    }
}

/// The condition of an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mood {
    /// Nothing special.
    #[default]
    Calm,
    /// A sea with pirates: darker, with denser waves.
    Stormy,
    /// Threatened land: hatched edge.
    Threatened,
    /// Out of play: pale and barred.
    Closed,
}

/// Where a piece stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// In an area, by its slug.
    Area(String),
    /// On the border between two areas, by their slugs.
    Border(String, String),
    /// At a named place beside the areas.
    Place(String),
    /// On the water next to an area's harbour.
    Harbour(String),
    /// On a space of a box beside the map: the box's place and the space's id.
    Space(String, String),
}

/// One piece, or several identical ones.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// The name of a [`Symbol`].
    pub symbol: &'static str,
    /// The owner's seat; `None` for neutral pieces.
    pub seat: Option<Seat>,
    /// The owner's colour name; "neutral" without owner.
    pub colour: &'static str,
    /// Where it stands.
    pub spot: Spot,
    /// The number of identical pieces.
    pub count: u16,
    /// A letter or number on the piece, e.g. F, T, C.
    pub letter: String,
}

/// The pieces that have left a spot, and those that have reached one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// The pieces that have left a spot.
    pub gone: Vec<Piece>,
    /// The pieces that have reached a spot.
    pub come: Vec<Piece>,
}

/// A move from one area to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The slug of the area where it begins.
    pub from: String,
    /// The slug of the area where it ends.
    pub to: String,
    /// The colour name of the seat that moves.
    pub colour: &'static str,
    /// Whether it is only planned: drawn as a broken line.
    pub planned: bool,
}

/// A box beside the map, with a row of spaces: Wisby's selling spaces, a track.
#[derive(Clone, Debug)]
pub struct PlaceBox {
    /// A slug from the board's places, or any other for a box that stands alone.
    pub place: String,
    /// Whether it is connected to that place on the map by a line.
    pub attached: bool,
    /// The heading of the box.
    pub title: String,
    /// The spaces, in order.
    pub spaces: Vec<Space>,
}

/// One space of a box.
#[derive(Clone, Debug)]
pub struct Space {
    /// Identifies the space within its box.
    pub id: String,
    /// A short word written in it.
    pub code: String,
    /// Its display name: "Sell Stone".
    pub name: String,
    /// What is known of it, in a fixed order: its price, who stands on it.
    pub details: Vec<Item>,
    /// The piece that stands on it: symbol, seat, colour.
    pub piece: Option<(&'static str, Option<Seat>, &'static str)>,
    /// Whether it is highlighted, e.g. in high demand.
    pub marked: bool,
}

impl Space {
    /// Describes the space, for screen readers: "Sell Stone: 3 Silver each; taken by Blue".
    pub fn description(&self) -> String {
        described(&self.name, &self.details)
    }
}
