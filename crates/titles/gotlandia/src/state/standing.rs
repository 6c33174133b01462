//! Standing instructions (R24.8), which answer for a seat instead of a prompt.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::things::data::data;
use super::super::things::kinds::{Dir, Kind};
use ravenpost_rules::list::List;

/// A seat's instructions; initially none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Standing {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<[Kind; Kind::COUNT]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grow: Option<Grow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bury: Option<Bury>,
    /// Directions for Troublemakers, in order of preference; empty to place none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<List<Dir, 6>>,
}

/// How much Grain to pay for growth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grow {
    Never,
    Always,
    UpTo(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Bury {
    None,
    Silver,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InstructionChange {
    Losses([Kind; Kind::COUNT]),
    Grow(Grow),
    Bury(Bury),
    Trouble(List<Dir, 6>),
    Off(Name),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Name {
    Losses,
    Grow,
    Bury,
    Trouble,
}

impl Name {
    pub const ALL: [(Name, &'static str); 4] = [
        (Name::Losses, "losses"),
        (Name::Grow, "grow"),
        (Name::Bury, "bury"),
        (Name::Trouble, "trouble"),
    ];

    /// Returns the name in an order, such as `standing bury none` or `standing off bury`.
    pub fn in_order(line: &str) -> Option<Name> {
        let word = line.split(' ').skip(1).find(|word| *word != "off")?;
        Name::ALL.iter().find(|(_, known)| *known == word).map(|(name, _)| *name)
    }
}

impl Standing {
    #[must_use]
    pub fn with(mut self, change: &InstructionChange) -> Standing {
        match change {
            InstructionChange::Losses(order) => self.losses = Some(*order),
            InstructionChange::Grow(grow) => self.grow = Some(*grow),
            InstructionChange::Bury(bury) => self.bury = Some(*bury),
            InstructionChange::Trouble(dirs) => self.trouble = Some(*dirs),
            InstructionChange::Off(Name::Losses) => self.losses = None,
            InstructionChange::Off(Name::Grow) => self.grow = None,
            InstructionChange::Off(Name::Bury) => self.bury = None,
            InstructionChange::Off(Name::Trouble) => self.trouble = None,
        }
        self
    }

    /// Returns the instruction of a name, if it is set.
    pub fn of(&self, name: Name) -> Option<InstructionChange> {
        Some(match name {
            Name::Losses => InstructionChange::Losses(self.losses?),
            Name::Grow => InstructionChange::Grow(self.grow?),
            Name::Bury => InstructionChange::Bury(self.bury?),
            Name::Trouble => InstructionChange::Trouble(self.trouble?),
        })
    }

    /// Returns the instruction of a name, as an order.
    pub fn line(&self, name: Name) -> Option<String> {
        self.of(name).map(|change| change.to_string())
    }
}

impl Grow {
    pub fn pays(self, shortfall: u8) -> bool {
        match self {
            Grow::Never => false,
            Grow::Always => true,
            Grow::UpTo(most) => shortfall <= most,
        }
    }
}

impl fmt::Display for InstructionChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standing ")?;
        let list = |words: Vec<&str>| words.join(",");
        match self {
            InstructionChange::Losses(order) => {
                write!(f, "losses {}", list(order.iter().map(|kind| kind.word()).collect()))
            }
            InstructionChange::Grow(Grow::Never) => f.write_str("grow never"),
            InstructionChange::Grow(Grow::Always) => f.write_str("grow always"),
            InstructionChange::Grow(Grow::UpTo(most)) => write!(f, "grow {most}"),
            InstructionChange::Bury(Bury::None) => f.write_str("bury none"),
            InstructionChange::Bury(Bury::Silver) => f.write_str("bury silver"),
            InstructionChange::Trouble(dirs) if dirs.is_empty() => f.write_str("trouble none"),
            InstructionChange::Trouble(dirs) => {
                write!(f, "trouble {}", list(dirs.iter().map(|dir| dir.slug()).collect()))
            }
            InstructionChange::Off(name) => {
                let (_, word) = Name::ALL[*name as usize];
                write!(f, "off {word}")
            }
        }
    }
}

/// Completes a partial order of kinds with the rest in the order of R24.4.
pub fn completed(first: &[Kind]) -> [Kind; Kind::COUNT] {
    let rest = data().loss_order.into_iter().filter(|kind| !first.contains(kind));
    let all: Vec<Kind> = first.iter().copied().chain(rest).take(Kind::COUNT).collect();
    all.try_into().expect("every kind is given or follows")
}
