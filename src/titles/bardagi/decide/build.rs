//! Building a tile, or nothing (chapter 13).

use super::super::facts::Fact;
use super::super::names::{Pile, Tile};
use super::super::state::Step;
use super::Run;

pub fn build(run: &mut Run<'_>, at: usize, tile: Tile, old: Option<Tile>) {
    let who = run.who(at);
    run.put(Fact::Built { who, tile, old });
    // The display is filled after the old tile was shuffled in, so that it may turn up again
    // (R13.9).
    if old.is_some() {
        run.shuffle_tiles(tile.pile());
    }
    show(run, tile.pile());
    run.go(Step::Yard);
}

/// Turns up the next tile of a pile, if there is one.
pub fn show(run: &mut Run<'_>, pile: Pile) {
    if let Some(next) = run.state.piles[pile.index()].last().copied() {
        run.put(Fact::Shown(pile, next));
    }
}

/// The same fact by choice and for want of means, which nobody else shall tell apart (19).
pub fn pass(run: &mut Run<'_>, at: usize) {
    let who = run.who(at);
    run.put(Fact::BuiltNothing(who));
    run.go(Step::Yard);
}
