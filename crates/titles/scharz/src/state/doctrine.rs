//! Stored doctrine, which decides for a seat where its sheet says nothing (R28).

use serde::{Deserialize, Serialize};

use super::super::things::kinds::Kind;
use super::super::things::words::words;
use super::stack::Stack;
use ravenpost_rules::list::List;

words!(
    /// When to attack (R12.3); the first variant exists in doctrine only.
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
    /// When a side escapes from a battle (R12.15).
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

words!(HerdPolicy, "fate of herds", {
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
    /// Kinds of D6 rolls that may be rerolled (R20.4).
    Luck, "kind of roll", {
        Wreck = "wreck",
        Passage = "passage",
        Attrition = "attrition",
        Fishing = "fishing",
        Yield = "yield",
    }
);

impl Luck {
    /// Whether it is rolled in the rear rather than in the march or clash.
    pub fn is_of_rear(self) -> bool {
        matches!(self, Luck::Fishing | Luck::Yield)
    }
}

words!(
    /// Whether besieged units emerge.
    Emerge, "way to emerge", {
        Never = "never",
        IfEven = "if-even",
    }
);

words!(
    /// Whether units retreat to threatened settlements.
    Retreat, "way to retreat", {
        None = "none",
        Threatened = "threatened",
    }
);

words!(
    /// Whether ships enter a harbour in autumn and winter.
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

/// When to escape, and after how many rounds or losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Escape {
    pub when: Flight,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// Settings of a siege.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Siege {
    pub rounds: u8,
    /// Maximum losses in percent of the lives.
    pub max_loss: u8,
    /// What happens to a captured settlement.
    pub settlement: Sack,
}

impl Siege {
    pub const USUAL: Siege = Siege { rounds: 3, max_loss: 50, settlement: Sack::Keep };
}

/// Kinds of units in order of preference.
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
    pub herds: HerdPolicy,
    pub retreat: Retreat,
    pub harbour: Harbour,
    /// The kinds trained first; empty means recruits.
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
            herds: HerdPolicy::Take,
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

/// The position of a stack's kind in a list; kinds not listed come last.
pub fn place_in(kinds: &Kinds, stack: &Stack) -> usize {
    kinds.iter().position(|kind| *kind == stack.kind()).unwrap_or(kinds.len())
}
