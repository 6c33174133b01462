//! R3 Cards and colours: a card as a Good, as a Bondi and as a persona.

use super::data;
use super::names::{Action, Card, Colour, Kind, Role};

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

    /// The name of the persona on the card.
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

    /// The card as a Good, in words: "Weapons worth 2 (r2)".
    pub fn words(self) -> String {
        format!("{} worth {} ({})", self.colour().good(), self.worth(), self.slug())
    }

    /// In colour order, higher worth first, as claims and gifts are written.
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
