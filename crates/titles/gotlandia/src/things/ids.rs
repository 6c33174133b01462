//! The named things of the game as one-byte ids into the lists of `data.json`. They are serialised
//! by slug, so stored games do not depend on the order of the lists.

use super::raw::raw;
use ravenpost_rules::named::named;

named!(
    /// One of the six Settings, by its short slug: `bro`.
    Setting, 6, "Setting", |setting| {
        raw().board.settings[setting.index()].id.trim_start_matches("setting-")
    }
);
named!(District, 21, "district", |district| &raw().board.districts[district.index()].id);
named!(
    /// An action card: basic, Setting, craft, trading.
    Card, 43, "card", |card| &raw().cards.action(card.index()).id
);
named!(
    /// A reputation card, number 20 first.
    Rep, 20, "reputation", |rep| &raw().cards.reputation[rep.index()].id
);
named!(
    /// A church decoration, cheapest first.
    Deco, 10, "decoration", |deco| &raw().cards.decoration[deco.index()].id
);
named!(
    /// A generation card; scoring cards are not included.
    Gen, 17, "generation card", |card| &raw().cards.generation[card.index()].id
);

/// Adds a method that returns the thing's bit in sets.
macro_rules! bits {
    ($($name:ident),+) => {$(
        impl $name {
            /// Returns the thing as one bit of a set.
            pub fn bit(self) -> u32 {
                1 << self.0
            }
        }
    )+};
}

bits!(District, Rep, Deco, Gen);

impl District {
    /// Returns the districts of a set, in data order.
    pub fn of(set: u32) -> impl Iterator<Item = District> + Clone {
        District::all().filter(move |district| set & district.bit() != 0)
    }
}

impl Card {
    pub const HOME: Card = Card(4);
    pub const WISBY: Card = Card(5);
    pub const GOTLAND: Card = Card(7);
    pub const ROMA: Card = Card(8);
    pub const FIRST_SETTING: Card = Card(9);
    pub const STUD: Card = Card(15);
    pub const TAR_PIT: Card = Card(16);
    pub const LUBECK: Card = Card(29);
    pub const LINKOPING: Card = Card(30);

    pub fn from_setting(setting: Setting) -> Card {
        Card(Card::FIRST_SETTING.0 + setting.0)
    }
}

impl Rep {
    pub const RESPECTABLE: Rep = Rep(0);
    pub const WISE: Rep = Rep(1);
    pub const BEAUTIFUL_DAUGHTERS: Rep = Rep(2);
    pub const RUNE_CARVERS: Rep = Rep(3);
    pub const OUTGOING: Rep = Rep(4);
    pub const STORYTELLERS: Rep = Rep(5);
    pub const RICH: Rep = Rep(6);
    pub const SHEPHERDS: Rep = Rep(7);
    pub const SEA_LEGGED: Rep = Rep(8);
    pub const HERBALISTS: Rep = Rep(9);
    pub const STRONG: Rep = Rep(10);
    pub const HILLFOLK: Rep = Rep(11);
    pub const LARGE_FAMILY: Rep = Rep(12);
    pub const MISERS: Rep = Rep(13);
    pub const GOSSIP_MONGERS: Rep = Rep(14);
    pub const TROLL_BORN: Rep = Rep(15);
    pub const HOARDERS: Rep = Rep(16);
    pub const LONG_FINGERED: Rep = Rep(17);
    pub const INNOVATORS: Rep = Rep(18);
    pub const TROUBLEMAKERS: Rep = Rep(19);

    /// Returns the number on the card, 20 to 1.
    pub fn number(self) -> u8 {
        20 - self.0
    }
}

impl Deco {
    pub const SPLINTER: Deco = Deco(9);
}
