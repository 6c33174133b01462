//! Names of things, and access to their tables.

use super::data::data;
use super::ids::{Card, Deco, District, Gen, Rep, Setting};
use super::kinds::Terrain;
use super::tables::{CardData, GenData, Suit};
use ravenpost_rules::Narrator;

impl Setting {
    pub fn name(self) -> &'static str {
        &data().settings[self.index()].name
    }
}

impl District {
    pub fn name(self) -> &'static str {
        &data().districts[self.index()].name
    }

    /// Returns the name, for a sentence that mentions the District.
    pub fn name_for(self, narrator: &Narrator) -> &'static str {
        narrator.area(self.slug(), self.name())
    }

    pub fn terrain(self) -> Terrain {
        data().districts[self.index()].terrain
    }

    pub fn setting(self) -> Setting {
        data().districts[self.index()].setting
    }
}

impl Card {
    /// Returns the word in orders: the slug, but `setting` for a Setting card.
    pub fn word(self) -> &'static str {
        &data().cards[self.index()].word
    }

    pub fn name(self) -> &'static str {
        &data().cards[self.index()].name
    }

    pub fn data(self) -> &'static CardData {
        &data().cards[self.index()]
    }

    pub fn suit(self) -> Suit {
        self.data().suit
    }
}

impl Rep {
    pub fn name(self) -> &'static str {
        &data().reputations[self.index()].name
    }

    pub fn text(self) -> &'static str {
        &data().reputations[self.index()].text
    }
}

impl Deco {
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

    pub fn data(self) -> &'static GenData {
        &data().generations[self.index()]
    }
}
