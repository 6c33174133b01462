//! Kinds of goods, terrains and directions, which are independent of `data.json`.

use ravenpost_rules::named::named;

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

impl Terrain {
    /// Returns the terrain as one bit of a set.
    pub fn bit(self) -> u32 {
        1 << self.0
    }
}

impl Dir {
    /// Returns the direction as one bit of a set.
    pub fn bit(self) -> u32 {
        1 << self.0
    }
}

impl Kind {
    pub const SILVER: Kind = Kind(0);
    pub const WOOD: Kind = Kind(1);
    pub const SHEEP: Kind = Kind(2);
    pub const GRAIN: Kind = Kind(3);
    pub const STONE: Kind = Kind(4);

    /// Returns the word in bundles: `s`, `wood`.
    pub fn word(self) -> &'static str {
        KINDS[self.index()].1
    }

    pub fn name(self) -> &'static str {
        KINDS[self.index()].2
    }

    /// Returns the six kinds that are resources, in data order.
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

    /// Returns what the terrain yields (R2.2).
    pub fn yields(self) -> Kind {
        Kind(self.0 + 1)
    }
}

impl Dir {
    /// Returns the full name in lower case: "northeast".
    pub fn name(self) -> &'static str {
        DIRS[self.index()].1
    }

    /// Returns the two adjacent directions in the ring.
    pub fn neighbours(self) -> [Dir; 2] {
        [Dir((self.0 + 5) % 6), Dir((self.0 + 1) % 6)]
    }

    pub fn is_next_to(self, other: Dir) -> bool {
        self.neighbours().contains(&other)
    }
}
