//! The named things of the game, as one-byte ids into the lists of `data.json`. Facts, views and
//! documents serialise their slugs or codes, so that stored games do not depend on their order.

use super::data;
use ravenpost_rules::named::named;
use ravenpost_rules::text::phrase;

named!(
    /// A District, or Þingvellir, which is number 0. Serialised as its code: `ska`.
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
    /// An Orlog card in any use.
    Card, 108, "card", |card| &data().cards[card.index()].id,
    |id| found(&data().card_ids, id)
);
named!(
    /// Colour and worth of a Good, or a space of the Foster pool: `r2`.
    Kind, 12, "Good", |kind| KINDS[kind.index()]
);
named!(
    /// A persona's role: three to an action, worth 1 first.
    Role, 18, "role", |role| &data().roles[role.index()].slug
);

/// The number stored with a word in a sorted list.
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

    /// The action of its Home Bondi.
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

    /// The statute in words: "Land Law, level 1: Settle".
    pub fn words(self) -> String {
        let plus = if self.bonus() > 0 { format!(" +{}", self.bonus()) } else { String::new() };
        let law = &data().laws[usize::from(self.law())].name;
        format!("{law}, level {}: {}{plus}", self.level(), self.action().name())
    }
}

/// A number of Thingmen in words: "1 Thingman", "3 Thingmen".
pub fn thingmen(men: u8) -> String {
    phrase::counted(men.into(), "Thingman", "Thingmen")
}
