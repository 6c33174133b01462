//! R28, R29 Example round and sources: the title's description with its documents and options.

use super::Thingvellir;
use super::examples;
use super::state::LAST_ROUND;
use ravenpost_rules::Described;
use ravenpost_rules::{About, Choice, OptionSpec, Size, Term};

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
    tagline: "Lead a line of chieftains in old Iceland. Pass laws, fight feuds, hold feasts and \
              win 22 Wordfame.",
    licence: "The design was published in an open thread on the Front Row Crew forum, as \"Board \
              Version Rules V. 1\". The rules here are in our own words. The board, the card \
              faces and the tables, which the published text lacks, were made for this edition. We \
              know of no terms for editions by others.",
    seats: (2, 6),
    size: Size {
        weight: 4,
        good_with: "3 or 4",
        length: "10 to 20 rounds",
        weeks: "about 5 weeks",
        weeks_with_option: "",
        hidden: "drawn cards, and the covered parts of Goods and Bondi",
    },
    colours: &["purple", "orange", "pink", "black", "yellow", "brown"],
    options: OPTIONS,
    terms: TERMS,
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
    let help = "Used only if players choose their factions. If two choose the same one, the \
                lower-numbered seat gets it.";
    OptionSpec::one_of(id, "R4.2", label, help, CLAIMS)
}

static OPTIONS: &[OptionSpec] = &[
    OptionSpec::one_of(
        "factions",
        "R21.2",
        "Factions",
        "Deal a recommended set at random, or let players choose.",
        &[
            Choice::new("recommended", "Dealt at random"),
            Choice::new("claimed", "Chosen by players"),
        ],
    ),
    OptionSpec::one_of(
        "first_lawspeaker",
        "R21.3",
        "First Lawspeaker",
        "Who is Lawspeaker in the first round.",
        &[Choice::new("random", "Random"), Choice::new("seat1", "Seat 1")],
    ),
    OptionSpec::one_of(
        "votes",
        "R21.4",
        "Votes",
        "Vote one after another, or all at once in secret, which is faster.",
        &[
            Choice::new("clockwise", "In turn, in public"),
            Choice::new("sealed", "All at once, in secret"),
        ],
    ),
    OptionSpec::one_of(
        "foster_pool",
        "R21.5",
        "Foster pool",
        "Start with an empty pool, or with up to six personae in it.",
        &[Choice::new("empty", "Empty"), Choice::new("seeded", "With personae")],
    ),
    OptionSpec::on_off(
        "harvest",
        "R21.6",
        "Harvest",
        "Instead of using Bondi, players may let their Districts produce Goods.",
    ),
    OptionSpec::on_off(
        "outlawry",
        "R21.7",
        "Advanced Outlawry",
        "Bondi used to murder or capture become the Outlaw, who burns Districts in winter.",
    ),
    claim("claim1", "Faction of seat 1"),
    claim("claim2", "Faction of seat 2"),
    claim("claim3", "Faction of seat 3"),
    claim("claim4", "Faction of seat 4"),
    claim("claim5", "Faction of seat 5"),
    claim("claim6", "Faction of seat 6"),
];

/// The terms of the rows of players and of the headline.
const TERMS: &[Term] = &[
    Term::new("R17.2", &["Wordfame"], "The points. The first player with 22 wins at once."),
    Term::new(
        "R1.6",
        &["Thingmen at home", "Thingman at home"],
        "Followers in the Longhall, who can ride out or go to sea.",
    ),
    Term::new("R11.1", &["at sea"], "Followers on a Raid. They bring Goods when they return."),
    Term::new(
        "R3.4",
        &["Goods", "Good"],
        "Cards in the Wealth. Players give them at feasts and spend them in feuds.",
    ),
    Term::new(
        "R15.1",
        &["Bondi"],
        "Cards in the Oaths. Each performs its action in Hunting for Sheep.",
    ),
    Term::new(
        "R18.1",
        &["personae", "persona"],
        "Figures in the Hird. Each bends a rule for its player.",
    ),
    Term::new(
        "R6.1",
        &["the Law Council"],
        "The Lawspeaker proposes a statute, and all players vote on it or sue for another.",
    ),
    Term::new(
        "R15.1",
        &["Hunting for Sheep"],
        "One after the other, players perform the actions of their Bondi.",
    ),
    Term::new(
        "R16.1",
        &["the Long Dark Winter"],
        "Farms score Wordfame, and slain Thingmen return. Players make no decisions.",
    ),
];
