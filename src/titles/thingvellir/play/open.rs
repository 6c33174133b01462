//! Setting up a game (R4).

use super::super::about;
use super::super::state::Step;
use super::super::state::facts::{Dealt, Fact};
use super::super::things::data::data;
use super::super::things::names::Faction;
use super::decide::Run;
use super::flow;
use crate::rules::Table;

/// Deals factions, shuffles, and runs to the first decision.
pub fn open(run: &mut Run<'_>, table: &Table) {
    let is = |id: &str, value: &str| table.option(&about::ABOUT, id) == value;
    let seats = usize::from(table.seats);
    let mut factions = data().recommended[seats - 2].clone();
    if is("factions", "claimed") {
        factions = claimed(table, &factions);
    } else {
        run.dice.stream("factions").shuffle(&mut factions);
    }
    let speaker = if is("first_lawspeaker", "seat1") {
        0
    } else {
        run.dice.stream("lawspeaker").below(u32::from(table.seats)) as u8
    };
    run.put(Fact::Dealt(Dealt {
        factions,
        speaker,
        sealed: is("votes", "sealed"),
        seeded: is("foster_pool", "seeded"),
        harvest: is("harvest", "on"),
        outlawry: is("outlawry", "on"),
    }));
    run.shuffle_doom();
    if run.state.options.seeded {
        seed_pool(run);
    }
    run.put(Fact::Round(1));
    let speaker = usize::from(run.state.speaker);
    run.ask(Step::Side, speaker);
    flow::go(run);
}

/// The factions by seat where seats chose them: the first to claim one has it, and who has none
/// gets the first free one of the recommended, then of all (R4.2).
pub fn claimed(table: &Table, recommended: &[Faction]) -> Vec<Faction> {
    let mut chosen: Vec<Option<Faction>> = Vec::new();
    for seat in 1..=table.seats {
        let slug = table.option(&about::ABOUT, &format!("claim{seat}"));
        let wish = Faction::from_slug(&slug).filter(|wish| !chosen.contains(&Some(*wish)));
        chosen.push(wish);
    }
    for at in 0..chosen.len() {
        if chosen[at].is_none() {
            let all = recommended.iter().copied().chain(Faction::all());
            chosen[at] = all.into_iter().find(|faction| !chosen.contains(&Some(*faction)));
        }
    }
    chosen.into_iter().flatten().collect()
}

/// Six cards turned for the Foster pool (R21.5).
fn seed_pool(run: &mut Run<'_>) {
    run.draw(None, 6, true);
    super::deal::foster::fill(run);
    let left = run.state.open_cards().count() as u8;
    run.put(Fact::Cleared(None, left));
}
