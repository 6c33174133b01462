//! R1 Nature of the game: names, seats, options and documents of the title.

use super::Scharz;
use super::examples;
use super::orders::names::COLOURS;
use super::play::sheet::draft::EDITS;
use ravenpost_rules::Described;
use ravenpost_rules::{About, Choice, OptionSpec, Size, Term};

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
    tagline: "Build villages, raise armies and fleets, and make pacts, on six historical maps.",
    licence: "The game belongs to its publisher (scharz.com), who did not make this edition. The \
              rules are based on the printed player-aid sheets, in our own words, because the \
              rulebook was not available. The maps and everything else missing from those sheets \
              were made for this edition, and the rules mark them as rulings. We know of no terms \
              for editions by others.",
    seats: (2, 12),
    size: Size {
        weight: 5,
        good_with: "3 to 7",
        length: "up to 20 rounds of one season each",
        weeks: "about 9 weeks",
        weeks_with_option: "or 6 at brisk tempo",
        hidden: "orders, until all players have submitted them",
    },
    colours: COLOURS,
    options: OPTIONS,
    terms: TERMS,
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
        "Six historical maps, each with its own peoples.",
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
        "How many of the rules you use. From fewest to most: Fast, Basic, Original, Extended.",
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
        "The game ends after this many years of four rounds each. A five-year game waits for \
         players up to 62 times, a one-year game 14 times. Brisk tempo saves a third of that.",
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
        "Rank homelands in secret, or get one at random.",
        &[Choice::new("pick", "Players choose"), Choice::new("random", "Dealt at random")],
    ),
    OptionSpec::one_of(
        "tempo",
        "R9.9",
        "Tempo",
        "Full: up to three order sheets per round (march, clash, rear). In five years, the game \
         waits for players 62 times. Brisk: you write the rear and the next march together, and \
         it waits 43 times, or 23 times if doctrine decides the clash.",
        &[Choice::new("full", "Full"), Choice::new("brisk", "Brisk")],
    ),
    OptionSpec::one_of(
        "clash",
        "R9.7",
        "Clash",
        "Whether players decide what to do when they meet enemies, or leave it to their doctrine.",
        &[Choice::new("prompt", "Ask players"), Choice::new("standing", "Doctrine decides")],
    ),
    OptionSpec::one_of(
        "powers",
        "R24.1",
        "Powers",
        "Special powers and starting setups for each faction.",
        &[Choice::new("on", "On"), Choice::new("off", "Off")],
    ),
    OptionSpec::one_of(
        "danube_loot",
        "R24.6",
        "Looting along the Danubius",
        "Who gains prestige for looting on which bank (Huns map only).",
        &[Choice::new("printed", "As printed"), Choice::new("reversed", "Reversed")],
    ),
    OptionSpec::on_off(
        "attrition",
        "R23.1",
        "Attrition",
        "Added to Original mode: units that are cut off or encircled may be lost.",
    ),
    OptionSpec::on_off(
        "morale",
        "R23.2",
        "Morale",
        "Added to Original mode: your prestige affects how well your units fight.",
    ),
    OptionSpec::on_off(
        "experience",
        "R23.3",
        "Experience",
        "Added to Original mode: units that survive battles gain levels and re-rolls.",
    ),
    OptionSpec::on_off(
        "command",
        "R23.4",
        "Level of command",
        "Added to Original mode: combat bonuses need commanders, who cost gold.",
    ),
    OptionSpec::on_off(
        "spoils",
        "R23.5",
        "Battle spoils",
        "Added to Original mode: the winner of a battle or assault may gain gold.",
    ),
    OptionSpec::on_off(
        "transhumance",
        "R23.6",
        "Transhumance",
        "Added to Original mode: herds on some pastures need no feed.",
    ),
];

/// The terms of the rows of players and of the headline.
const TERMS: &[Term] = &[
    Term::new(
        "R21.1",
        &["victory points", "VP"],
        "VP are earned through conquests, battles and treaties. Several ways to win depend on \
         them.",
    ),
    Term::new(
        "R20.1",
        &["prestige", "PP"],
        "PP are earned in combat and at festivals. They pay for re-rolls and other favours.",
    ),
    Term::new("R4.6", &["gold"], "It pays for units, buildings and salaries."),
    Term::new("R7.7", &["fields", "field"], "Land fields that the player controls."),
    Term::new("R4.1", &["units", "unit"], "Unit cubes in play, at most 20."),
    Term::new("R10.1", &["march"], "All players write in secret where their units go."),
    Term::new(
        "R9.6",
        &["clash"],
        "Players whose units meet enemies decide whether to retreat or fight.",
    ),
    Term::new(
        "R9.1",
        &["rear"],
        "All players write in secret what they build, trade and agree on.",
    ),
];
