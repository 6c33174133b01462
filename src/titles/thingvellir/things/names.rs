//! The named things of the game as one-byte ids into `data.json`'s lists. In facts, views and
//! sheets they are written by their slugs or codes, so that stored games hang on no order.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::data::data;
use crate::rules::Seat;
use crate::rules::named::named;

named!(
    /// A District, or Þingvellir, which is number 0. Written by its code: `ska`.
    Area, 40, "area", |area| &data().areas[area.index()].code,
    |code| found(&data().area_codes, code)
);
named!(
    /// A border between two areas: `hau/ska`.
    Edge, 89, "edge", |edge| &data().edges[edge.index()].id,
    |id| {
        let place = data().edges.binary_search_by(|edge| edge.id.as_str().cmp(id));
        place.ok().map(|at| at as u8)
    }
);
named!(
    /// A side of Þingvellir, by the District beyond it, in the order of R2.3.
    Side, 6, "side", |side| SIDES[side.index()]
);
named!(Faction, 6, "faction", |faction| &data().factions[faction.index()].slug);
named!(
    /// A colour of farms, Goods, Bondi and Laws, in the order of R3.1.
    Colour, 4, "colour", |colour| COLOURS[colour.index()].0
);
named!(Action, 6, "action", |action| ACTIONS[action.index()].0);
named!(
    /// A statute: three to a Law, level 1 first: `land1`.
    Statute, 12, "statute", |statute| &data().statutes[statute.index()].code
);
named!(
    /// An Orlog card, whatever it is used as.
    Card, 108, "card", |card| &data().cards[card.index()].id,
    |id| found(&data().card_ids, id)
);
named!(
    /// What a Good is known by: colour and worth. Also a space of the Foster pool. `r2`.
    Kind, 12, "Good", |kind| KINDS[kind.index()]
);
named!(
    /// A persona's role: three to an action, worth 1 first.
    Role, 18, "role", |role| &data().roles[role.index()].slug
);

/// The number that stands beside a word in a sorted list.
fn found(list: &[(String, u8)], word: &str) -> Option<u8> {
    let place = list.binary_search_by(|(known, _)| known.as_str().cmp(word));
    place.ok().map(|at| list[at].1)
}

const SIDES: [&str; 6] = ["lun", "uth", "ska", "hja", "tgn", "kja"];
const KINDS: [&str; 12] = ["r1", "r2", "r3", "g1", "g2", "g3", "b1", "b2", "b3", "w1", "w2", "w3"];
/// Slug, letter, Good, and the icon's name.
const COLOURS: [(&str, &str, &str, &str); 4] = [
    ("red", "r", "Weapons", "sword"),
    ("green", "g", "Provender", "sheep"),
    ("blue", "b", "Silver", "ring"),
    ("white", "w", "Wadmal", "spindle"),
];
const ACTIONS: [(&str, &str); 6] = [
    ("settle", "Settle"),
    ("ride", "Ride"),
    ("raid", "Raid"),
    ("foster", "Foster"),
    ("pledge", "Pledge"),
    ("feast", "Feast"),
];

impl Area {
    pub const THINGVELLIR: Area = Area(0);
    /// No area at all, where one may be missing.
    pub const NONE: Area = Area(255);

    pub fn name(self) -> &'static str {
        &data().areas[self.index()].name
    }

    /// The long slug of the board's geometry: `skalholt`.
    pub fn place(self) -> &'static str {
        &data().areas[self.index()].slug
    }

    pub fn bit(self) -> u64 {
        1 << self.0
    }

    /// The areas next to it, as bits.
    pub fn beside(self) -> u64 {
        data().areas[self.index()].beside
    }

    /// Its borders.
    pub fn edges(self) -> &'static [Edge] {
        &data().areas[self.index()].edges
    }

    /// The 39 Districts.
    pub fn districts() -> impl DoubleEndedIterator<Item = Area> + ExactSizeIterator + Clone {
        (1..40).map(Area)
    }

    /// The areas of a set, in data order.
    pub fn of(set: u64) -> impl Iterator<Item = Area> + Clone {
        let mut left = set;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (first < 64).then_some(Area(first as u8))
        })
    }

    /// The areas of a set, in alphabetical order of their codes.
    pub fn by_code(set: u64) -> Vec<Area> {
        let mut areas: Vec<Area> = Area::of(set).collect();
        areas.sort_by_key(|area| area.slug());
        areas
    }
}

