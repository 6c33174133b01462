//! How urgent a reminder is, and when it is due.

use serde::{Deserialize, Serialize};

/// How urgent a reminder is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, strum::VariantArray,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Stage {
    /// Half of the time is left.
    Half,
    /// A fifth of the time is left.
    Fifth,
    /// The last call: a twentieth of the time is left.
    LastCall,
}

impl Stage {
    /// All stages, in chronological order.
    pub const ALL: &[Stage] = <Stage as strum::VariantArray>::VARIANTS;

    /// Returns the share of the time that is left, in per cent.
    pub fn left(self) -> u32 {
        match self {
            Stage::Half => 50,
            Stage::Fifth => 20,
            Stage::LastCall => 5,
        }
    }
}
