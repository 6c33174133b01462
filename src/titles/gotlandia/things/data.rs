//! `data.json`, read once into tables that the rules can look things up in: sets of districts as
//! bits, cards as lists of alternatives. It holds figures and no rules.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::compile;
use super::goods::Goods;
use super::names::{Card, Dir, District, Kind, Rep, Setting, Terrain};

/// Everything in `data.json` that the rules use.
#[derive(Debug)]
pub struct Data {
    pub districts: Vec<DistrictData>,
    pub settings: Vec<SettingData>,
    pub cards: Vec<CardData>,
    pub reputations: Vec<Named>,
    pub generations: Vec<GenData>,
    pub decorations: Vec<DecoData>,
    /// Districts by terrain.
    pub terrain: [u32; Terrain::COUNT],
    /// Districts by Setting.
    pub setting: [u32; Setting::COUNT],
    /// Districts that border a direction.
    pub shore: [u32; Dir::COUNT],
    pub coastal: u32,
    pub harbours: u32,
    pub triples: [Vec<Setting>; 2],
    pub costs: Costs,
    /// The whole supply: the bank before setup.
    pub supply: Goods,
    pub storage: Goods,
    pub prices: [u8; Kind::COUNT],
    pub demand_bonus: u8,
    pub loss_order: [Kind; Kind::COUNT],
    pub idle_cards: Vec<String>,
    pub take_order: Vec<Kind>,
    pub goals: Vec<(String, String)>,
}

#[derive(Debug)]
pub struct Named {
    pub slug: String,
    pub name: String,
    pub text: String,
}

#[derive(Debug)]
pub struct DistrictData {
    pub slug: String,
    pub name: String,
    pub terrain: Terrain,
    pub setting: Setting,
    pub harbour: bool,
    pub adjacent: u32,
    /// The directions it borders.
    pub dirs: Vec<Dir>,
}

#[derive(Debug)]
pub struct SettingData {
    pub slug: String,
    pub name: String,
    pub dir: Dir,
    pub harbour: District,
    pub start: [District; 2],
    pub opposite: Setting,
}

#[derive(Debug)]
pub struct GenData {
    pub slug: String,
    pub title: String,
    /// 0, 1 or 2.
    pub century: u8,
    pub pirates: Vec<Dir>,
    pub demand: Vec<Kind>,
    pub tribute: bool,
    pub war: bool,
    pub plague: bool,
}

#[derive(Debug)]
pub struct DecoData {
    pub slug: String,
    pub name: String,
    pub cost: u8,
    pub vp: u8,
}

#[derive(Debug)]
pub struct Costs {
    pub settle: Goods,
    pub ship: Goods,
    pub tower: Goods,
    pub church: Goods,
    pub substitute: u8,
    pub neighbour: u8,
    pub learn: u8,
    pub partner: u8,
}

/// Where a card is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    Basic,
    Setting,
    Craft,
    Trading,
}

#[derive(Debug)]
pub struct CardData {
    pub slug: String,
    pub word: String,
    pub name: String,
    pub family: Family,
    pub copies: u8,
    pub advanced: bool,
    pub alts: Vec<Alt>,
    /// The fixed addition "draw 1".
    pub draws: bool,
    pub follow: Option<Follow>,
    pub food: Food,
    pub bury: u8,
    pub needs: Needs,
    pub end: Worth,
    pub idle: Idle,
}

/// One alternative of a card.
#[derive(Clone, Debug)]
pub enum Alt {
    Settle {
        reach: Reach,
        among: u32,
    },
    /// 1 for the card, if it gives one, and 1 for each settled district of a terrain.
    Produce {
        plus: Option<Kind>,
        per: Vec<(Terrain, Kind)>,
    },
    ProduceSetting,
    Take(Goods),
    TakeOne(Vec<Kind>),
    TakePer(Per, Goods),
    BuildShip,
    PlaceShip,
    BuildTower {
        home: bool,
    },
    PlaceTower,
    BuildChurch,
    Decorate,
    Raid(After),
    Sink,
    Assembly,
    Draw(u8),
    Sell {
        kinds: Vec<Kind>,
        space: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    Adjacent,
    Home,
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    Ship,
    Church,
    Setting,
}

/// The second half of a raid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    Nothing,
    Draw,
    Pirate,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follow {
    Partner,
    Learn,
    Unbury,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Food {
    pub flat: u8,
    pub terrain: [u8; Terrain::COUNT],
    pub ship: u8,
    pub setting: u8,
    pub home: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Worth {
    pub flat: u8,
    pub terrain: [u8; Terrain::COUNT],
    pub setting: u8,
    pub ship: u8,
    pub church: u8,
    pub two_pirates: u8,
    pub two_silver: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// Terrains as bits.
    pub terrains: u32,
    pub harbour: bool,
    pub church: bool,
    pub settings: u8,
}

/// What a silent seat does with the card (R24.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idle {
    Produce,
    Take,
    Draw,
    RaidOrShip,
}

/// The tables.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| compile::compile(include_str!("../data.json")))
}

impl Card {
    pub fn data(self) -> &'static CardData {
        &data().cards[self.index()]
    }

    pub fn family(self) -> Family {
        self.data().family
    }
}

impl Rep {
    pub fn text(self) -> &'static str {
        &data().reputations[self.index()].text
    }
}

impl super::names::Gen {
    pub fn data(self) -> &'static GenData {
        &data().generations[self.index()]
    }
}

/// Amounts by name, as `data.json` writes them.
pub fn goods_of(amounts: &BTreeMap<String, u8>) -> Goods {
    let mut goods = Goods::NONE;
    for (slug, count) in amounts {
        goods.add(&Goods::some(Kind::from_slug(slug).expect("data.json names kinds"), *count));
    }
    goods
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stand_where_the_code_says() {
        let slugs = [
            (Card::HOME, "home"),
            (Card::WISBY, "wisby"),
            (Card::GOTLAND, "gotland"),
            (Card::ROMA, "roma"),
            (Card::STUD, "stud"),
            (Card::TAR_PIT, "tar-pit"),
            (Card::LUBECK, "lubeck"),
            (Card::LINKOPING, "linkoping"),
        ];
        for (card, slug) in slugs {
            assert_eq!(card.slug(), slug);
        }
        for setting in Setting::all() {
            let slug = format!("setting-{}", setting.slug());
            assert_eq!(Card::of_setting(setting).slug(), slug);
        }
        for rep in Rep::all() {
            assert_eq!(Rep::from_slug(rep.slug()), Some(rep));
        }
        assert_eq!(Rep::TROUBLEMAKERS.slug(), "troublemakers");
        assert_eq!(Rep::MISERS.slug(), "misers");
        assert_eq!(Rep::HILLFOLK.number(), 9);
    }

    #[test]
    fn the_board_is_what_the_rules_say() {
        let data = data();
        let counts = data.terrain.map(u32::count_ones);
        assert_eq!(counts, [6, 5, 5, 5]);
        assert_eq!(data.coastal.count_ones(), 17);
        assert_eq!(data.harbours.count_ones(), 6);
        for a in District::all() {
            for b in District::of(data.districts[a.index()].adjacent) {
                assert!(a != b && data.districts[b.index()].adjacent & a.bit() != 0);
            }
        }
        for setting in Setting::all() {
            let known = &data.settings[setting.index()];
            assert_eq!(data.settings[known.opposite.index()].opposite, setting);
            assert_eq!(known.dir.0, setting.0);
        }
    }
}
