//! R4 Setup: factions, piles and the first Lawspeaker.

use super::super::Thingvellir;
use super::super::state::facts::{Fact, Opened};
use super::super::state::options::{Options, claimed, recommended};
use super::super::state::progress::Step;
use super::super::things::who::Who;
use super::action::foster;
use super::flow;
use super::run::{Run, RunExt};
use ravenpost_rules::{Described, Seat, Table};

/// Deals factions, shuffles, and runs to the first decision.
pub fn open(run: &mut Run<'_>, table: &Table) {
    let about = Thingvellir::about();
    let options = Options::of(about, table);
    let factions = if table.is(about, "factions", "claimed") {
        claimed(about, table)
    } else {
        let mut factions = recommended(table.seats).to_vec();
        run.dice.stream("factions").shuffle(&mut factions);
        factions
    };
    let speaker = if table.is(about, "first_lawspeaker", "seat1") {
        0
    } else {
        run.dice.stream("lawspeaker").below(u32::from(table.seats)) as usize
    };
    let lawspeaker = Who { seat: Seat::at(speaker), faction: factions[speaker] };
    run.put(Fact::Opened(Opened {
        factions,
        lawspeaker,
        sealed_votes: options.sealed,
        seeded_pool: options.seeded,
        harvest: options.harvest,
        outlawry: options.outlawry,
    }));
    run.shuffle_doom();
    if run.state.options.seeded {
        seed_pool(run);
    }
    run.put(Fact::RoundStarted(1));
    let speaker = run.state.speaker;
    run.ask(Step::Side, speaker);
    flow::go(run);
}

/// Turns up six cards for the Foster pool (R21.5).
fn seed_pool(run: &mut Run<'_>) {
    run.draw(None, 6, true);
    foster::fill(run);
    let left = run.state.open_cards().count() as u8;
    run.put(Fact::DrawDiscarded(None, left));
}
