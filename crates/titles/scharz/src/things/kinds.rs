//! Terms of the rulebook: modes, seasons, terrain, herds, goods, buildings.

use super::words::words;

words!(
    /// The extent of the rules in play (R2).
    Mode, "mode", {
        Fast = "fast",
        Basic = "basic",
        Original = "original",
        Extended = "extended",
    }
);

words!(
    Season, "season", {
        Spring = "spring",
        Summer = "summer",
        Autumn = "autumn",
        Winter = "winter",
    }
);

words!(
    /// The main colour of a land field (R6.2).
    Terrain, "colour of land", {
        Yellow = "yellow",
        Green = "green",
        Brown = "brown",
        Turquoise = "turquoise",
        Grey = "grey",
    }
);

words!(Climate, "climate", {
    Subtropical = "subtropical",
    Temperate = "temperate",
    Cold = "cold",
});

words!(Herd, "herd", {
    Sheep = "sheep",
    Pigs = "pigs",
    Cattle = "cattle",
    Horses = "horses",
});

words!(
    /// Stored goods: grain in settlements, fish in shipyards.
    Good, "goods", {
        Grain = "grain",
        Fish = "fish",
    }
);

words!(Building, "building", {
    Village = "village",
    City = "city",
    Dock = "dock",
    Port = "port",
    Fort = "fort",
});

words!(MapId, "map", {
    Italia = "italia",
    Britannia = "britannia",
    Vikings = "vikings",
    Taifas = "taifas",
    Orient = "orient",
    Huns = "huns",
});

words!(
    /// The hazard of a neutral field (R11.6).
    Hazard, "neutral field", {
        Barbarorum = "barbarorum",
        Desert = "desert",
        Road = "road",
        Belgica = "belgica",
    }
);

words!(
    /// A type of unit, in the canonical order of types (R4.9).
    Kind, "unit", {
        Li = "li",
        Hi = "hi",
        Cav = "cav",
        Merc = "merc",
        Ele = "ele",
        Ts = "ts",
        Ws = "ws",
        Cors = "cors",
        Sm = "sm",
    }
);

words!(
    /// Experience (R23.3). New units are standard, except recruits.
    Level, "level", {
        Standard = "standard",
        Recruit = "recruit",
        Experienced = "experienced",
        Veteran = "veteran",
        Elite = "elite",
    }
);

impl Terrain {
    /// Grain of a good field in a normal year. Grey land cannot be sown.
    pub fn grain(self) -> u8 {
        match self {
            Terrain::Yellow => 3,
            Terrain::Green => 2,
            Terrain::Brown | Terrain::Turquoise => 1,
            Terrain::Grey => 0,
        }
    }

    /// Mountains and wetlands: they stop movement, invert dice and strengthen walls.
    pub fn is_rough(self) -> bool {
        matches!(self, Terrain::Brown | Terrain::Turquoise)
    }
}

impl Season {
    pub fn is_cold(self) -> bool {
        matches!(self, Season::Autumn | Season::Winter)
    }
}

impl Herd {
    /// Agriculture points of one herd (R22.5).
    pub fn points(self) -> u32 {
        [2, 4, 6, 4][self.index()]
    }

    /// Price at a port. Meat, and its price, is two less (R16.14).
    pub fn price(self) -> u16 {
        [5, 7, 9, 7][self.index()]
    }

    pub fn meat(self) -> u8 {
        [3, 5, 7, 5][self.index()]
    }

    /// Meat when culled in winter (R19.18).
    pub fn culled(self, mode: Mode) -> u8 {
        match mode {
            Mode::Fast | Mode::Basic => [2, 3, 4, 5][self.index()],
            Mode::Original | Mode::Extended => self.meat(),
        }
    }

    /// Grain eaten in winter (R19.17).
    pub fn feed(self) -> u8 {
        [1, 2, 3, 2][self.index()]
    }
}

impl Building {
    /// Price (R15.1).
    pub fn price(self) -> u16 {
        [3, 5, 2, 4, 2][self.index()]
    }

    pub fn builders(self) -> u8 {
        [2, 4, 1, 2, 1][self.index()]
    }

    /// Whether it replaces a smaller building.
    pub fn is_upgrade(self) -> bool {
        matches!(self, Building::City | Building::Port)
    }
}
