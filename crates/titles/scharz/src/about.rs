//! R1 Nature of the game: names, seats, options and documents of the title.

use super::Scharz;
use super::examples;
use super::orders::names::COLOURS;
use super::play::sheet::draft::EDITS;
use ravenpost_rules::Described;
use ravenpost_rules::{About, Choice, OptionSpec, Size};

impl Described for Scharz {
    fn about() -> &'static About {
        &ABOUT
    }
}

/// The description shown in lists and on pages.
pub static ABOUT: About = About {
    key: "scharz",
    version: 1,
    name: "Scharz",
    designers: "its publisher, scharz.com",
    tagline: "Villages, herds, armies and fleets on six maps of history, and pacts that hold \
              longer than walls.",
    licence: "The game is its publisher's (scharz.com). Only the printed player-aid sheets were at \
              hand, not the rulebook: they are told here in other words. Maps and all that they \
              do not say were made for this edition, which is not the publisher's, and stand in \
              the rules as rulings.",
    seats: (2, 12),
    size: Size {
        weight: 5,
        good_with: "3 to 7",
        length: "up to 20 rounds, each a season",
        weeks: "about 9 weeks, 6 with brisk turns",
        hidden: "orders until all are in",
    },
    colours: COLOURS,
    options: OPTIONS,
    verbs: super::orders::VERBS,
    bound: BOUND,
    rules: include_str!("RULES.md"),
    learn: include_str!("LEARN.md"),
    tour: include_str!("TOUR.md"),
    notation: include_str!("NOTATION.md"),
    examples: examples::EXAMPLES,
};

/// Upper bound on orders: twelve seats with two setup decisions and three decisions in each of
/// twenty rounds. Each sheet may be edited `EDITS` times and is closed once.
const BOUND: u32 = (20 * 3 + 2) * 12 * (EDITS as u32 + 1);

static OPTIONS: &[OptionSpec] = &[
    OptionSpec::one_of(
        "map",
        "R24.1",
        "Map",
        "Six maps of history, each with its own peoples.",
        &[
            Choice::new("italia", "Italia 290 BC"),
            Choice::new("britannia", "Britannia 410 AD"),
            Choice::new("vikings", "Vikings 800 AD"),
            Choice::new("taifas", "Taifas 1050 AD"),
            Choice::new("orient", "Orient 1550 BC"),
            Choice::new("huns", "Huns 373 AD"),
        ],
    ),
    OptionSpec::one_of(
        "mode",
        "R2.1",
        "Mode",
        "How much of the rules is played; each mode contains the one before.",
        &[
            Choice::new("original", "Original"),
            Choice::new("fast", "Fast"),
            Choice::new("basic", "Basic"),
            Choice::new("extended", "Extended"),
        ],
    ),
    OptionSpec::one_of(
        "years",
        "R22.9",
        "Years",
        "Importance is scored after so many years of four rounds. Five years wait for everybody up \
         to 62 times, one year 14 times; the tempo brisk spares a third of it.",
        &[
            Choice::new("5", "5 years"),
            Choice::new("4", "4 years"),
            Choice::new("3", "3 years"),
            Choice::new("2", "2 years"),
            Choice::new("1", "1 year"),
        ],
    ),
    OptionSpec::one_of(
        "homelands",
        "R8.2",
        "Homelands",
        "Wished for in secret lists, or dealt.",
        &[Choice::new("pick", "Wished for"), Choice::new("random", "Dealt")],
    ),
    OptionSpec::one_of(
        "tempo",
        "R9.9",
        "Tempo",
        "Full: three sheets a round (march, clash, rear), 62 waits in five years. Brisk: the march \
         of the next round is written together with the rear, 43 waits; 23 where doctrine decides \
         the clash.",
        &[Choice::new("full", "Full"), Choice::new("brisk", "Brisk")],
    ),
    OptionSpec::one_of(
        "clash",
        "R9.7",
        "Clash",
        "Whether those who meet enemies are asked, or their doctrine decides.",
        &[Choice::new("prompt", "They are asked"), Choice::new("standing", "Doctrine decides")],
    ),
    OptionSpec::one_of(
        "powers",
        "R24.1",
        "Powers",
        "Faction powers and faction setups.",
        &[Choice::new("on", "On"), Choice::new("off", "Off")],
    ),
    OptionSpec::one_of(
        "danube_loot",
        "R24.6",
        "Looting on the Danubius",
        "Whose looting on which bank is honoured (Huns only).",
        &[Choice::new("printed", "As printed"), Choice::new("reversed", "The other way round")],
    ),
    OptionSpec::on_off("attrition", "R23.1", "Attrition", "Added to Original."),
    OptionSpec::on_off("morale", "R23.2", "Morale", "Added to Original."),
    OptionSpec::on_off("experience", "R23.3", "Experience", "Added to Original."),
    OptionSpec::on_off("command", "R23.4", "Level of command", "Added to Original."),
    OptionSpec::on_off("spoils", "R23.5", "Battle spoils", "Added to Original."),
    OptionSpec::on_off("transhumance", "R23.6", "Transhumance", "Added to Original."),
];
