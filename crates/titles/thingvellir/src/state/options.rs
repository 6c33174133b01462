//! R21 Game options: how a table is set up, read once from its options.

use super::super::things::data;
use super::super::things::names::Faction;
use ravenpost_rules::{About, Table};

/// A table's options, by rule point R21.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub sealed: bool,
    pub seeded: bool,
    pub harvest: bool,
    pub outlawry: bool,
}

impl Options {
    /// A table's options, as the title's card names them.
    pub fn of(about: &About, table: &Table) -> Options {
        Options {
            sealed: table.is(about, "votes", "sealed"),
            seeded: table.is(about, "foster_pool", "seeded"),
            harvest: table.is(about, "harvest", "on"),
            outlawry: table.is(about, "outlawry", "on"),
        }
    }
}

/// The factions recommended for that many seats (R4.2).
pub fn recommended(seats: u8) -> &'static [Faction] {
    &data().recommended[usize::from(seats) - 2]
}

/// The factions by seat where seats chose them: the first to claim one has it, and who has none
/// gets the first free one of the recommended, then of all (R4.2).
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
