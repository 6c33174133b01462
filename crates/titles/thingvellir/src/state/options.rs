//! R21 Options of a game, read once from the table.

use super::super::things::data;
use super::super::things::names::Faction;
use ravenpost_rules::{About, Table};

/// The options of a game, by rule R21.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub sealed: bool,
    pub seeded: bool,
    pub harvest: bool,
    pub outlawry: bool,
}

impl Options {
    /// Reads a table's options as defined in the title's description.
    pub fn of(about: &About, table: &Table) -> Options {
        Options {
            sealed: table.is(about, "votes", "sealed"),
            seeded: table.is(about, "foster_pool", "seeded"),
            harvest: table.is(about, "harvest", "on"),
            outlawry: table.is(about, "outlawry", "on"),
        }
    }
}

/// The factions recommended for a number of seats (R4.2).
pub fn recommended(seats: u8) -> &'static [Faction] {
    &data().recommended[usize::from(seats) - 2]
}

/// The factions by seat where players claimed them. The first claim wins, and other seats get the
/// first free faction, recommended ones first (R4.2).
pub fn claimed(about: &About, table: &Table) -> Vec<Faction> {
    let mut chosen: Vec<Option<Faction>> = Vec::new();
    for seat in 1..=table.seats {
        let slug = table.option(about, &format!("claim{seat}"));
        let wish = Faction::from_slug(&slug).filter(|wish| !chosen.contains(&Some(*wish)));
        chosen.push(wish);
    }
    for at in 0..chosen.len() {
        if chosen[at].is_none() {
            let all = recommended(table.seats).iter().copied().chain(Faction::all());
            chosen[at] = all.into_iter().find(|faction| !chosen.contains(&Some(*faction)));
        }
    }
    chosen.into_iter().flatten().collect()
}
