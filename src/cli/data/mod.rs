//! Commands about the stored data: backups, moves, upgrades, and the erasure of a person.

pub(super) mod backup;
pub(super) mod erase;
pub(super) mod move_data;
mod outside_database;
pub(super) mod rebuild;
pub(super) mod restore;
pub(super) mod upgrade;
