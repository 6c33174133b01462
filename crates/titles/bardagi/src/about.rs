//! The title's description: names, seats, options and documents.

use super::Bardagi;
use super::examples;
use super::state::options::LAST_ROUND;
use ravenpost_rules::Described;
use ravenpost_rules::{About, Choice, OptionSpec, Size, Term};

impl Described for Bardagi {
    fn about() -> &'static About {
        &ABOUT
    }
}

/// The description shown in lists and on pages.
pub static ABOUT: About = About {
    key: "bardagi",
    version: 1,
    name: "Bardagi: The Claim for Gold",
    designers: "Svavar Björgvinsson",
    tagline: "Rival clans send warriors, priests and merchants to win farms, Villages and gold in \
              the Age of the Sturlungs.",
    licence: "Published by Gamia Games. This is an unofficial edition: the rules are retold in our \
              own words, and the boards, most tile names and the pictures are our own. We know \
              of no terms for editions by others.",
    seats: (2, 5),
    size: Size {
        weight: 3,
        good_with: "2 or 3",
        length: "7 to 10 rounds",
        weeks: "about 4 weeks",
        weeks_with_option: "",
        hidden: "plans, gold and Runes",
    },
    colours: &["red", "yellow", "blue", "green", "black"],
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

/// Upper bound on orders, from these for each of 5 seats and each round: a plan, 200 orders of a
/// turn (R7.13), 32 driven-out Godis, three bargain answers, a tile, and 200 orders of a Claim
/// sheet. The 32 are four Godis for each of at most eight attacks. Real games stay far below it.
const BOUND: u32 = LAST_ROUND as u32 * 5 * (1 + 200 + 32 + 3 + 1 + 200) + 5;

static OPTIONS: &[OptionSpec] = &[
    OptionSpec::one_of(
        "map",
        "R18.1",
        "Board",
        "Winter has several islands, for 2 or 3 players. Summer has one large main island.",
        &[
            Choice::new("default", "Winter for 2 or 3 players, summer for more"),
            Choice::new("winter", "Winter (2 or 3 players)"),
            Choice::new("summer", "Summer"),
        ],
    ),
    OptionSpec::one_of(
        "homes",
        "R18.2",
        "Colours",
        "Each colour has its own home on the board.",
        &[Choice::new("random", "Random"), Choice::new("choose", "Chosen in turn order")],
    ),
    OptionSpec::one_of(
        "planning",
        "R18.3",
        "Planning",
        "Everyone plans at the same time in secret, or each player plans at the start of \
         their turn, which is easier.",
        &[
            Choice::new("secret", "Together, in secret"),
            Choice::new("own-turn", "At the start of your turn"),
        ],
    ),
    OptionSpec::on_off(
        "eight_cards",
        "R18.4",
        "Eight cards",
        "From round 5 on, everyone plans 8 cards instead of 6.",
    ),
    OptionSpec::on_off(
        "forced_trade",
        "R18.5",
        "Forced trade",
        "A Kaupmadur in another player's home area can force its owner to trade.",
    ),
    OptionSpec::one_of(
        "length",
        "R18.6",
        "Length",
        "7 to 10 rounds, depending on the number of players, or a time limit. The last round is \
         always finished.",
        LENGTHS,
    ),
    OptionSpec::one_of(
        "gold",
        "R18.7",
        "Gold",
        "Whether players can see each other's gold.",
        &[Choice::new("hidden", "Hidden"), Choice::new("open", "Open")],
    ),
    OptionSpec::on_off(
        "charge",
        "R18.8",
        "Charge",
        "If a Berserkur's move has used a card, an attack as the very next order needs no \
         card.",
    ),
];

const LENGTHS: &[Choice] = &[
    Choice::new("rounds", "7 to 10 rounds"),
    Choice::new("30", "30 minutes"),
    Choice::new("60", "1 hour"),
    Choice::new("120", "2 hours"),
    Choice::new("1440", "1 day"),
    Choice::new("10080", "1 week"),
    Choice::new("43200", "30 days"),
];

/// The terms of the rows of players and of the headline.
const TERMS: &[Term] = &[
    Term::new(
        "R15.2",
        &["glory"],
        "The points. Each area gives 1 in every round, and upgrades give 3. Gold and areas score \
         again at the end.",
    ),
    Term::new(
        "R16.3",
        &["gold"],
        "It pays for upgrades and trades, and gives glory at the end. A question mark means that \
         it is hidden.",
    ),
    Term::new(
        "R2.5",
        &["goods", "timber", "hide", "wool", "meat", "stone", "iron"],
        "They refill the buildings and pay for upgrades. At the end they become gold.",
    ),
    Term::new(
        "R2.7",
        &["areas", "area"],
        "Areas with this player's disks. Each gives 1 glory in every Claim phase.",
    ),
    Term::new(
        "R2.4",
        &["disks", "disk"],
        "Disks in the unused pile. They refill the buildings, from which areas are taken.",
    ),
    Term::new("R10.10", &["Runes", "Rune"], "Runes in hand. The Godi casts them on areas."),
    Term::new(
        "R8.9",
        &["Axe tokens", "Axe token"],
        "Axe tokens that have not been placed yet. They defend an area and keep others out.",
    ),
    Term::new(
        "R6.1",
        &["cards", "card"],
        "Planned cards that have not been played yet. Each is one action of one unit.",
    ),
    Term::new("R6.1", &["planning"], "All players choose their cards for the round in secret."),
    Term::new("R7.1", &["actions"], "In turn order, players reveal their cards and play them."),
    Term::new("R13.1", &["building"], "In turn order, each player may build one upgrade."),
    Term::new("R14.1", &["Claim phase"], "Areas give glory, and then what they yield."),
];
