//! Shared parts of battles and assaults: sides, dice, losses (R5, R12.4, R12.8-R12.12).

pub mod dice;
pub mod honour;
pub mod losses;
pub mod side;
pub mod strike;
pub mod will;
