//! What tests stand on: the service on a database of its own and a clock that is set by hand.

pub mod app;
pub mod browser;
pub mod engine;
pub mod postgres;
pub mod seeds;
pub mod sick_disk;

use ravenpost_rules::{Table, Title};

/// A table of so many seats; a title that is played over years is played over one.
pub fn brief(title: &dyn Title, seats: u8) -> Table {
    let table = Table::of(seats);
    match title.about().options.iter().any(|option| option.id == "years") {
        true => table.with("years", "1"),
        false => table,
    }
}

/// Whether tests that have a long form take it: what they thin out by day is done in full by
/// `scripts/night`, which sets RAVENPOST_NIGHT.
pub fn at_night() -> bool {
    std::env::var_os("RAVENPOST_NIGHT").is_some()
}
