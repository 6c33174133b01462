//! R31 The title's description for the title and help pages: names, seats, options and documents.

use super::Gotlandia;
use super::examples;
use super::state::options::OPTIONS;
use super::things::seats::COLOURS;
use ravenpost_rules::Described;
use ravenpost_rules::{About, Size, Term};

impl Described for Gotlandia {
    fn about() -> &'static About {
        about()
    }
}

static ABOUT: About = About {
    key: "gotlandia",
    version: 1,
    name: "Gotlandia",
    designers: "Anton Daniel Jensen and Frederik Jensen",
    tagline: "Farmsteads, ships and stone churches: three centuries of a Gotland family, \
              with pirates at the door.",
    licence: "Copyright Frederik Jensen 2026. The print and play edition may be printed and \
              played for non-commercial use.",
    seats: (1, 4),
    size: Size {
        weight: 3,
        good_with: "2 or 3",
        length: "9 to 11 generations",
        weeks: "about 7 weeks",
        weeks_with_option: "",
        hidden: "cards in hand, and what is left in the decks",
    },
    colours: COLOURS,
    options: OPTIONS,
    terms: TERMS,
    verbs: &super::orders::VERBS,
    bound: BOUND,
    rules: include_str!("RULES.md"),
    learn: include_str!("LEARN.md"),
    tour: include_str!("TOUR.md"),
    notation: include_str!("NOTATION.md"),
    examples: examples::EXAMPLES,
};

/// Eleven generations of at most four seats with five workers each. A turn takes at most eight
/// orders (the play, three ships, a pirate, a sinking, a theft, a follow-up). Six more orders per
/// seat and generation occur outside turns, and four in all choose the reputations.
const BOUND: u32 = 11 * 4 * (5 * 8 + 6) + 4;

pub fn about() -> &'static About {
    &ABOUT
}

/// The terms of the rows of players and of the headline.
const TERMS: &[Term] = &[
    Term::new(
        "R19.1",
        &["victory points", "VP"],
        "They decide the game. Towers, churches and influence score after each century, and the \
         rest at the end.",
    ),
    Term::new(
        "R4.14",
        &["workers"],
        "Free workers, and how many the player has. Each card played takes one.",
    ),
    Term::new(
        "R18.3",
        &["cards", "card"],
        "Cards in hand. Those left at the end of a generation give Food.",
    ),
    Term::new(
        "R16.6",
        &["items owed", "item owed"],
        "Resources the player still has to give up after a raid or for a tribute.",
    ),
    Term::new(
        "R4.14",
        &["resources", "Silver", "Wood", "Sheep", "Grain", "Stone", "Tar", "Horse"],
        "Resources in storage. They pay for settlements, ships and trade.",
    ),
    Term::new(
        "R5.1",
        &["generation"],
        "One round: a card brings pirates, players place all workers, and the cards left in hand \
         feed the families.",
    ),
];
