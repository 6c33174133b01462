//! The raw structure of `data.json`, and its compilation into [`Data`] on first use.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::names::{Action, Area, Colour, Edge, Faction, Kind, Side};
use super::tables::{
    AreaData, CardData, Data, EdgeData, FactionData, LawData, RoleData, StatuteData,
};

#[derive(Deserialize)]
struct Raw {
    areas: Vec<RawArea>,
    edges: Vec<RawEdge>,
    factions: Vec<RawFaction>,
    recommended_factions: BTreeMap<String, Vec<String>>,
    colors: Vec<Named>,
    actions: Vec<String>,
    laws: Vec<RawLaw>,
    statutes: Vec<RawStatute>,
    orlog: Vec<RawCard>,
    persona_roles: Vec<RawRole>,
    tracks: Tracks,
    supplies: Supplies,
    farm_tokens: Farms,
}

#[derive(Deserialize)]
struct RawArea {
    slug: String,
    code: String,
    name: String,
    quarter: String,
}

#[derive(Deserialize)]
struct RawEdge {
    id: String,
    between: [String; 2],
}

#[derive(Deserialize)]
struct RawFaction {
    slug: String,
    letter: String,
    name: String,
    family: String,
    display_color: String,
    home_district: String,
    home_stead: HomeStead,
    side_preference: Vec<String>,
}

#[derive(Deserialize)]
struct HomeStead {
    colors: [String; 2],
    bondi_action: String,
}

#[derive(Deserialize)]
struct Named {
    slug: String,
}

#[derive(Deserialize)]
struct RawLaw {
    slug: String,
    name: String,
    old_name: String,
}

#[derive(Deserialize)]
struct RawStatute {
    code: String,
    color: String,
    action: String,
    bonus: u8,
}

#[derive(Deserialize)]
struct RawCard {
    id: String,
    color: String,
    worth: u8,
    action: String,
    persona: Persona,
}

#[derive(Deserialize)]
struct Persona {
    name: String,
    slug: String,
}

#[derive(Deserialize)]
struct RawRole {
    slug: String,
    name: String,
    text: String,
}

#[derive(Deserialize)]
struct Tracks {
    fame: Fame,
    sheep_hunt: Sheep,
}

#[derive(Deserialize)]
struct Fame {
    win: u8,
}

#[derive(Deserialize)]
struct Sheep {
    strength: Vec<RawStep>,
}

#[derive(Deserialize)]
struct RawStep {
    from: u8,
    to: u8,
    strength: u8,
}

#[derive(Deserialize)]
struct Supplies {
    stead_half_per_faction: u8,
    stead_three_quarter_per_faction: u8,
    thingmen_per_faction: u8,
    arson_tokens: u8,
}

#[derive(Deserialize)]
struct Farms {
    per_color: u8,
}

/// The index of an element in a list, as an id.
fn id<T>(list: &[T], is: impl Fn(&T) -> bool) -> u8 {
    let at = list.iter().position(is).expect("data.json names only what it lists");
    u8::try_from(at).expect("its lists are short")
}

