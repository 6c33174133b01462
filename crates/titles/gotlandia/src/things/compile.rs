//! Compiles `data.json` into the tables of [`Data`].

use super::goods::Goods;
use super::ids::{District, Setting};
use super::kinds::{Kind, Terrain};
use super::raw::{Amounts, Board, Cards, Raw, RawCard, RawCosts, RawDeco, RawGen, RawRep, RawStep};
use super::tables::{
    After, Alt, CardData, Costs, Data, DecoData, DistrictData, Follow, Food, GenData, Idle, Needs,
    Per, Reach, RepData, SettingData, Suit, Worth,
};

/// Compiles `data.json` into the tables that the rules use.
pub fn compile(raw: &Raw) -> Data {
    let districts = districts(&raw.board);
    let set = |fits: &dyn Fn(&DistrictData) -> bool| {
        let fitting = districts.iter().enumerate().filter(|(_, district)| fits(district));
        fitting.fold(0, |set, (at, _)| set | 1 << at)
    };
    let mut supply = Goods::silver(raw.resources.silver.supply);
    let mut prices = [0; Kind::COUNT];
    for (kind, known) in Kind::resources().zip(&raw.resources.kinds) {
        supply.add(&Goods::some(kind, known.supply));
        prices[kind.index()] = known.price;
    }
    let every = |list: &[String]| list.iter().map(|id| setting(id)).collect::<Vec<_>>();
    let order = raw.deadline.loss_order.iter();
    let order: Vec<Kind> =
        order.filter_map(|word| Kind::all().find(|kind| kind.word() == word)).collect();
    Data {
        terrain: std::array::from_fn(|at| set(&|district| district.terrain.index() == at)),
        setting: std::array::from_fn(|at| set(&|district| district.setting.index() == at)),
        shore: std::array::from_fn(|at| {
            set(&|district| district.dirs.iter().any(|dir| dir.index() == at))
        }),
        coastal: set(&|district| !district.dirs.is_empty()),
        harbours: set(&|district| district.harbour),
        settings: settings(&raw.board),
        cards: cards(&raw.cards, &set),
        reputations: raw.cards.reputation.iter().map(reputation).collect(),
        generations: raw.cards.generation.iter().map(generation).collect(),
        decorations: raw.cards.decoration.iter().map(decoration).collect(),
        triples: [every(&raw.setup.home_triples.a), every(&raw.setup.home_triples.b)],
        costs: costs(&raw.costs),
        supply,
        storage: goods_of(&raw.setup.storage),
        prices,
        demand_bonus: raw.resources.high_demand_bonus,
        loss_order: order.try_into().expect("data.json orders seven kinds"),
        idle_cards: raw.deadline.idle_card_order.clone(),
        take_order: raw.deadline.gotland_take_order.clone(),
        goals: raw.solo.goals.iter().map(|goal| (goal.id.clone(), goal.text.clone())).collect(),
        districts,
    }
}

fn setting(id: &str) -> Setting {
    let slug = id.trim_start_matches("setting-");
    Setting::from_slug(slug).expect("data.json names Settings")
}

fn district(id: &str) -> District {
    District::from_slug(id).expect("data.json names districts")
}

fn terrain(slug: &str) -> Terrain {
    Terrain::from_slug(slug).expect("data.json names terrains")
}

fn districts(board: &Board) -> Vec<DistrictData> {
    let compiled = board.districts.iter().map(|raw| DistrictData {
        name: raw.name.clone(),
        terrain: terrain(&raw.terrain),
        setting: setting(&raw.setting),
        harbour: raw.harbour,
        adjacent: raw.adjacent.iter().fold(0, |set, id| set | district(id).bit()),
        dirs: raw.directions.clone(),
    });
    compiled.collect()
}

fn settings(board: &Board) -> Vec<SettingData> {
    let compiled = board.settings.iter().map(|raw| SettingData {
        name: raw.name.clone(),
        dir: raw.direction,
        harbour: district(&raw.harbour),
        start: raw.start.clone().map(|id| district(&id)),
        opposite: setting(&raw.opposite),
    });
    compiled.collect()
}

fn costs(raw: &RawCosts) -> Costs {
    Costs {
        settle: goods_of(&raw.settle),
        ship: goods_of(&raw.build_ship),
        tower: goods_of(&raw.build_tower),
        church: goods_of(&raw.build_church),
        substitute: raw.substitute.silver,
        neighbour: raw.settle_silver_per_other_settlement,
        learn: raw.learn_craft,
        partner: raw.trading_partner,
    }
}

fn reputation(raw: &RawRep) -> RepData {
    RepData { name: raw.name.clone(), text: raw.effect.clone() }
}

fn decoration(raw: &RawDeco) -> DecoData {
    DecoData { name: raw.name.clone(), cost: raw.cost, vp: raw.vp }
}

fn generation(raw: &RawGen) -> GenData {
    let has = |effect: &str| raw.effects.iter().any(|known| known == effect);
    GenData {
        century: match raw.century {
            1100 => 0,
            1200 => 1,
            _ => 2,
        },
        tribute: has("tribute_5"),
        war: has("lose_worker_if_five"),
        plague: has("remove_shared_farmsteads"),
        title: raw.title.clone(),
        pirates: raw.pirates.clone(),
        demand: raw.demand.clone(),
    }
}

