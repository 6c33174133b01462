//! The options of a table (R3), read from their texts.

use serde::{Deserialize, Serialize};

use crate::rules::about::seat_list;
use crate::rules::{Choice, OptionKind, OptionSpec, Refusal, Seat, Table};

/// What the table agreed on. The default is the default of every option, and is not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    #[serde(skip_serializing_if = "rests")]
    pub advanced_craft: bool,
    #[serde(skip_serializing_if = "rests")]
    pub advanced_trading: bool,
    /// Seats dealt even reputations only, as bits.
    #[serde(skip_serializing_if = "rests")]
    pub new_players: u8,
    #[serde(skip_serializing_if = "rests")]
    pub raid_loss: RaidLoss,
    /// Whether Home may unbury any amount.
    #[serde(skip_serializing_if = "rests")]
    pub unbury_any: bool,
    #[serde(skip_serializing_if = "rests")]
    pub then_church: bool,
    #[serde(skip_serializing_if = "rests")]
    pub passing: bool,
    /// Which solo goal counts: 0 easy, 1 medium, 2 hard.
    #[serde(skip_serializing_if = "rests")]
    pub solo_goal: u8,
}

/// Whether an option is at its default.
fn rests<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a raided farmstead costs (R3.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RaidLoss {
    #[default]
    TwoItems,
    TwoSilverOrOneResource,
}

impl Options {
    pub fn of(table: &Table) -> Result<Options, Refusal> {
        let value = |id: &str| table.option(super::super::about::about(), id);
        let on = |id: &str, word: &str| value(id) == word;
        let mut new_players = 0;
        for seat in seat_list(&value("new_players"), table.seats)? {
            new_players |= 1 << seat.index();
        }
        Ok(Options {
            advanced_craft: on("advanced_craft", "on"),
            advanced_trading: on("advanced_trading", "on"),
            new_players,
            raid_loss: if on("raid_loss", "two-items") {
                RaidLoss::TwoItems
            } else {
                RaidLoss::TwoSilverOrOneResource
            },
            unbury_any: on("unbury", "any"),
            then_church: on("merchants", "then-church"),
            passing: on("passing", "allowed"),
            solo_goal: match value("solo_goal").as_str() {
                "easy" => 0,
                "medium" => 1,
                _ => 2,
            },
        })
    }

    pub fn is_new(&self, seat: Seat) -> bool {
        self.new_players & 1 << seat.index() != 0
    }

    /// Whether raids take gifts of 2 Silver or 1 resource.
    pub fn gifts(&self) -> bool {
        self.raid_loss == RaidLoss::TwoSilverOrOneResource
    }
}

const fn choice(value: &'static str, label: &'static str) -> Choice {
    Choice { value, label }
}

const OFF_ON: &[Choice] = &[choice("off", "Off"), choice("on", "On")];

/// As told before a table is opened.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        id: "advanced_craft",
        label: "Advanced craft cards",
        help: "Adds Shipyard, Armoury, Tannery and Village to the piles of single craft cards.",
        kind: OptionKind::OneOf(OFF_ON),
        rule: "R3.2",
    },
    OptionSpec {
        id: "advanced_trading",
        label: "Advanced trading cards",
        help: "Adds Riga, Stettin, Memel and Falsterbo to the piles of single trading cards.",
        kind: OptionKind::OneOf(OFF_ON),
        rule: "R3.3",
    },
    OptionSpec {
        id: "new_players",
        label: "New players",
        help: "These seats are dealt even-numbered reputations only, which are easier to play.",
        kind: OptionKind::Seats,
        rule: "R3.4",
    },
    OptionSpec {
        id: "raid_loss",
        label: "Pirate raids take",
        help: "What each raided farmstead costs its owner.",
        kind: OptionKind::OneOf(&[
            choice("two-items", "Two items of the owner's choice"),
            choice("two-silver-or-one-resource", "Two Silver or one resource"),
        ]),
        rule: "R3.5",
    },
    OptionSpec {
        id: "unbury",
        label: "Home unburies",
        help: "How much the follow-up of the Home card may bring back.",
        kind: OptionKind::OneOf(&[
            choice("one", "One Silver or one card"),
            choice("any", "Any amount"),
        ]),
        rule: "R3.6",
    },
    OptionSpec {
        id: "merchants",
        label: "Lübeck and Linköping",
        help: "Whether building and decorating are actions of their own, or follow the others.",
        kind: OptionKind::OneOf(&[
            choice("one-action", "One action of four"),
            choice("then-church", "Silver or a sale, then a church or a decoration"),
        ]),
        rule: "R3.7",
    },
    OptionSpec {
        id: "passing",
        label: "Passing",
        help: "Whether a seat may keep cards in hand instead of placing a worker.",
        kind: OptionKind::OneOf(&[choice("forbidden", "Forbidden"), choice("allowed", "Allowed")]),
        rule: "R3.8",
    },
    OptionSpec {
        id: "solo_goal",
        label: "Solo goal",
        help: "What a game alone has to reach to be won.",
        kind: OptionKind::OneOf(&[
            choice("easy", "A church in the 1100s"),
            choice("medium", "All six Settings by the end of the 1200s"),
            choice("hard", "Three churches and the Splinter of the Holy Cross"),
        ]),
        rule: "R3.9",
    },
];
