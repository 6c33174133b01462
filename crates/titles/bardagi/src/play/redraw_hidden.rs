//! Redraws hidden information after a rewind: the order of the Runes' draw pile and of the
//! face-down tiles.

use super::super::state::facts::Fact;
use super::super::things::kinds::Pile;
use super::run::Run;

/// Shuffles everything that is face down.
pub fn redraw_hidden(run: &mut Run<'_>) {
    let mut runes = run.state.runes.to_vec();
    run.shuffle("redraw", &mut runes);
    let mut piles = run.state.piles.each_ref().map(|pile| pile.to_vec());
    for pile in Pile::all() {
        run.shuffle("redraw", &mut piles[pile.index()]);
    }
    run.put(Fact::HiddenRedrawn { runes, tiles: piles.into() });
}
