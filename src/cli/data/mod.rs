//! Commands about the stored data: backups, moves, upgrades, and the erasure of a person.

pub(super) mod backup;
pub(super) mod erase;
mod leavings;
pub(super) mod move_house;
pub(super) mod rebuild;
pub(super) mod restore;
pub(super) mod upgrade;
