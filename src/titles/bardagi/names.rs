//! The named things of the game as one-byte ids into `data.json`'s lists, and where pieces may be.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::data::{AreaData, TileData, data};
use crate::rules::Seat;
use crate::rules::named::{named, slugged};

named!(
    /// An area of either board; summer's come first. At most 128, so that a set is one number.
    Area, 119, "area", |area| &data().areas[area.index()].slug
);
named!(
    /// A colour of R1.4.
    Colour, 5, "colour", |colour| COLOURS.get(colour.index()).map_or("none", |known| known.0)
);
named!(
    /// A unit, and the card that moves it: b, g, k, n.
    Unit, 4, "unit", |unit| UNITS[unit.index()].0
);
named!(
    /// A building of the player board: Virki, Hof, Verslun, the units' order.
    Building, 3, "building", |building| BUILDINGS[building.index()].0
);
named!(
    /// A good, in the canonical order; basic ones first.
    Good, 6, "good", |good| GOODS[good.index()]
);
named!(
    /// A kind of Rune.
    Rune, 6, "rune", |rune| RUNES[rune.index()].0
);
named!(
    /// A design of upgrade tile.
    Tile, 30, "tile", |tile| &data().tiles[tile.index()].slug
);
named!(
    /// A pile of tiles: building and level, in the order of R4.8.
    Pile, 6, "pile", |pile| PILES[pile.index()]
);
named!(
    /// A board.
    Map, 2, "map", |map| ["summer", "winter"][map.index()]
);

const COLOURS: [(&str, &str); 5] = [
    ("red", "Red"),
    ("yellow", "Yellow"),
    ("blue", "Blue"),
    ("green", "Green"),
    ("black", "Black"),
];
const UNITS: [(&str, &str); 4] =
    [("b", "Berserkur"), ("g", "Godi"), ("k", "Kaupmadur"), ("n", "Knerrir")];
const BUILDINGS: [(&str, &str); 3] = [("virki", "Virki"), ("hof", "Hof"), ("verslun", "Verslun")];
const GOODS: [&str; 6] = ["timber", "hide", "wool", "meat", "stone", "iron"];
const RUNES: [(&str, &str); 6] = [
    ("divine", "Divine token"),
    ("barren", "No resources"),
    ("sea", "Sea move"),
    ("theirs", "Theirs are yours"),
    ("defence", "Defence"),
    ("twice", "Twice the resource"),
];
const PILES: [&str; 6] = ["virki-1", "virki-2", "hof-1", "hof-2", "verslun-1", "verslun-2"];

/// What an area is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Home,
    Forest,
    Sheep,
    Cattle,
    Quarry,
    Iron,
    Gold,
    Village,
    Camp,
    Sacred,
}

impl Kind {
    /// R2.9.
    pub fn ownable(self) -> bool {
        !matches!(self, Kind::Home | Kind::Sacred)
    }

    /// Whether Runes of yield may lie on it (R10.13): it gives a good, gold or a recruit.
    pub fn yields(self) -> bool {
        self.ownable() && self != Kind::Camp
    }

    /// The goods it may give: two where there is a choice, none for gold and recruits.
    pub fn goods(self) -> &'static [Good] {
        match self {
            Kind::Forest => &[Good::TIMBER],
            Kind::Sheep => &[Good::WOOL, Good::MEAT],
            Kind::Cattle => &[Good::HIDE, Good::MEAT],
            Kind::Quarry => &[Good::STONE],
            Kind::Iron => &[Good::IRON],
            _ => &[],
        }
    }
}

/// A set of areas.
pub type Areas = u128;

impl Area {
    pub fn data(self) -> &'static AreaData {
        &data().areas[self.index()]
    }

    pub fn name(self) -> &'static str {
        &self.data().name
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

    /// The areas next to it across crossable borders.
    pub fn beside(self) -> Areas {
        self.data().beside
    }

    /// The areas of a set, in data order, which is alphabetical on each board.
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
    pub const SUMMER: Map = Map(0);
    pub const WINTER: Map = Map(1);

    /// All areas of the board.
    pub fn areas(self) -> Areas {
        data().maps[self.index()].areas
    }

    /// The home area of a colour on this board, if it has one.
    pub fn home(self, colour: Colour) -> Option<Area> {
        data().maps[self.index()].homes.get(colour.index()).copied().flatten()
    }
}