type Set<'a> = &'a dyn Fn(&dyn Fn(&DistrictData) -> bool) -> u32;

fn cards(raw: &Cards, set: Set) -> Vec<CardData> {
    let suits = [
        (Suit::Basic, &raw.basic),
        (Suit::Setting, &raw.setting),
        (Suit::Craft, &raw.craft),
        (Suit::Trading, &raw.trading),
    ];
    let all = suits.into_iter().flat_map(|(suit, list)| list.iter().map(move |raw| (suit, raw)));
    all.map(|(suit, raw)| card(suit, raw, set)).collect()
}

fn card(suit: Suit, raw: &RawCard, set: Set) -> CardData {
    CardData {
        word: raw.notation.clone().unwrap_or_else(|| raw.id.clone()),
        name: raw.name.clone(),
        suit,
        copies: raw.copies,
        advanced: raw.advanced,
        alts: raw.play.iter().map(|play| alternative(&play.steps, set)).collect(),
        draws: !raw.then.is_empty(),
        follow: raw.follow.as_deref().map(|follow| match follow {
            "partner" => Follow::Partner,
            "learn" => Follow::Learn,
            _ => Follow::Unbury,
        }),
        food: Food {
            flat: raw.left.food.flat,
            terrain: per_terrain(&raw.left.food.per_terrain),
            ship: raw.left.food.per_ship,
            setting: raw.left.food.per_setting,
            home: raw.left.food.per_home_setting_district,
        },
        bury: raw.left.bury,
        needs: Needs {
            terrains: raw.requires.terrains.iter().fold(0, |set, slug| set | terrain(slug).bit()),
            harbour: raw.requires.harbour,
            church: raw.requires.church,
            settings: raw.requires.settings,
        },
        end: Worth {
            flat: raw.vp.flat,
            terrain: per_terrain(&raw.vp.per_terrain),
            setting: raw.vp.per_setting,
            ship: raw.vp.per_ship,
            church: raw.vp.per_church,
            two_pirates: raw.vp.per_two_pirates,
            two_silver: raw.vp.per_two_buried_silver,
        },
        idle: match raw.idle.as_str() {
            "produce" => Idle::Produce,
            "take" => Idle::Take,
            "draw 0" => Idle::Draw,
            _ => Idle::RaidOrShip,
        },
    }
}

fn per_terrain(amounts: &Amounts) -> [u8; Terrain::COUNT] {
    let mut per = [0; Terrain::COUNT];
    for (slug, count) in amounts {
        per[terrain(slug).index()] = *count;
    }
    per
}

fn alternative(steps: &[RawStep], set: Set) -> Alt {
    let kind = |slug: &String| Kind::from_slug(slug).expect("data.json names kinds");
    match &steps[0] {
        RawStep::Settle { reach, terrain: only, coastal } => Alt::Settle {
            reach: match reach.as_str() {
                "adjacent" => Reach::Adjacent,
                "setting" => Reach::Home,
                _ => Reach::Any,
            },
            among: set(&|district| {
                let fits = only.as_ref().is_none_or(|slug| district.terrain == terrain(slug));
                fits && (!coastal || !district.dirs.is_empty())
            }),
        },
        RawStep::Produce { plus, per } => Alt::Produce {
            plus: plus.as_ref().map(kind),
            per: per.iter().map(|(slug, yields)| (terrain(slug), kind(yields))).collect(),
        },
        RawStep::ProduceSetting => Alt::ProduceSetting,
        RawStep::Take { what } => Alt::Take(goods_of(what)),
        RawStep::TakeOneOf { kinds } => Alt::TakeOne(kinds.clone()),
        RawStep::TakePer { per, what } => Alt::TakePer(
            match per.as_str() {
                "ship" => Per::Ship,
                "church" => Per::Church,
                _ => Per::Setting,
            },
            goods_of(what),
        ),
        RawStep::BuildShip => Alt::BuildShip,
        RawStep::PlaceShip => Alt::PlaceShip,
        RawStep::BuildTower { place } => Alt::BuildTower { home: place == "setting" },
        RawStep::PlaceTower => Alt::PlaceTower,
        RawStep::BuildChurch => Alt::BuildChurch,
        RawStep::Decorate => Alt::Decorate,
        RawStep::Raid => Alt::Raid(match steps.get(1) {
            Some(RawStep::PlacePirate) => After::Pirate,
            Some(_) => After::Draw,
            None => After::Nothing,
        }),
        RawStep::Sink | RawStep::PlacePirate => Alt::Sink,
        RawStep::Assembly => Alt::Assembly,
        RawStep::Draw { n } => Alt::Draw(*n),
        RawStep::Sell { kinds, board_space } => {
            Alt::Sell { kinds: kinds.clone(), space: *board_space }
        }
    }
}

/// Converts named amounts from `data.json`.
fn goods_of(amounts: &Amounts) -> Goods {
    let mut goods = Goods::NONE;
    for (slug, count) in amounts {
        goods.add(&Goods::some(Kind::from_slug(slug).expect("data.json names kinds"), *count));
    }
    goods
}
