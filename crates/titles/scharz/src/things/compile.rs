//! Compiles the tables of `data.json`. This runs once, on first use. The file is embedded and
//! covered by tests, so that errors cannot be released.

use super::ids::{Field, Fields};
use super::kinds::{Climate, Hazard, Kind, MapId, Terrain};
use super::powers::{Powers, Start, Walls};
use super::raw::{Figure, Raw, RawField, RawMap, RawPower, RawUnit};
use super::tables::{Data, FactionData, FieldData, Ground, HomelandData, MapData, UnitData};

const BUILT_IN: &str = "data.json is built in and tested";

pub fn compile(text: &str) -> Data {
    let raw: Raw = serde_json::from_str(text).expect(BUILT_IN);
    let maps = MapId::ALL.iter().map(|id| {
        let raw = raw.maps.iter().find(|map| map.id == id.slug()).expect(BUILT_IN);
        Names::of(*id, raw).map()
    });
    let units = Kind::ALL.iter().map(|kind| unit(&raw.units.types[kind.slug()]));
    Data { units: units.collect(), maps: maps.collect() }
}

fn unit(raw: &RawUnit) -> UnitData {
    let value = match raw.value {
        Figure::One(value) => [value; 4],
        Figure::Each { fast, basic, original, extended } => [fast, basic, original, extended],
    };
    UnitData {
        name: raw.name.clone(),
        lives: raw.lives,
        size: raw.ship_size,
        feed: raw.feed,
        extra: raw.feed_grain,
        worth: raw.pp,
        salary: raw.fast_salary,
        value,
        refund: [raw.refund_in.unwrap_or(0), raw.refund_out.unwrap_or(0)],
    }
}

/// A map with its fields in the order of slugs.
struct Names<'r> {
    id: MapId,
    raw: &'r RawMap,
    fields: Vec<&'r RawField>,
    factions: Vec<&'r str>,
}

impl<'r> Names<'r> {
    fn of(id: MapId, raw: &'r RawMap) -> Names<'r> {
        let mut fields: Vec<&RawField> = raw.fields.iter().collect();
        fields.sort_by(|one, other| one.slug.cmp(&other.slug));
        let factions = raw.factions.keys().map(String::as_str).collect();
        Names { id, raw, fields, factions }
    }

    fn field(&self, slug: &str) -> Field {
        let at = self.fields.iter().position(|field| field.slug == slug).expect(BUILT_IN);
        Field::new(self.id, at)
    }

    fn set<'s>(&self, slugs: impl IntoIterator<Item = &'s String>) -> Fields {
        slugs.into_iter().fold(Fields::NONE, |set, slug| set | Fields::of(self.field(slug)))
    }

    fn tagged(&self, tag: &str) -> Fields {
        let tagged = self.fields.iter().filter(|field| field.tags.iter().any(|one| one == tag));
        self.set(tagged.map(|field| &field.slug))
    }

    fn map(&self) -> MapData {
        let crossings = self.crossings();
        let river = self.raw.black_river.as_ref();
        let climate =
            |region: &str| Climate::from_slug(&self.raw.climates[region]).expect(BUILT_IN);
        let mut homelands: Vec<HomelandData> = self.homelands();
        homelands.sort_by(|one, other| one.slug.cmp(&other.slug));
        MapData {
            id: self.id,
            name: self.raw.name.clone(),
            year: self.raw.year.clone(),
            climates: [climate("1"), climate("2")],
            fields: self.fields.iter().map(|raw| self.land(raw, &crossings)).collect(),
            homelands,
            factions: self.factions(),
            rivers: self.raw.ship_rivers.iter().map(|river| self.course(&river.course)).collect(),
            right_bank: river.map_or(Fields::NONE, |river| self.set(&river.right_bank)),
            left_bank: river.map_or(Fields::NONE, |river| self.set(&river.left_bank)),
            sections: river.map_or(Vec::new(), |river| {
                river.sections.iter().map(|section| self.field(&section.slug)).collect()
            }),
            crossings,
        }
    }

    fn course(&self, slugs: &[String]) -> Vec<Field> {
        slugs.iter().map(|slug| self.field(slug)).collect()
    }

    fn crossings(&self) -> Vec<(Field, Field, Field)> {
        let sections = self.raw.black_river.iter().flat_map(|river| &river.sections);
        sections
            .flat_map(|section| {
                let water = self.field(&section.slug);
                let pairs = section.crossings.iter();
                pairs.map(move |[one, other]| (self.field(one), self.field(other), water))
            })
            .collect()
    }

    fn land(&self, raw: &RawField, crossings: &[(Field, Field, Field)]) -> FieldData {
        let own = self.field(&raw.slug);
        let across = |one: Field, other: Field| match own {
            own if own == one => Fields::of(other),
            own if own == other => Fields::of(one),
            _ => Fields::NONE,
        };
        let black = self.raw.black_lines.iter().fold(Fields::NONE, |set, [one, other]| {
            set | across(self.field(one), self.field(other))
        });
        let over_river =
            crossings.iter().fold(Fields::NONE, |set, (one, other, _)| set | across(*one, *other));
        let ground = match raw.kind.as_str() {
            "land" => Ground::Land,
            "sea" => Ground::Sea,
            "river" => Ground::River,
            _ => {
                let hazard = raw.neutral.as_deref().and_then(Hazard::from_slug);
                Ground::Neutral(hazard.expect(BUILT_IN))
            }
        };
        let colour = raw.colour.as_deref().and_then(Terrain::from_slug);
        let with = |colour: &str| raw.with.iter().any(|one| one == colour);
        FieldData {
            key: format!("{}:{}", self.id.slug(), raw.slug),
            slug: raw.slug.clone(),
            name: raw.name.clone(),
            ground,
            terrain: colour.unwrap_or(Terrain::Grey),
            with_brown: with("brown"),
            with_turquoise: with("turquoise"),
            stormy: raw.sea.as_deref() == Some("stormy"),
            region: raw.climate.unwrap_or(1) - 1,
            zone: raw.zone,
            neighbours: self.set(&raw.adjacent),
            black,
            over_river,
            oasis: raw.tags.iter().any(|tag| tag == "oasis"),
        }
    }

