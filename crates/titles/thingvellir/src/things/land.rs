//! R2 Board: Districts, borders, and the sides of Þingvellir.

use super::data;
use super::names::{Area, Edge, Side};
use ravenpost_rules::Narrator;

impl Area {
    pub const THINGVELLIR: Area = Area(0);
    /// Stands for no area where one is optional.
    pub const NONE: Area = Area(255);

    pub fn name(self) -> &'static str {
        &data().areas[self.index()].name
    }

    /// Returns the name, for a sentence that mentions the area.
    pub fn name_for(self, narrator: &Narrator) -> &'static str {
        narrator.area(self.slug(), self.name())
    }

    /// The long slug in the board's geometry: `skalholt`.
    pub fn place(self) -> &'static str {
        &data().areas[self.index()].slug
    }

    pub fn bit(self) -> u64 {
        1 << self.0
    }

    /// The adjacent areas, as bits.
    pub fn neighbours(self) -> u64 {
        data().areas[self.index()].neighbours
    }

    /// The borders of the area, in the order of the data.
    pub fn edges(self) -> &'static [Edge] {
        &data().areas[self.index()].edges
    }

    /// All 39 Districts, in the order of the data.
    pub fn districts() -> impl DoubleEndedIterator<Item = Area> + ExactSizeIterator + Clone {
        (1..40).map(Area)
    }

    /// The areas of a set, in data order.
    pub fn of(set: u64) -> impl Iterator<Item = Area> + Clone {
        let mut left = set;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (first < 64).then_some(Area(first as u8))
        })
    }

    /// The areas of a set, in alphabetical order of their codes.
    pub fn by_code(set: u64) -> Vec<Area> {
        let mut areas: Vec<Area> = Area::of(set).collect();
        areas.sort_by_key(|area| area.slug());
        areas
    }
}

impl Edge {
    pub const NONE: Edge = Edge(255);

    /// The two areas it separates, in the order of its name.
    pub fn areas(self) -> [Area; 2] {
        data().edges[self.index()].areas
    }

    /// Both areas as bits.
    pub fn both(self) -> u64 {
        data().edges[self.index()].both
    }

    /// The area that two different edges have in common.
    pub fn common(self, other: Edge) -> Option<Area> {
        let shared = self.both() & other.both();
        (self != other && shared != 0).then(|| Area(shared.trailing_zeros() as u8))
    }

    /// Every edge one move away, with the area crossed (R9.5).
    pub fn reach(self) -> &'static [(Edge, Area)] {
        &data().edges[self.index()].reach
    }

    pub fn bit(self) -> u128 {
        1 << self.0
    }

    /// The edge between two areas, in either order.
    pub fn between(one: Area, other: Area) -> Option<Edge> {
        one.edges().iter().copied().find(|edge| edge.both() & other.bit() != 0 && one != other)
    }

    /// Names the two areas of a border: "Haukadalur and Skálholt".
    pub fn words(self) -> String {
        let [one, other] = self.areas();
        format!("{} and {}", one.name(), other.name())
    }
}

impl Side {
    pub fn edge(self) -> Edge {
        data().sides[self.index()]
    }

    /// The District beyond it.
    pub fn district(self) -> Area {
        let [one, other] = self.edge().areas();
        if one == Area::THINGVELLIR { other } else { one }
    }

    pub fn from_edge(edge: Edge) -> Option<Side> {
        Side::all().find(|side| side.edge() == edge)
    }

    /// The sides in alphabetical order of their codes: hja kja lun ska tgn uth.
    pub const BY_CODE: [Side; 6] = [Side(3), Side(5), Side(0), Side(2), Side(4), Side(1)];
}

/// An edge in words: a side of Þingvellir, or the border between two Districts.
pub fn border(edge: Edge) -> String {
    match Side::from_edge(edge) {
        Some(side) => format!("the side of Þingvellir towards {}", side.district().name()),
        None => format!("the border of {}", edge.words()),
    }
}
