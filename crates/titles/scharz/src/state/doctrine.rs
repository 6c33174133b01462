//! Doctrine as it is kept: what acts for a seat where its sheet says nothing (R28).

use serde::{Deserialize, Serialize};

use super::super::things::kinds::Kind;
use super::super::things::words::words;
use super::stack::Stack;
use ravenpost_rules::list::List;

words!(
    /// When to attack (R12.3); the first is only for doctrine.
    Stance, "stance", {
        Hold = "hold",
        IfDouble = "if-double",
        IfEven = "if-even",
        Always = "always",
    }
);

words!(Withdraw, "withdrawal", {
    Outnumbered = "outnumbered",
    Never = "never",
    Always = "always",
});

words!(
    /// When a side leaves a battle (R12.15).
    Flight, "escape", {
        Outnumbered = "outnumbered",
        Never = "never",
        After = "after",
        Loss = "loss",
    }
);

words!(Spare, "use of spare swords", {
    Shield = "shield",
    Sword = "sword",
});

words!(Sack, "fate of a settlement", {
    Keep = "keep",
    Raze = "raze",
});

words!(LootWhat, "looting", {
    Never = "never",
    Rival = "rival",
    Paying = "paying",
});

words!(HerdFate, "fate of herds", {
    Take = "take",
    Kill = "kill",
    Leave = "leave",
});

words!(Festival, "festival", {
    Small = "small",
    Double = "double",
    Triple = "triple",
});

words!(
    /// What a D6 may be rolled again for (R20.4).
    Luck, "kind of roll", {
        Wreck = "wreck",
        Passage = "passage",
        Attrition = "attrition",
        Fishing = "fishing",
        Yield = "yield",
    }
);

impl Luck {
    /// Whether it is rolled in the rear; the others are in the march and the clash.
    pub fn is_of_rear(self) -> bool {
        matches!(self, Luck::Fishing | Luck::Yield)
    }
}

words!(
    /// Whether those who are besieged come out.
    Emerge, "way to emerge", {
        Never = "never",
        IfEven = "if-even",
    }
);

words!(
    /// Whether units retreat to settlements that are threatened.
    Retreat, "way to retreat", {
        None = "none",
        Threatened = "threatened",
    }
);

words!(
    /// Whether ships make for a harbour in autumn and winter.
    Harbour, "way to harbour", {
        Never = "never",
        Cold = "cold",
    }
);

words!(Sow, "way to sow", {
    Off = "off",
    Auto = "auto",
});

words!(Recruit, "way to recruit", {
    Off = "off",
    All = "all",
});

/// When to escape, and after how many rounds or what part of the lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Escape {
    pub when: Flight,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// How a siege is carried on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Siege {
    pub rounds: u8,
    /// Percent of the lives that may be lost.
    pub max_loss: u8,
    /// What becomes of the settlement once it is taken.
    pub settlement: Sack,
}

impl Siege {
    pub const USUAL: Siege = Siege { rounds: 3, max_loss: 50, settlement: Sack::Keep };
}

/// Kinds of units in the order of a list.
pub type Kinds = List<Kind, 9>;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Doctrine {
    pub stance: Stance,
    pub withdraw: Withdraw,
    pub emerge: Emerge,
    pub escape: Escape,
    /// Empty: the weakest first.
    pub target: Kinds,
    pub reroll: u8,
    pub spare: Spare,
    pub siege: Option<Siege>,
    pub loot: LootWhat,
    pub herds: HerdFate,
    pub retreat: Retreat,
    pub harbour: Harbour,
    /// What is trained first; empty stands for recruits.
    pub train: Kinds,
    pub luck: [u8; 5],
    pub sow: Sow,
    pub recruit: Recruit,
    pub festival: Festival,
}

impl Default for Doctrine {
    fn default() -> Doctrine {
        Doctrine {
            stance: Stance::Hold,
            withdraw: Withdraw::Outnumbered,
            emerge: Emerge::Never,
            escape: Escape::default(),
            target: List::new(),
            reroll: 0,
            spare: Spare::Shield,
            siege: None,
            loot: LootWhat::Never,
            herds: HerdFate::Take,
            retreat: Retreat::None,
            harbour: Harbour::Cold,
            train: List::new(),
            luck: [0; 5],
            sow: Sow::Auto,
            recruit: Recruit::Off,
            festival: Festival::Small,
        }
    }
}

/// Where a unit of these kinds stands in a list; those that are not on it come last.
pub fn place_in(kinds: &Kinds, stack: &Stack) -> usize {
    kinds.iter().position(|kind| *kind == stack.kind()).unwrap_or(kinds.len())
}