/// Compiles the tables. The file is embedded and covered by tests, so that errors cannot be
/// released.
pub fn compile(text: &str) -> Data {
    let raw: Raw = serde_json::from_str(text).expect("data.json is built in and tested");
    let (areas, edges) = board(&raw);
    let colour = |slug: &str| Colour(id(&raw.colors, |known| known.slug == slug));
    let action = |slug: &str| Action(id(&raw.actions, |known| known == slug));
    let sides = ["lun", "uth", "ska", "hja", "tgn", "kja"].map(|code| {
        let area = Area(id(&raw.areas, |known| known.code == code));
        Edge(id(&edges, |edge: &EdgeData| edge.both == area.bit() | 1))
    });
    let factions: Vec<FactionData> =
        raw.factions.iter().map(|known| faction(&raw, known)).collect();
    let recommended = raw.recommended_factions.values().map(|set| {
        set.iter().map(|slug| Faction(id(&factions, |known| known.slug == *slug))).collect()
    });
    let mut strength = [0; 19];
    for step in &raw.tracks.sheep_hunt.strength {
        strength[usize::from(step.from)..=usize::from(step.to)].fill(step.strength);
    }
    let card = |card: &RawCard| CardData {
        id: card.id.clone(),
        kind: Kind::of(colour(&card.color), card.worth),
        action: action(&card.action),
        name: card.persona.name.clone(),
        word: card.persona.slug.clone(),
    };
    let law = |law: &RawLaw| LawData {
        slug: law.slug.clone(),
        name: law.name.clone(),
        old_name: law.old_name.clone(),
    };
    let statute = |statute: &RawStatute| StatuteData {
        code: statute.code.clone(),
        colour: colour(&statute.color),
        action: action(&statute.action),
        bonus: statute.bonus,
    };
    let role = |role: &RawRole| RoleData {
        slug: role.slug.clone(),
        name: role.name.clone(),
        text: role.text.clone(),
    };
    let written = (1..=6).map(|seat| {
        factions.iter().map(|faction: &FactionData| format!("{seat} {}", faction.slug)).collect()
    });
    Data {
        area_codes: sorted(raw.areas.iter().map(|area| area.code.clone())),
        card_ids: sorted(raw.orlog.iter().map(|card| card.id.clone())),
        seats: written.collect(),
        recommended: recommended.collect(),
        laws: raw.laws.iter().map(law).collect(),
        statutes: raw.statutes.iter().map(statute).collect(),
        cards: raw.orlog.iter().map(card).collect(),
        roles: raw.persona_roles.iter().map(role).collect(),
        areas,
        edges,
        sides,
        factions,
        strength,
        farms: raw.farm_tokens.per_color,
        thingmen: raw.supplies.thingmen_per_faction,
        halves: raw.supplies.stead_half_per_faction,
        quarters: raw.supplies.stead_three_quarter_per_faction,
        arson: raw.supplies.arson_tokens,
        win: raw.tracks.fame.win,
    }
}

/// Words in alphabetical order, each with its original index.
fn sorted(words: impl Iterator<Item = String>) -> Vec<(String, u8)> {
    let mut words: Vec<(String, u8)> = words.zip(0..).collect();
    words.sort();
    words
}

fn faction(raw: &Raw, known: &RawFaction) -> FactionData {
    let colour = |slug: &str| Colour(id(&raw.colors, |known| known.slug == slug));
    let mut sides = [Side(0); Side::COUNT];
    for (place, code) in sides.iter_mut().zip(&known.side_preference) {
        *place = Side::from_slug(code).expect("data.json names sides by their codes");
    }
    FactionData {
        slug: known.slug.clone(),
        letter: known.letter.clone(),
        name: known.name.clone(),
        family: known.family.clone(),
        hue: known.display_color.clone(),
        home: Area(id(&raw.areas, |area| area.slug == known.home_district)),
        farms: [colour(&known.home_stead.colors[0]), colour(&known.home_stead.colors[1])],
        bondi: Action(id(&raw.actions, |action| *action == known.home_stead.bondi_action)),
        sides,
    }
}

fn board(raw: &Raw) -> (Vec<AreaData>, Vec<EdgeData>) {
    let area = |slug: &str| Area(id(&raw.areas, |known| known.slug == slug));
    let mut edges: Vec<EdgeData> = Vec::new();
    for edge in &raw.edges {
        let mut areas = edge.between.each_ref().map(|slug| area(slug));
        areas.sort_by_key(|area| &raw.areas[area.index()].code);
        let both = areas[0].bit() | areas[1].bit();
        edges.push(EdgeData { id: edge.id.clone(), areas, both, reach: Vec::new() });
    }
    let sets: Vec<u64> = edges.iter().map(|edge| edge.both).collect();
    let ids = |is: &dyn Fn(u64) -> bool| -> Vec<Edge> {
        let edges = sets.iter().enumerate().filter(|(_, both)| is(**both));
        edges.map(|(at, _)| Edge(u8::try_from(at).expect("89 edges"))).collect()
    };
    for edge in &mut edges {
        let both = edge.both;
        let reach = ids(&|other| other & both != 0 && other != both).into_iter();
        let crossed = |to: &Edge| Area((sets[to.index()] & both).trailing_zeros() as u8);
        edge.reach = reach.map(|to| (to, crossed(&to))).collect();
    }
    let areas = raw.areas.iter().enumerate().map(|(at, known)| {
        let bit = 1_u64 << at;
        let edges = ids(&|both| both & bit != 0);
        let neighbours = edges.iter().fold(0, |set, edge| set | sets[edge.index()]) & !bit;
        AreaData {
            slug: known.slug.clone(),
            code: known.code.clone(),
            name: known.name.clone(),
            quarter: known.quarter.clone(),
            edges,
            neighbours,
        }
    });
    (areas.collect(), edges)
}