impl Edge {
    pub const NONE: Edge = Edge(255);

    /// The two areas it parts, in the order of its name.
    pub fn areas(self) -> [Area; 2] {
        data().edges[self.index()].areas
    }

    /// Both areas as bits.
    pub fn both(self) -> u64 {
        data().edges[self.index()].both
    }

    /// The area that two edges have in common, if they are two and have one.
    pub fn common(self, other: Edge) -> Option<Area> {
        let shared = self.both() & other.both();
        (self != other && shared != 0).then(|| Area(shared.trailing_zeros() as u8))
    }

    /// Every edge one move away, with the area crossed (R9.5).
    pub fn reach(self) -> &'static [(Edge, Area)] {
        &data().edges[self.index()].reach
    }

    pub fn bit(self) -> u128 {
        1 << self.0
    }

    /// The edge between two areas, in either order.
    pub fn between(one: Area, other: Area) -> Option<Edge> {
        one.edges().iter().copied().find(|edge| edge.both() & other.bit() != 0 && one != other)
    }

    /// "Haukadalur and Skálholt".
    pub fn words(self) -> String {
        let [one, other] = self.areas();
        format!("{} and {}", one.name(), other.name())
    }
}

impl Side {
    pub fn edge(self) -> Edge {
        data().sides[self.index()]
    }

    /// The District beyond it.
    pub fn district(self) -> Area {
        let [one, other] = self.edge().areas();
        if one == Area::THINGVELLIR { other } else { one }
    }

    pub fn of_edge(edge: Edge) -> Option<Side> {
        Side::all().find(|side| side.edge() == edge)
    }

    /// The sides in alphabetical order of their codes: hja kja lun ska tgn uth.
    pub const BY_CODE: [Side; 6] = [Side(3), Side(5), Side(0), Side(2), Side(4), Side(1)];
}

impl Faction {
    pub fn name(self) -> &'static str {
        &data().factions[self.index()].name
    }

    pub fn letter(self) -> &'static str {
        &data().factions[self.index()].letter
    }

    pub fn family(self) -> &'static str {
        &data().factions[self.index()].family
    }

    /// The colour of its pieces.
    pub fn hue(self) -> &'static str {
        &data().factions[self.index()].hue
    }

    pub fn home(self) -> Area {
        data().factions[self.index()].home
    }

    /// The two farm colours of its Home Stead card.
    pub fn farms(self) -> [Colour; 2] {
        data().factions[self.index()].farms
    }

    /// What its Home Bondi does.
    pub fn bondi(self) -> Action {
        data().factions[self.index()].bondi
    }

    pub fn sides(self) -> &'static [Side; 6] {
        &data().factions[self.index()].sides
    }
}

impl Colour {
    pub const RED: Colour = Colour(0);

    pub fn letter(self) -> &'static str {
        COLOURS[self.index()].1
    }

    /// The Good of this colour: "Weapons".
    pub fn good(self) -> &'static str {
        COLOURS[self.index()].2
    }

    pub fn icon(self) -> &'static str {
        COLOURS[self.index()].3
    }
}

impl Action {
    pub const SETTLE: Action = Action(0);
    pub const RIDE: Action = Action(1);
    pub const RAID: Action = Action(2);
    pub const FOSTER: Action = Action(3);
    pub const PLEDGE: Action = Action(4);
    pub const FEAST: Action = Action(5);

    pub fn name(self) -> &'static str {
        ACTIONS[self.index()].1
    }

    /// The role of its personae of that worth.
    pub fn role(self, worth: u8) -> Role {
        Role(self.0 * 3 + worth - 1)
    }
}

impl Statute {
    /// The Law as a number: land, thing, trade, blood.
    pub fn law(self) -> u8 {
        self.0 / 3
    }

    pub fn level(self) -> u8 {
        self.0 % 3 + 1
    }

    pub fn colour(self) -> Colour {
        data().statutes[self.index()].colour
    }

