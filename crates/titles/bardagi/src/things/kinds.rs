//! R1 Components by their fixed names: colours, units, buildings, goods, Runes, piles of tiles,
//! boards, and kinds of areas.

use serde::{Deserialize, Serialize};

use ravenpost_rules::named::named;

named!(
    /// A colour of R1.4.
    Colour, 5, "colour", |colour| COLOURS.get(colour.index()).map_or("none", |known| known.0)
);
named!(
    /// A unit, and the card that moves it: b, g, k, n.
    Unit, 4, "unit", |unit| UNITS[unit.index()].0
);
named!(
    /// A building of the player board: Virki, Hof, Verslun, in the units' order.
    Building, 3, "building", |building| BUILDINGS[building.index()].0
);
named!(
    /// A good, in the canonical order, basic ones first.
    Good, 6, "good", |good| GOODS[good.index()]
);
named!(
    /// A kind of Rune.
    Rune, 6, "rune", |rune| RUNES[rune.index()].0
);
named!(
    /// A pile of tiles: building and level, in the order of R4.8.
    Pile, 6, "pile", |pile| PILES[pile.index()]
);
named!(
    /// A board of the game, one for each season.
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

/// The kind of an area.
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
    /// Whether a player can own such an area (R2.9).
    pub fn ownable(self) -> bool {
        !matches!(self, Kind::Home | Kind::Sacred)
    }

    /// Whether it yields a good, gold or a recruit, so that Runes of yield may be cast on it
    /// (R10.13).
    pub fn yields(self) -> bool {
        self.ownable() && self != Kind::Camp
    }

    /// The kind in a word.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Home => "home",
            Kind::Forest => "timber",
            Kind::Sheep => "sheep",
            Kind::Cattle => "cattle",
            Kind::Quarry => "stone",
            Kind::Iron => "iron",
            Kind::Gold => "gold",
            Kind::Village => "Village",
            Kind::Camp => "camp",
            Kind::Sacred => "sacred",
        }
    }

    /// The goods it may yield: two for a choice, none for gold and recruits.
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

impl Map {
    pub const SUMMER: Map = Map(0);
    pub const WINTER: Map = Map(1);
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
    /// The land units.
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

    /// The good that pays for a refill, four at a time (R11.7).
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
    /// The index of gold in a lot, after the goods. Gold is not a good.
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

    /// Whether it is cast on an enemy's area.
    pub fn is_curse(self) -> bool {
        matches!(self, Rune::BARREN | Rune::THEIRS)
    }

    pub fn bit(self) -> u8 {
        1 << self.0
    }
}

impl Pile {
    pub fn building(self) -> Building {
        Building(self.0 / 2)
    }

    /// The level, 1 or 2.
    pub fn level(self) -> u8 {
        self.0 % 2 + 1
    }

    /// The pile in words: "Virki, 1st level".
    pub fn words(self) -> String {
        let level = if self.level() == 1 { "1st" } else { "2nd" };
        format!("{}, {level} level", self.building().name())
    }
}
