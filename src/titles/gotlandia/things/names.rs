//! The named things of the game as one-byte ids into `data.json`'s lists. In facts, views and
//! sheets they are written by their slugs, so that stored games do not hang on any order.

use super::data::data;
use crate::rules::named::named;

named!(
    /// Silver, then the six resources in the order of R25.3.
    Kind, 7, "kind", |kind| KINDS[kind.index()].0
);
named!(
    /// Forest, Pasture, Field, Hill.
    Terrain, 4, "terrain", |terrain| TERRAINS[terrain.index()].0
);
named!(
    /// The six directions, in ring order from the north-east.
    Dir, 6, "direction", |dir| DIRS[dir.index()].0
);
named!(
    /// One of the six Settings, by its short slug: `bro`.
    Setting, 6, "Setting", |setting| &data().settings[setting.index()].slug
);
named!(District, 21, "district", |district| &data().districts[district.index()].slug);
named!(
    /// An action card: basic, Setting, craft, trading.
    Card, 43, "card", |card| &data().cards[card.index()].slug
);
named!(
    /// A reputation card, number 20 first.
    Rep, 20, "reputation", |rep| &data().reputations[rep.index()].slug
);
named!(
    /// A church decoration, cheapest first.
    Deco, 10, "decoration", |deco| &data().decorations[deco.index()].slug
);
named!(
    /// A generation card, scoring cards aside.
    Gen, 17, "generation card", |card| &data().generations[card.index()].slug
);

/// Gives a thing its bit in sets of such things.
macro_rules! bits {
    ($($name:ident),+) => {$(
        impl $name {
            /// As one bit of a set.
            pub fn bit(self) -> u32 {
                1 << self.0
            }
        }
    )+};
}

bits!(Terrain, Dir, District, Rep, Deco, Gen);

const KINDS: [(&str, &str, &str); 7] = [
    ("silver", "s", "Silver"),
    ("wood", "wood", "Wood"),
    ("sheep", "sheep", "Sheep"),
    ("grain", "grain", "Grain"),
    ("stone", "stone", "Stone"),
    ("tar", "tar", "Tar"),
    ("horse", "horse", "Horse"),
];

const TERRAINS: [(&str, &str); 4] =
    [("forest", "Forest"), ("pasture", "Pasture"), ("field", "Field"), ("hill", "Hill")];

const DIRS: [(&str, &str); 6] = [
    ("ne", "northeast"),
    ("e", "east"),
    ("se", "southeast"),
    ("sw", "southwest"),
    ("w", "west"),
    ("nw", "northwest"),
];

impl Kind {
    pub const SILVER: Kind = Kind(0);
    pub const WOOD: Kind = Kind(1);
    pub const SHEEP: Kind = Kind(2);
    pub const GRAIN: Kind = Kind(3);
    pub const STONE: Kind = Kind(4);

    /// The word in bundles: `s`, `wood`.
    pub fn word(self) -> &'static str {
        KINDS[self.index()].1
    }

    pub fn name(self) -> &'static str {
        KINDS[self.index()].2
    }

    /// The six resources.
    pub fn resources() -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator + Clone {
        (1..7).map(Kind)
    }
}

impl Terrain {
    pub const FOREST: Terrain = Terrain(0);
    pub const HILL: Terrain = Terrain(3);

    pub fn name(self) -> &'static str {
        TERRAINS[self.index()].1
    }

    /// What the terrain yields: R2.2.
    pub fn yields(self) -> Kind {
        Kind(self.0 + 1)
    }
}

impl Dir {
    /// The full name in lower case: "northeast".
    pub fn name(self) -> &'static str {
        DIRS[self.index()].1
    }

    /// The two next to it in the ring.
    pub fn beside(self) -> [Dir; 2] {
        [Dir((self.0 + 5) % 6), Dir((self.0 + 1) % 6)]
    }

    pub fn is_beside(self, other: Dir) -> bool {
        self.beside().contains(&other)
    }
}

impl Setting {
    pub fn name(self) -> &'static str {
        &data().settings[self.index()].name
    }
}

impl District {
    pub fn name(self) -> &'static str {
        &data().districts[self.index()].name
    }

    pub fn terrain(self) -> Terrain {
        data().districts[self.index()].terrain
    }

    pub fn setting(self) -> Setting {
        data().districts[self.index()].setting
    }

    /// The districts of a set, in data order.
    pub fn of(set: u32) -> impl Iterator<Item = District> + Clone {
        District::all().filter(move |district| set & district.bit() != 0)
    }
}

impl Card {
    pub const HOME: Card = Card(4);
    pub const WISBY: Card = Card(5);
    pub const GOTLAND: Card = Card(7);
    pub const ROMA: Card = Card(8);
    pub const FIRST_SETTING: Card = Card(9);
    pub const STUD: Card = Card(15);
    pub const TAR_PIT: Card = Card(16);
    pub const LUBECK: Card = Card(29);
    pub const LINKOPING: Card = Card(30);

    /// The word in orders: the slug, but `setting` for a Setting card.
    pub fn word(self) -> &'static str {
        &data().cards[self.index()].word
    }

    pub fn name(self) -> &'static str {
        &data().cards[self.index()].name
    }

    /// The card of a Setting.
    pub fn of_setting(setting: Setting) -> Card {
        Card(Card::FIRST_SETTING.0 + setting.0)
    }
}

impl Rep {
    pub const RESPECTABLE: Rep = Rep(0);
    pub const WISE: Rep = Rep(1);
    pub const BEAUTIFUL_DAUGHTERS: Rep = Rep(2);
    pub const RUNE_CARVERS: Rep = Rep(3);
    pub const OUTGOING: Rep = Rep(4);
    pub const STORYTELLERS: Rep = Rep(5);
    pub const RICH: Rep = Rep(6);
    pub const SHEPHERDS: Rep = Rep(7);
    pub const SEA_LEGGED: Rep = Rep(8);
    pub const HERBALISTS: Rep = Rep(9);
    pub const STRONG: Rep = Rep(10);
    pub const HILLFOLK: Rep = Rep(11);
    pub const LARGE_FAMILY: Rep = Rep(12);
    pub const MISERS: Rep = Rep(13);
    pub const GOSSIP_MONGERS: Rep = Rep(14);
    pub const TROLL_BORN: Rep = Rep(15);
    pub const HOARDERS: Rep = Rep(16);
    pub const LONG_FINGERED: Rep = Rep(17);
    pub const INNOVATORS: Rep = Rep(18);
    pub const TROUBLEMAKERS: Rep = Rep(19);

    pub fn name(self) -> &'static str {
        &data().reputations[self.index()].name
    }

    /// The number on the card, 20 to 1.
    pub fn number(self) -> u8 {
        20 - self.0
    }
}

impl Deco {
    pub const SPLINTER: Deco = Deco(9);

    pub fn name(self) -> &'static str {
        &data().decorations[self.index()].name
    }

    pub fn cost(self) -> u8 {
        data().decorations[self.index()].cost
    }

    pub fn vp(self) -> u8 {
        data().decorations[self.index()].vp
    }
}

impl Gen {
    pub fn title(self) -> &'static str {
        &data().generations[self.index()].title
    }
}