    pub fn action(self) -> Action {
        data().statutes[self.index()].action
    }

    pub fn bonus(self) -> u8 {
        data().statutes[self.index()].bonus
    }

    /// "Land Law, level 1: Settle".
    pub fn words(self) -> String {
        let plus = if self.bonus() > 0 { format!(" +{}", self.bonus()) } else { String::new() };
        let law = &data().laws[usize::from(self.law())].name;
        format!("{law}, level {}: {}{plus}", self.level(), self.action().name())
    }
}

impl Card {
    pub const NONE: Card = Card(255);

    pub fn kind(self) -> Kind {
        data().cards[self.index()].kind
    }

    pub fn colour(self) -> Colour {
        self.kind().colour()
    }

    pub fn worth(self) -> u8 {
        self.kind().worth()
    }

    pub fn action(self) -> Action {
        data().cards[self.index()].action
    }

    pub fn role(self) -> Role {
        self.action().role(self.worth())
    }

    /// The persona's name.
    pub fn name(self) -> &'static str {
        &data().cards[self.index()].name
    }

    /// The persona's name in plain letters, as in orders.
    pub fn word(self) -> &'static str {
        &data().cards[self.index()].word
    }

    pub fn bit(self) -> u128 {
        1 << self.0
    }

    /// The cards of a set, in data order.
    pub fn of(set: u128) -> impl Iterator<Item = Card> + Clone {
        let mut left = set;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (first < 128).then_some(Card(first as u8))
        })
    }
}

impl Kind {
    pub fn of(colour: Colour, worth: u8) -> Kind {
        Kind(colour.0 * 3 + worth - 1)
    }

    pub fn colour(self) -> Colour {
        Colour(self.0 / 3)
    }

    pub fn worth(self) -> u8 {
        self.0 % 3 + 1
    }

    /// As a Good, in words with its sign: "Weapons worth 2 (r2)".
    pub fn words(self) -> String {
        format!("{} worth {} ({})", self.colour().good(), self.worth(), self.slug())
    }

    /// In colour order, higher worth first: how claims and gifts are written.
    pub fn falling() -> impl Iterator<Item = Kind> {
        Colour::all().flat_map(|colour| (1..=3).rev().map(move |worth| Kind::of(colour, worth)))
    }
}

impl Role {
    pub const HALL_BUILDER: Role = Role(1);
    pub const LAND_TAKER: Role = Role(2);
    pub const FAR_RIDER: Role = Role(4);
    pub const SHIELD_BEARER: Role = Role(5);
    pub const TRADER: Role = Role(7);
    pub const STEERSMAN: Role = Role(8);
    pub const FOSTER_KIN: Role = Role(9);
    pub const MATCHMAKER: Role = Role(10);
    pub const SEER: Role = Role(11);
    pub const STEWARD: Role = Role(13);
    pub const OATH_TAKER: Role = Role(14);
    pub const HOST: Role = Role(16);
    pub const SKALD: Role = Role(17);

    pub fn name(self) -> &'static str {
        &data().roles[self.index()].name
    }

    pub fn text(self) -> &'static str {
        &data().roles[self.index()].text
    }

    pub fn bit(self) -> u32 {
        1 << self.0
    }
}

/// A seat with the faction it plays. Facts name both, because a fact is told without its state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Who {
    pub seat: Seat,
    pub faction: Faction,
}

impl Who {
    /// The seat's place in lists that start at zero.
    pub fn at(self) -> usize {
        self.seat.index()
    }

    pub fn name(self) -> &'static str {
        self.faction.name()
    }
}

impl Serialize for Who {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&data().seats[self.at()][self.faction.index()])
    }
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Who;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seat and its faction, as \"2 oddi\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Who, E> {
                let parts = text.split_once(' ').and_then(|(seat, slug)| {
                    let seat = seat.parse().ok().filter(|seat| (1..=6).contains(seat))?;
                    Some(Who { seat: Seat(seat), faction: Faction::from_slug(slug)? })
                });
                parts.ok_or_else(|| E::custom(format!("no seat and faction: {text:?}")))
            }
        }
        deserializer.deserialize_str(Text)
    }
}
