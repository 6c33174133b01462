//! Test support: the service on its own database, with a clock controlled by the test.

pub mod acts;
pub mod app;
pub mod browser;
pub mod engine;
pub mod failing_disk;
pub mod folder;
pub mod orders;
pub mod postgres;
pub mod schema;
pub mod seeds;

use ravenpost_rules::{Table, Title};

/// Creates a table with this many seats; a title with the option `years` plays only one.
pub fn brief(title: &dyn Title, seats: u8) -> Table {
    let table = Table::of(seats);
    match title.about().options.iter().any(|option| option.id == "years") {
        true => table.with("years", "1"),
        false => table,
    }
}

/// Returns whether tests run in their long form: `scripts/night` sets RAVENPOST_NIGHT to run in
/// full what is sampled by day.
pub fn at_night() -> bool {
    std::env::var_os("RAVENPOST_NIGHT").is_some()
}
