//! R3 Boards: areas with their properties and borders, and the places of pieces.

use super::data::data;
use super::ids::{Areas, Node};
use super::kinds::{Colour, Kind, Map};
use super::tables::AreaData;
use ravenpost_rules::Narrator;
use ravenpost_rules::named::{named, slugged};

named!(
    /// An area of either board, summer first. There are at most 128, so that a set is one number.
    Area, 119, "area", |area| &data().areas[area.index()].slug, find
);
/// Finds an area's number by its slug. The areas of each board are sorted by slug.
fn find(slug: &str) -> Option<u8> {
    let (summer, winter) = data().areas.split_at(Map::SUMMER.areas().count_ones() as usize);
    let within = |areas: &[AreaData]| areas.binary_search_by(|area| area.slug.as_str().cmp(slug));
    let at = within(summer).or_else(|_| within(winter).map(|at| summer.len() + at));
    at.ok().and_then(|at| u8::try_from(at).ok())
}

impl Area {
    pub fn data(self) -> &'static AreaData {
        &data().areas[self.index()]
    }

    pub fn name(self) -> &'static str {
        &self.data().name
    }

    /// Returns the name, for a sentence that mentions the area.
    pub fn name_for(self, narrator: &Narrator) -> &'static str {
        narrator.area(self.slug(), self.name())
    }

    pub fn kind(self) -> Kind {
        self.data().kind
    }

    pub fn map(self) -> Map {
        self.data().map
    }

    pub fn bit(self) -> Areas {
        1 << self.0
    }

    /// The adjacent areas across passable borders.
    pub fn neighbours(self) -> Areas {
        self.data().neighbours
    }

    /// The areas of a set in data order, which is alphabetical on each board.
    pub fn of(set: Areas) -> impl Iterator<Item = Area> + Clone {
        let mut left = set;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (first < 128).then_some(Area(first as u8))
        })
    }
}

impl Map {
    pub fn areas(self) -> Areas {
        data().maps[self.index()].areas
    }

    /// The home area of a colour on this board, if it has one.
    pub fn home(self, colour: Colour) -> Option<Area> {
        data().maps[self.index()].homes.get(colour.index()).copied().flatten().map(Area)
    }
}

/// The place of a land unit: an area, aboard its ship, or defeated in town.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Place(pub u8);

impl Place {
    pub const ABOARD: Place = Place(253);
    pub const TOWN: Place = Place(254);

    pub fn on(area: Area) -> Place {
        Place(area.0)
    }

    /// The area of the place, if it is one.
    pub fn area(self) -> Option<Area> {
        (self.index() < Area::COUNT).then_some(Area(self.0))
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn slug(self) -> &'static str {
        match self {
            Place::ABOARD => "aboard",
            Place::TOWN => "town",
            Place(area) => Area(area).slug(),
        }
    }

    pub fn from_slug(slug: &str) -> Option<Place> {
        match slug {
            "aboard" => Some(Place::ABOARD),
            "town" => Some(Place::TOWN),
            _ => Area::from_slug(slug).map(Place::on),
        }
    }
}

slugged!(Place, "place");

impl Node {
    pub fn at(area: Area) -> Node {
        Node(area.0)
    }

    /// The area whose harbour it is.
    pub fn harbour(self) -> Option<Area> {
        (usize::from(self.0) < Area::COUNT).then_some(Area(self.0))
    }

    /// The nodes that are one square away on this board.
    pub fn links(self, map: Map) -> &'static [Node] {
        data().maps[map.index()].links.get(self.index()).map_or(&[], Vec::as_slice)
    }

    pub fn slug(self) -> &'static str {
        match self {
            Node::DOCK => "dock",
            Node(area) if usize::from(area) < Area::COUNT => Area(area).slug(),
            Node(square) => {
                let at = usize::from(square.saturating_sub(Node::OCEAN + 1));
                data().squares.get(at).map_or("?", String::as_str)
            }
        }
    }

    pub fn from_slug(slug: &str) -> Option<Node> {
        if slug == "dock" {
            return Some(Node::DOCK);
        }
        let square = data().squares.iter().position(|known| known == slug);
        let square = square.map(|at| Node::ocean(at as u8 + 1));
        square.or_else(|| Area::from_slug(slug).map(Node::at))
    }
}

slugged!(Node, "place of a ship");