    fn homelands(&self) -> Vec<HomelandData> {
        let faction = |slug: &String| {
            let at = self.factions.iter().position(|known| known == slug).expect(BUILT_IN);
            at as u8
        };
        let homelands = self.raw.homelands.iter().map(|raw| HomelandData {
            slug: raw.slug.clone(),
            name: raw.name.clone(),
            zone: raw.zone,
            fields: self.course(&raw.fields),
            factions: raw.factions.iter().map(faction).collect(),
            aid: raw.aid.clone(),
        });
        homelands.collect()
    }

    fn factions(&self) -> Vec<FactionData> {
        let home = |slug: &str| {
            let lands = self.raw.homelands.iter();
            let own = lands.filter(|land| land.factions.iter().any(|one| one == slug));
            own.fold(Fields::NONE, |set, land| set | self.set(&land.fields))
        };
        let factions = self.raw.factions.iter().map(|(slug, raw)| FactionData {
            slug: slug.clone(),
            name: raw.name.clone(),
            powers: self.powers(&raw.powers),
            home: home(slug),
        });
        factions.collect()
    }

    fn powers(&self, raw: &[RawPower]) -> Powers {
        let mut powers = Powers::default();
        for power in raw {
            self.start(&mut powers, power);
            self.figures(&mut powers, power);
            flags(&mut powers, &power.id);
        }
        powers
    }

    fn start(&self, powers: &mut Powers, raw: &RawPower) {
        let field = raw.field.as_deref().map(|slug| self.field(slug));
        match raw.id.as_str() {
            "start-city" => powers.start = Start::City(field),
            "start-port" => powers.start = Start::Port(field.expect(BUILT_IN)),
            "start-landlocked" => powers.start = Start::Landlocked,
            "hun-start" => powers.start = Start::Huns,
            "late-start" => {
                powers.start = Start::Late(self.field(raw.sea.as_deref().expect(BUILT_IN)));
            }
            "start-herds" => {
                powers.herds = Some((raw.pigs.unwrap_or(0), raw.sheep.unwrap_or(0)));
            }
            "start-fort" => powers.forts = raw.count.unwrap_or(0),
            "start-fort-danube" => powers.forts_on_right_bank = true,
            _ => {}
        }
    }

    fn figures(&self, powers: &mut Powers, raw: &RawPower) {
        let place = raw.place.as_deref().map_or(Fields::ALL, |tag| self.tagged(tag));
        match raw.id.as_str() {
            "tax-flat" => powers.taxes = raw.gold.unwrap_or(0),
            "build-min" => {
                powers.village_builders = raw.village.unwrap_or(powers.village_builders);
                powers.city_builders = raw.city.unwrap_or(powers.city_builders);
            }
            "fleet-min" => powers.fleet = raw.ships.expect(BUILT_IN),
            "port-income" => powers.port = raw.amount.expect(BUILT_IN),
            "black-line" => powers.black_lines = place,
            "terrain-lf" => {
                let terrain = raw.colour.as_deref().and_then(Terrain::from_slug).expect(BUILT_IN);
                let (full, with) = (raw.full.unwrap_or(0), raw.with.unwrap_or(0));
                powers.walls = Some(Walls { terrain, full, with, on: place });
            }
            "bonus-die" => powers.bonus_li = raw.per.expect(BUILT_IN),
            "prestige-away" => {
                powers.away_from = raw.outside.as_deref().map(|tag| self.tagged(tag));
            }
            "belgica-hi" => powers.muster = raw.units.unwrap_or(0),
            "rival-faction" => {
                powers.rivals.clone_from(&raw.faction);
            }
            _ => {}
        }
    }
}

/// Sets powers without figures.
fn flags(powers: &mut Powers, id: &str) {
    let flag = match id {
        "builders" => &mut powers.hi_builds,
        "no-recruitment" => &mut powers.no_recruitment,
        "cheap-mercenaries" => &mut powers.cheap_mercenaries,
        "loot-away" => &mut powers.loot_away,
        "loot-lowland" => &mut powers.loot_lowland,
        "always-fish" => &mut powers.always_fish,
        "no-wreck" => &mut powers.safe_autumn,
        "ships-on-land" => &mut powers.ships_on_land,
        "sell-li" => &mut powers.sells_li,
        "horse-trade-no-port" => &mut powers.horse_trade,
        "safe-passage" => &mut powers.safe_passage,
        "ship-discount" => &mut powers.cheap_ships,
        "free-reroll" => &mut powers.free_reroll,
        "third-li-free" => &mut powers.third_li,
        "elephants-at-home" => &mut powers.elephants,
        "cross-danube" => &mut powers.crosses_danube,
        "li-recruitment-only" => &mut powers.li_by_recruitment,
        "historic-lord" => &mut powers.historic_lord,
        "historic-vassal" => &mut powers.historic_vassal,
        "cavalry-lives" => &mut powers.weak_cavalry,
        "transhumance-always" => &mut powers.transhumance,
        "redemption-forever" => &mut powers.redemption_for_ever,
        "mercenary-levy" => &mut powers.levy,
        "dismantle-village" => &mut powers.dismantles,
        "no-attrition-first-year" => &mut powers.no_attrition_first_year,
        _ => return,
    };
    *flag = true;
}
