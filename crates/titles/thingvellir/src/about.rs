//! R28, R29 Example round and sources: the title's description with its documents and options.

use super::Thingvellir;
use super::examples;
use super::state::LAST_ROUND;
use ravenpost_rules::Described;
use ravenpost_rules::{About, Choice, OptionSpec, Size};

impl Described for Thingvellir {
    fn about() -> &'static About {
        &ABOUT
    }
}

/// The description, which also defines the options.
pub static ABOUT: About = About {
    key: "thingvellir",
    version: 1,
    name: "Road to Thingvellir",
    designers: "the Front Row Crew forum's \"Road to Thingvellir\" group",
    tagline: "Chieftains of Commonwealth Iceland ride to the Althing: laws, feuds, fosterlings \
              and feasts, for 22 Wordfame.",
    licence: "A design published as an open thread on the Front Row Crew forum, \"Board Version \
              Rules V. 1\". The rules are told here in other words; board, card faces and tables \
              that the published text lacks were made for this edition.",
    seats: (2, 6),
    size: Size {
        weight: 4,
        good_with: "3 or 4",
        length: "10 to 20 rounds",
        weeks: "about 5 weeks",
        hidden: "cards that are drawn, and faces tucked away",
    },
    colours: &["purple", "orange", "pink", "black", "yellow", "brown"],
    options: OPTIONS,
    verbs: &super::orders::parse::LEADS,
    bound: BOUND,
    rules: include_str!("RULES.md"),
    learn: include_str!("LEARN.md"),
    tour: include_str!("TOUR.md"),
    notation: include_str!("NOTATION.md"),
    examples: examples::EXAMPLES,
};

/// Upper bound on orders. Each round has 6 votes, then 6 actions and 14 Bondi for each of 6 seats,
/// each with less than 80 points. Each of them may have a feud with at most 108 Goods, 8
/// acceptances and 8 answers. Real games stay far below it.
const BOUND: u32 = LAST_ROUND as u32 * (6 + 6 * 15 * (80 + 124)) + 6;

const CLAIMS: &[Choice] = &[
    Choice::new("any", "Any"),
    Choice::new("reykholt", "Reykholt"),
    Choice::new("isafjordur", "Ísafjörður"),
    Choice::new("oddi", "Oddi"),
    Choice::new("haukadalur", "Haukadalur"),
    Choice::new("svinafell", "Svínafell"),
    Choice::new("vidimyri", "Víðimýri"),
];

const fn claim(id: &'static str, label: &'static str) -> OptionSpec {
    let help = "Counts only when factions are claimed. Who comes first has it.";
    OptionSpec::one_of(id, "R4.2", label, help, CLAIMS)
}

static OPTIONS: &[OptionSpec] = &[
    OptionSpec::one_of(
        "factions",
        "R21.2",
        "Factions",
        "Dealt from the recommended set, or claimed seat by seat.",
        &[Choice::new("recommended", "Recommended, dealt"), Choice::new("claimed", "Claimed")],
    ),
    OptionSpec::one_of(
        "first_lawspeaker",
        "R21.3",
        "First Lawspeaker",
        "Who has the Lawspeaker card in the first round.",
        &[Choice::new("random", "Drawn"), Choice::new("seat1", "Seat 1")],
    ),
    OptionSpec::one_of(
        "votes",
        "R21.4",
        "Votes",
        "One after the other, or all at once and in secret, which saves waiting.",
        &[Choice::new("clockwise", "Clockwise, in the open"), Choice::new("sealed", "Sealed")],
    ),
    OptionSpec::one_of(
        "foster_pool",
        "R21.5",
        "Foster pool",
        "Empty at the start, or seeded with up to six personae.",
        &[Choice::new("empty", "Empty"), Choice::new("seeded", "Seeded")],
    ),
    OptionSpec::on_off(
        "harvest",
        "R21.6",
        "Harvest",
        "Instead of sending out Bondi, a seat may let its Districts produce Goods.",
    ),
    OptionSpec::on_off(
        "outlawry",
        "R21.7",
        "Advanced Outlawry",
        "Bondi who murder become the Outlaw, who burns Districts in winter.",
    ),
    claim("claim1", "Seat 1 claims"),
    claim("claim2", "Seat 2 claims"),
    claim("claim3", "Seat 3 claims"),
    claim("claim4", "Seat 4 claims"),
    claim("claim5", "Seat 5 claims"),
    claim("claim6", "Seat 6 claims"),
];
