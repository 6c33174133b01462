//! The title's card: names, seats, options and documents.

use super::examples;
use super::state::options::LAST_ROUND;
use crate::rules::{About, Choice, OptionKind, OptionSpec};

/// The card.
pub static ABOUT: About = About {
    key: "bardagi",
    name: "Bardagi: The Claim for Gold",
    designers: "Svavar Björgvinsson",
    tagline: "Clans of the Age of the Sturlungs raise warriors, priests and merchants for an \
              island's farms, Villages and gold.",
    licence: "Published by Gamia Games. The rules are told here in other words; boards, tiles' \
              names and pictures were made for this edition, which is not the publisher's.",
    seats: (2, 5),
    colours: &["red", "yellow", "blue", "green", "black"],
    options: OPTIONS,
    bound: BOUND,
    rules: include_str!("RULES.md"),
    tour: include_str!("TOUR.md"),
    notation: include_str!("NOTATION.md"),
    examples: examples::EXAMPLES,
};

/// In one round at most, for each of 5 seats: a plan, 200 orders of a turn (R7.13) with up to four
/// Godis driven out by each of at most eight attacks and three bargains answered, a tile, and a
/// Claim sheet of about 40 orders that change something. No game comes near it.
const BOUND: u32 = LAST_ROUND as u32 * 5 * (1 + 200 + 32 + 3 + 1 + 200) + 5;

const OFF_ON: &[Choice] =
    &[Choice { value: "off", label: "Off" }, Choice { value: "on", label: "On" }];

static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        id: "map",
        label: "Board",
        help: "Winter has islands, for 2 or 3 players; summer is one large island with small ones.",
        kind: OptionKind::OneOf(&[
            Choice { value: "default", label: "Winter for 2 and 3 players, summer for more" },
            Choice { value: "winter", label: "Winter (2 and 3 players)" },
            Choice { value: "summer", label: "Summer" },
        ]),
        rule: "R18.1",
    },
    OptionSpec {
        id: "homes",
        label: "Colours",
        help: "A colour is also a home on the board.",
        kind: OptionKind::OneOf(&[
            Choice { value: "random", label: "Dealt" },
            Choice { value: "choose", label: "Chosen in turn order" },
        ]),
        rule: "R18.2",
    },
    OptionSpec {
        id: "planning",
        label: "Planning",
        help: "All plan at once and in secret, or each at the beginning of its own turn, which is \
               easier.",
        kind: OptionKind::OneOf(&[
            Choice { value: "secret", label: "At once, in secret" },
            Choice { value: "own-turn", label: "At the beginning of the own turn" },
        ]),
        rule: "R18.3",
    },
    OptionSpec {
        id: "eight_cards",
        label: "Eight cards",
        help: "From round 5 on everybody plans 8 cards instead of 6.",
        kind: OptionKind::OneOf(OFF_ON),
        rule: "R18.4",
    },
    OptionSpec {
        id: "forced_trade",
        label: "Forced trade",
        help: "A Kaupmadur in another player's home area may make its owner trade.",
        kind: OptionKind::OneOf(OFF_ON),
        rule: "R18.5",
    },
    OptionSpec {
        id: "length",
        label: "Length",
        help: "7 to 10 rounds by the number of players, or play until the time is up.",
        kind: OptionKind::OneOf(LENGTHS),
        rule: "R18.6",
    },
    OptionSpec {
        id: "gold",
        label: "Gold",
        help: "Whether everybody sees how much gold each player has.",
        kind: OptionKind::OneOf(&[
            Choice { value: "hidden", label: "Hidden" },
            Choice { value: "open", label: "Open" },
        ]),
        rule: "R18.7",
    },
    OptionSpec {
        id: "charge",
        label: "Charge",
        help: "A Berserkur whose move has spent a card may attack with the very next order \
               without another.",
        kind: OptionKind::OneOf(OFF_ON),
        rule: "R18.8",
    },
];

const LENGTHS: &[Choice] = &[
    Choice { value: "rounds", label: "7 to 10 rounds" },
    Choice { value: "30", label: "30 minutes, and the round is finished" },
    Choice { value: "60", label: "1 hour" },
    Choice { value: "120", label: "2 hours" },
    Choice { value: "1440", label: "1 day" },
    Choice { value: "10080", label: "1 week" },
    Choice { value: "43200", label: "30 days" },
];
