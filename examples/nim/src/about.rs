//! The description of the title: names, seats, options, terms and documents.

use ravenpost_rules::{About, Choice, Described, OptionSpec, Size, Table, Term};

use crate::Nim;
use crate::state::Heap;

impl Described for Nim {
    fn about() -> &'static About {
        &ABOUT
    }
}

/// The maximum number of stones in a random heap.
pub const MOST_DRAWN: u8 = 7;

/// The key is stored with every game and never renamed. The version is raised whenever an order
/// would be decided differently than before.
pub static ABOUT: About = About {
    key: "nim",
    version: 1,
    name: "Nim",
    designers: "unknown, solved by Charles Bouton in 1901",
    tagline: "Take stones from the heaps, and be the player who takes the last one.",
    licence: "The game is in the public domain.",
    seats: (2, 4),
    size: Size {
        weight: 1,
        good_with: "2",
        length: "a few turns",
        weeks: "a few days",
        weeks_with_option: "",
        hidden: "nothing",
    },
    colours: &["red", "blue", "green", "yellow"],
    options: OPTIONS,
    terms: TERMS,
    verbs: &["take"],
    bound: 28,
    rules: include_str!("RULES.md"),
    learn: include_str!("LEARN.md"),
    tour: include_str!("TOUR.md"),
    notation: include_str!("NOTATION.md"),
    examples: &[
        ("01-setup.toml", include_str!("examples/01-setup.toml")),
        ("02-turns.toml", include_str!("examples/02-turns.toml")),
        ("03-end.toml", include_str!("examples/03-end.toml")),
    ],
};

/// The words that the game page shows beside the players, explained for beginners.
static TERMS: &[Term] = &[Term::new(
    "R3.2",
    &["stones", "stone"],
    "How many stones the player has taken. It does not matter for the result.",
)];

static OPTIONS: &[OptionSpec] = &[OptionSpec::one_of(
    "heaps",
    "R1.3",
    "Heaps",
    "How many stones each heap has at the start.",
    &[
        Choice::new("1-3-5-7", "1, 3, 5 and 7"),
        Choice::new("3-4-5", "3, 4 and 5"),
        Choice::new("drawn", "Four heaps of 1 to 7, random"),
    ],
)];

/// Returns the heaps at the start; `None` if they are random.
pub fn heaps(table: &Table) -> Option<[u8; Heap::COUNT]> {
    match table.option(&ABOUT, "heaps").as_str() {
        "3-4-5" => Some([3, 4, 5, 0]),
        "drawn" => None,
        _ => Some([1, 3, 5, 7]),
    }
}
