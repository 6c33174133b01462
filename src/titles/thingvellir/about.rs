//! The title's card: names, seats, options and documents.

use super::examples;
use crate::rules::{About, Choice, OptionKind, OptionSpec};

/// The card; also what options are read by.
pub static ABOUT: About = About {
    key: "thingvellir",
    name: "Road to Thingvellir",
    designers: "the Front Row Crew forum's \"Road to Thingvellir\" group",
    tagline: "Chieftains of Commonwealth Iceland ride to the Althing: laws, feuds, fosterlings \
              and feasts, for 22 Wordfame.",
    licence: "A design published as an open thread on the Front Row Crew forum, \"Board Version \
              Rules V. 1\". The rules are told here in other words; board, card faces and tables \
              that the published text lacks were made for this edition.",
    seats: (2, 6),
    colours: &["purple", "orange", "pink", "black", "yellow", "brown"],
    options: OPTIONS,
    bound: BOUND,
    rules: include_str!("RULES.md"),
    tour: include_str!("TOUR.md"),
    notation: include_str!("NOTATION.md"),
    examples: examples::EXAMPLES,
};

/// The winter after which a table is closed: three times as long as the longest games that are
/// played to win. The rules know no such end; a service needs one, for tables gone silent.
pub const LAST_ROUND: u16 = 60;

/// In one round at most: 6 votes; then 6 actions and 14 Bondi for each of 6 seats, each of less
/// than 80 points; a feud in each, which is at most 108 Goods and 8 acceptances with 8 answers to
/// it. No game comes near it.
const BOUND: u32 = LAST_ROUND as u32 * (6 + 6 * 15 * (80 + 124)) + 6;

const ON_OFF: &[Choice] =
    &[Choice { value: "off", label: "Off" }, Choice { value: "on", label: "On" }];

const CLAIMS: &[Choice] = &[
    Choice { value: "any", label: "Any" },
    Choice { value: "reykholt", label: "Reykholt" },
    Choice { value: "isafjordur", label: "Ísafjörður" },
    Choice { value: "oddi", label: "Oddi" },
    Choice { value: "haukadalur", label: "Haukadalur" },
    Choice { value: "svinafell", label: "Svínafell" },
    Choice { value: "vidimyri", label: "Víðimýri" },
];

const fn claim(id: &'static str, label: &'static str) -> OptionSpec {
    OptionSpec {
        id,
        label,
        help: "Counts only when factions are claimed. Who comes first has it.",
        kind: OptionKind::OneOf(CLAIMS),
        rule: "R4.2",
    }
}

static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        id: "factions",
        label: "Factions",
        help: "Dealt from the recommended set, or claimed seat by seat.",
        kind: OptionKind::OneOf(&[
            Choice { value: "recommended", label: "Recommended, dealt" },
            Choice { value: "claimed", label: "Claimed" },
        ]),
        rule: "R21.2",
    },
    OptionSpec {
        id: "first_lawspeaker",
        label: "First Lawspeaker",
        help: "Who has the Lawspeaker card in the first round.",
        kind: OptionKind::OneOf(&[
            Choice { value: "random", label: "Drawn" },
            Choice { value: "seat1", label: "Seat 1" },
        ]),
        rule: "R21.3",
    },
    OptionSpec {
        id: "votes",
        label: "Votes",
        help: "One after the other, or all at once and in secret, which saves waiting.",
        kind: OptionKind::OneOf(&[
            Choice { value: "clockwise", label: "Clockwise, in the open" },
            Choice { value: "sealed", label: "Sealed" },
        ]),
        rule: "R21.4",
    },
    OptionSpec {
        id: "foster_pool",
        label: "Foster pool",
        help: "Empty at the start, or seeded with up to six personae.",
        kind: OptionKind::OneOf(&[
            Choice { value: "empty", label: "Empty" },
            Choice { value: "seeded", label: "Seeded" },
        ]),
        rule: "R21.5",
    },
    OptionSpec {
        id: "harvest",
        label: "Harvest",
        help: "Instead of sending out Bondi, a seat may let its Districts produce Goods.",
        kind: OptionKind::OneOf(ON_OFF),
        rule: "R21.6",
    },
    OptionSpec {
        id: "outlawry",
        label: "Advanced Outlawry",
        help: "Bondi who murder become the Outlaw, who burns Districts in winter.",
        kind: OptionKind::OneOf(ON_OFF),
        rule: "R21.7",
    },
    claim("claim1", "Seat 1 claims"),
    claim("claim2", "Seat 2 claims"),
    claim("claim3", "Seat 3 claims"),
    claim("claim4", "Seat 4 claims"),
    claim("claim5", "Seat 5 claims"),
    claim("claim6", "Seat 6 claims"),
];
