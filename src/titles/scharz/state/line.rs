//! A line of a sheet, as it is kept: the verb, and whatever its form has.
//!
//! All lines have one shape, so that one table says how each is written and read.

use serde::{Deserialize, Serialize};

use super::super::things::words::words;
use super::super::things::{Building, Field, Good, Herd, Kind, Unit};
use super::pact::Bond;
use crate::rules::Seat;
use crate::rules::list::List;

words!(
    /// What a line does.
    Verb, "verb", {
        Done = "done",
        Drop = "drop",
        Reset = "reset",
        Pick = "pick",
        Faction = "faction",
        Village = "village",
        City = "city",
        Port = "port",
        Dock = "dock",
        Place = "place",
        Stock = "stock",
        Flock = "flock",
        Fort = "fort",
        Rival = "rival",
        Move = "move",
        Board = "board",
        Sail = "sail",
        Land = "land",
        Beach = "beach",
        Ferry = "ferry",
        Haste = "special-move",
        Army = "army",
        Fleet = "fleet",
        Ride = "ride",
        Drive = "herd",
        Stable = "stable",
        Pasture = "pasture",
        Cart = "cart",
        Exit = "exit",
        Toll = "toll",
        Luck = "luck",
        Accept = "accept",
        Refuse = "refuse",
        Standing = "standing",
        Retreat = "retreat",
        Harbour = "harbour",
        Slip = "slip",
        Withdraw = "withdraw",
        Shelter = "shelter",
        Emerge = "emerge",
        Attack = "attack",
        Escape = "escape",
        Target = "target",
        Snipe = "snipe",
        Reroll = "reroll",
        Spare = "spare",
        Siege = "siege",
        Loot = "loot",
        Burn = "burn",
        Herds = "herds",
        Hasten = "hasten",
        Twice = "build-twice",
        Build = "build",
        Join = "join",
        Cancel = "cancel",
        Dismantle = "dismantle",
        BuyLi = "buy-li",
        Double = "double",
        Hire = "hire",
        BuyCors = "buy-cors",
        BuyEle = "buy-ele",
        Raise = "raise",
        Lower = "lower",
        Disband = "disband",
        Dismiss = "dismiss",
        BuyGoods = "buy-goods",
        SellGoods = "sell-goods",
        BuyHerd = "buy-herd",
        SellHerd = "sell-herd",
        Slaughter = "slaughter",
        Command = "command",
        Offer = "offer",
        Demand = "demand",
        Recall = "recall",
        Release = "release",
        Revolt = "revolt",
        Dominance = "announce-dominance",
        Might = "announce-might",
        Sow = "sow",
        SowAuto = "sow-auto",
        Recruit = "recruit",
        RecruitAll = "recruit-all",
        Festival = "festival",
        FeedSlaughter = "feed-slaughter",
        Keep = "keep",
        Starve = "starve",
        Calf = "calf",
        Muster = "muster",
        Resign = "resign",
        OurStance = "doctrine-stance",
        OurWithdraw = "doctrine-withdraw",
        OurEmerge = "doctrine-emerge",
        OurEscape = "doctrine-escape",
        OurTarget = "doctrine-target",
        OurReroll = "doctrine-reroll",
        OurSpare = "doctrine-spare",
        OurSiege = "doctrine-siege",
        OurLoot = "doctrine-loot",
        OurHerds = "doctrine-herds",
        OurRetreat = "doctrine-retreat",
        OurHarbour = "doctrine-harbour",
        OurTrain = "doctrine-train",
        OurLuck = "doctrine-luck",
        OurSow = "doctrine-sow",
        OurRecruit = "doctrine-recruit",
        OurFestival = "doctrine-festival",
    }
);

/// The decision that a verb belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sheet {
    /// About the sheet itself.
    Any,
    Homeland,
    Settle,
    March,
    Clash,
    Rear,
    Doctrine,
}

impl Verb {
    pub fn sheet(self) -> Sheet {
        match self {
            Verb::Done | Verb::Drop | Verb::Reset => Sheet::Any,
            Verb::Pick => Sheet::Homeland,
            _ if self < Verb::Rival => Sheet::Settle,
            Verb::Rival => Sheet::Rear,
            _ if self <= Verb::Standing => Sheet::March,
            _ if self <= Verb::Herds => Sheet::Clash,
            _ if self <= Verb::Resign => Sheet::Rear,
            _ => Sheet::Doctrine,
        }
    }

    /// Whether it is one of MOVE-1, which may be said again after 14 PP (R10.17).
    pub fn marches(self) -> bool {
        Verb::Move <= self && self <= Verb::Ferry
    }
}

/// So many units of a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Part {
    pub n: u8,
    pub unit: Unit,
}

pub type Parts = List<Part, 12>;

/// One line of a sheet. What its verb has no use for is left at rest.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Line {
    pub verb: Verb,
    #[serde(skip_serializing_if = "is_rest")]
    pub again: bool,
    #[serde(skip_serializing_if = "is_rest")]
    pub n: u8,
    /// A second number: percent of a siege's stop.
    #[serde(skip_serializing_if = "is_rest")]
    pub m: u8,
    #[serde(skip_serializing_if = "is_rest")]
    pub unit: Unit,
    /// A word of a list that the verb knows: a herd, a building, a condition.
    #[serde(skip_serializing_if = "is_rest")]
    pub word: u8,
    #[serde(skip_serializing_if = "is_rest")]
    pub at: Field,
    #[serde(skip_serializing_if = "is_rest")]
    pub to: Field,
    #[serde(skip_serializing_if = "is_rest")]
    pub on: Field,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    #[serde(skip_serializing_if = "no_parts")]
    pub parts: Parts,
}

fn is_rest<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn no_parts(parts: &Parts) -> bool {
    parts.is_empty()
}

impl Line {
    pub fn of(verb: Verb) -> Line {
        Line { verb, ..Line::default() }
    }

    pub fn at(verb: Verb, at: Field) -> Line {
        Line { verb, at, ..Line::default() }
    }

    /// So many units of a field.
    pub fn units(verb: Verb, n: u8, unit: Unit, at: Field) -> Line {
        Line { verb, n, unit, at, ..Line::default() }
    }

    #[must_use]
    pub fn to(self, to: Field) -> Line {
        Line { to, ..self }
    }

    #[must_use]
    pub fn word(self, word: usize) -> Line {
        Line { word: word as u8, ..self }
    }

    #[must_use]
    pub fn seat(self, seat: Seat) -> Line {
        Line { seat: Some(seat), ..self }
    }

    #[must_use]
    pub fn number(self, n: u8) -> Line {
        Line { n, ..self }
    }

    fn index(&self) -> usize {
        usize::from(self.word)
    }

    /// The herd that the word is; the first where it is none.
    pub fn herd(&self) -> Herd {
        Herd::ALL.get(self.index()).copied().unwrap_or_default()
    }

    pub fn good(&self) -> Good {
        Good::ALL.get(self.index()).copied().unwrap_or_default()
    }

    pub fn building(&self) -> Building {
        Building::ALL.get(self.index()).copied().unwrap_or_default()
    }

    pub fn kind(&self) -> Kind {
        Kind::ALL.get(self.index()).copied().unwrap_or_default()
    }

    pub fn bond(&self) -> Bond {
        Bond::ALL.get(self.index()).copied().unwrap_or_default()
    }

    /// Whether a herd of the setup goes into the stable: the pen stands in the second number.
    pub fn in_stable(&self) -> bool {
        self.m == 1
    }

    /// The other seat of the line.
    pub fn other(&self) -> Seat {
        self.seat.unwrap_or(Seat(1))
    }
}