impl Colour {
    pub const NONE: Colour = Colour(255);

    pub fn name(self) -> &'static str {
        COLOURS.get(self.index()).map_or("Nobody", |known| known.1)
    }
}

impl Unit {
    pub const B: Unit = Unit(0);
    pub const G: Unit = Unit(1);
    pub const K: Unit = Unit(2);
    pub const N: Unit = Unit(3);
    /// The units that walk.
    pub const LAND: [Unit; 3] = [Unit::B, Unit::G, Unit::K];

    pub fn name(self) -> &'static str {
        UNITS[self.index()].1
    }
}

impl Building {
    pub const VIRKI: Building = Building(0);
    pub const HOF: Building = Building(1);
    pub const VERSLUN: Building = Building(2);

    pub fn name(self) -> &'static str {
        BUILDINGS[self.index()].1
    }

    /// The good that fills it up, four at a time (R11.7).
    pub fn price(self) -> Good {
        [Good::MEAT, Good::WOOL, Good::HIDE][self.index()]
    }
}

impl Good {
    pub const TIMBER: Good = Good(0);
    pub const HIDE: Good = Good(1);
    pub const WOOL: Good = Good(2);
    pub const MEAT: Good = Good(3);
    pub const STONE: Good = Good(4);
    pub const IRON: Good = Good(5);
    /// Gold's place in the lots of trade, after the goods. Gold itself is no good.
    pub const GOLD: usize = 6;

    pub fn is_basic(self) -> bool {
        self.0 < 4
    }
}

impl Rune {
    pub const DIVINE: Rune = Rune(0);
    pub const BARREN: Rune = Rune(1);
    pub const SEA: Rune = Rune(2);
    pub const THEIRS: Rune = Rune(3);
    pub const DEFENCE: Rune = Rune(4);
    pub const TWICE: Rune = Rune(5);

    pub fn name(self) -> &'static str {
        RUNES[self.index()].1
    }

    /// Whether it goes on an enemy's area.
    pub fn is_curse(self) -> bool {
        matches!(self, Rune::BARREN | Rune::THEIRS)
    }

    pub fn bit(self) -> u8 {
        1 << self.0
    }
}

impl Tile {
    /// No tile, where a slot is free.
    pub const NONE: Tile = Tile(255);
    pub const BOATHOUSE: Tile = Tile(0);
    pub const MEAD_HALL: Tile = Tile(1);
    pub const STABLES: Tile = Tile(2);
    pub const LOOT_STORE: Tile = Tile(3);
    pub const SMITHY: Tile = Tile(4);
    pub const ALCHEMIST: Tile = Tile(5);
    pub const IRON_ALTAR: Tile = Tile(6);
    pub const BULL_ALTAR: Tile = Tile(7);
    pub const SEA_SHRINE: Tile = Tile(8);
    pub const STONE_CIRCLE: Tile = Tile(9);
    pub const MINT: Tile = Tile(10);
    pub const SHIPYARD: Tile = Tile(11);
    pub const MARKET_SQUARE: Tile = Tile(12);
    pub const WEAVER: Tile = Tile(13);
    pub const SAWMILL: Tile = Tile(14);
    pub const TROPHY_HALL: Tile = Tile(15);
    pub const HALL_OF_HEROES: Tile = Tile(16);
    pub const AXE_FORGE: Tile = Tile(17);
    pub const WAR_COUNCIL: Tile = Tile(18);
    pub const CHAMPIONS_HALL: Tile = Tile(19);
    pub const HIGH_TEMPLE: Tile = Tile(20);
    pub const OFFERING_HALL: Tile = Tile(21);
    pub const ORACLE: Tile = Tile(22);
    pub const GREAT_MONUMENT: Tile = Tile(23);
    pub const RUNE_SCHOOL: Tile = Tile(24);
    pub const GUILDHALL: Tile = Tile(25);
    pub const COUNTING_HOUSE: Tile = Tile(26);
    pub const STEWARDS_HOUSE: Tile = Tile(27);
    pub const GREAT_WAREHOUSE: Tile = Tile(28);
    pub const TANNERY: Tile = Tile(29);

