//! R3 Game options, parsed from their text values.

use serde::{Deserialize, Serialize};

use ravenpost_rules::about::seat_list;
use ravenpost_rules::{Choice, OptionSpec, Refusal, Seat, Seats, Table};

/// The options of a game. Default values are not serialised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Options {
    #[serde(skip_serializing_if = "rests")]
    pub advanced_craft: bool,
    #[serde(skip_serializing_if = "rests")]
    pub advanced_trading: bool,
    /// Seats dealt even reputations only.
    #[serde(skip_serializing_if = "rests")]
    pub new_players: Seats,
    #[serde(skip_serializing_if = "rests")]
    pub raid_loss: RaidLoss,
    /// Whether Home may unbury any amount.
    #[serde(skip_serializing_if = "rests")]
    pub unbury_any: bool,
    #[serde(skip_serializing_if = "rests")]
    pub then_church: bool,
    #[serde(skip_serializing_if = "rests")]
    pub passing: bool,
    /// The selected solo goal: 0 easy, 1 medium, 2 hard.
    #[serde(skip_serializing_if = "rests")]
    pub solo_goal: u8,
}

/// Returns whether an option has its default value.
fn rests<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a raided farmstead costs (R3.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RaidLoss {
    #[default]
    TwoItems,
    TwoSilverOrOneResource,
}

impl Options {
    /// Parses the options of a table whose values were checked; missing options have their
    /// defaults.
    pub fn of(table: &Table) -> Result<Options, Refusal> {
        let value = |id: &str| table.options.get(id).map_or("", String::as_str);
        Ok(Options {
            advanced_craft: value("advanced_craft") == "on",
            advanced_trading: value("advanced_trading") == "on",
            new_players: seat_list(value("new_players"), table.seats)?.into_iter().collect(),
            raid_loss: match value("raid_loss") {
                "two-silver-or-one-resource" => RaidLoss::TwoSilverOrOneResource,
                _ => RaidLoss::TwoItems,
            },
            unbury_any: value("unbury") == "any",
            then_church: value("merchants") == "then-church",
            passing: value("passing") == "allowed",
            solo_goal: match value("solo_goal") {
                "medium" => 1,
                "hard" => 2,
                _ => 0,
            },
        })
    }

    pub fn is_new(&self, seat: Seat) -> bool {
        self.new_players.has(seat)
    }

    /// Returns whether raids take gifts of 2 Silver or 1 resource.
    pub fn gifts(&self) -> bool {
        self.raid_loss == RaidLoss::TwoSilverOrOneResource
    }
}

/// The options as described before a table is opened.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec::on_off(
        "advanced_craft",
        "R3.2",
        "Advanced craft cards",
        "Adds Shipyard, Armoury, Tannery and Village to the piles of single craft cards.",
    ),
    OptionSpec::on_off(
        "advanced_trading",
        "R3.3",
        "Advanced trading cards",
        "Adds Riga, Stettin, Memel and Falsterbo to the piles of single trading cards.",
    ),
    OptionSpec::seats(
        "new_players",
        "R3.4",
        "New players",
        "These players are dealt only even-numbered reputations, which are easier to play.",
    ),
    OptionSpec::one_of(
        "raid_loss",
        "R3.5",
        "Pirate raids take",
        "What each raided farmstead costs its owner.",
        &[
            Choice::new("two-items", "Two items of the owner's choice"),
            Choice::new("two-silver-or-one-resource", "Two Silver or one resource"),
        ],
    ),
    OptionSpec::one_of(
        "unbury",
        "R3.6",
        "Home unburies",
        "How much the follow-up of the Home card can unbury.",
        &[Choice::new("one", "One Silver or one card"), Choice::new("any", "Any amount")],
    ),
    OptionSpec::one_of(
        "merchants",
        "R3.7",
        "Lübeck and Linköping",
        "Whether building and decorating are separate actions, or follow a take or sale.",
        &[
            Choice::new("one-action", "One of four actions"),
            Choice::new("then-church", "Silver or a sale, then a church or a decoration"),
        ],
    ),
    OptionSpec::one_of(
        "passing",
        "R3.8",
        "Passing",
        "Whether players may keep cards in hand instead of placing a worker.",
        &[Choice::new("forbidden", "Forbidden"), Choice::new("allowed", "Allowed")],
    ),
    OptionSpec::one_of(
        "solo_goal",
        "R3.9",
        "Solo goal",
        "What you need to win a solo game.",
        &[
            Choice::new("easy", "A church in the 1100s"),
            Choice::new("medium", "All six Settings by the end of the 1200s"),
            Choice::new("hard", "Three churches and the Splinter of the Holy Cross"),
        ],
    ),
];
