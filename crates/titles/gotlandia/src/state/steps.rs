//! The remaining steps of the current turn after its main effect, as an ordered set (R8.11).

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One part of a turn.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, strum::VariantArray,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    #[default]
    Raid,
    /// A pirate to place after the raid.
    Pirate,
    /// A pirate to sink: assembly, Brewery.
    Sink,
    /// The fixed addition, or the draw after a raid.
    Draw,
    /// The Wise, after the step at home.
    Wise,
    /// Gossip mongers after Wisby and Roma.
    Gossip,
    /// Long fingered after Gotland.
    Steal,
    /// The follow-up of the card that was played.
    Follow,
}

impl Step {
    const ALL: &[Step] = <Step as strum::VariantArray>::VARIANTS;
}

/// The remaining steps. Serialised as a list of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Step>"))]
pub struct Steps(u8);

impl Steps {
    pub const NONE: Steps = Steps(0);

    pub fn add(&mut self, step: Step) {
        self.0 |= 1 << step as u8;
    }

    pub fn remove(&mut self, step: Step) {
        self.0 &= !(1 << step as u8);
    }

    pub fn has(self, step: Step) -> bool {
        self.0 & 1 << step as u8 != 0
    }

    /// Returns the next step.
    pub fn first(self) -> Option<Step> {
        Step::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL.iter().copied().filter(move |step| self.has(*step))
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = ravenpost_rules::list::List::<Step, 8>::deserialize(deserializer)?;
        let mut steps = Steps::NONE;
        for step in list.iter() {
            steps.add(*step);
        }
        Ok(steps)
    }
}