    pub fn data(self) -> &'static TileData {
        &data().tiles[self.index()]
    }

    pub fn name(self) -> &'static str {
        &self.data().name
    }

    /// The pile it comes from.
    pub fn pile(self) -> Pile {
        Pile(self.data().building.0 * 2 + self.data().level - 1)
    }
}

impl Pile {
    pub fn building(self) -> Building {
        Building(self.0 / 2)
    }

    /// 1 or 2.
    pub fn level(self) -> u8 {
        self.0 % 2 + 1
    }
}

/// Where a land unit is: an area, aboard its ship, or beaten in town.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place(pub u8);

impl Place {
    pub const ABOARD: Place = Place(253);
    pub const TOWN: Place = Place(254);

    pub fn on(area: Area) -> Place {
        Place(area.0)
    }

    /// The area it stands on, if it stands on one.
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

/// Where a ship is: in a harbour, on an ocean square, or in its dock beside the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Node(pub u8);

impl Node {
    pub const DOCK: Node = Node(255);
    const OCEAN: u8 = 128;

    pub fn at(area: Area) -> Node {
        Node(area.0)
    }

    /// Ocean square number `n`, from 1.
    pub fn ocean(n: u8) -> Node {
        Node(Node::OCEAN + n)
    }

    /// The area whose harbour it is.
    pub fn harbour(self) -> Option<Area> {
        (usize::from(self.0) < Area::COUNT).then_some(Area(self.0))
    }

    pub fn is_ocean(self) -> bool {
        self.0 > Node::OCEAN && self != Node::DOCK
    }

    /// The nodes one move of a ship away on this board.
    pub fn links(self, map: Map) -> &'static [Node] {
        data().maps[map.index()].links.get(&self).map_or(&[], Vec::as_slice)
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

/// A seat and its colour: `2 blue`. Before colours are chosen, the seat alone: `2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Who {
    pub seat: Seat,
    pub colour: Colour,
}

impl Who {
    /// The seat's place in lists that start at zero.
    pub fn at(self) -> usize {
        self.seat.index()
    }

    /// "Blue", or "Seat 2".
    pub fn name(self) -> String {
        match self.colour {
            Colour::NONE => format!("Seat {}", self.seat),
            colour => colour.name().to_owned(),
        }
    }
}

impl Serialize for Who {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.colour {
            Colour::NONE => serializer.collect_str(&self.seat.0),
            colour => serializer.collect_str(&format_args!("{} {}", self.seat.0, colour.slug())),
        }
    }
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Who;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seat and its colour, as \"2 blue\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Who, E> {
                let (seat, colour) = text.split_once(' ').unwrap_or((text, ""));
                let seat = seat.parse().ok().filter(|seat| (1..=5).contains(seat));
                let colour = match colour {
                    "" => Some(Colour::NONE),
                    slug => Colour::from_slug(slug),
                };
                match (seat, colour) {
                    (Some(seat), Some(colour)) => Ok(Who { seat: Seat(seat), colour }),
                    _ => Err(E::custom(format!("no seat and colour: {text:?}"))),
                }
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_called_what_they_are() {
        let named = [
            (Tile::BOATHOUSE, "boathouse"),
            (Tile::SMITHY, "smithy"),
            (Tile::ALCHEMIST, "alchemist"),
            (Tile::STONE_CIRCLE, "stone-circle"),
            (Tile::MINT, "mint"),
            (Tile::SAWMILL, "sawmill"),
            (Tile::TROPHY_HALL, "trophy-hall"),
            (Tile::CHAMPIONS_HALL, "champions-hall"),
            (Tile::HIGH_TEMPLE, "high-temple"),
            (Tile::RUNE_SCHOOL, "rune-school"),
            (Tile::GUILDHALL, "guildhall"),
            (Tile::TANNERY, "tannery"),
        ];
        for (tile, slug) in named {
            assert_eq!(tile.slug(), slug);
        }
    }
}
