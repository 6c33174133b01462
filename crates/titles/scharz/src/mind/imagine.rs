//! A state the viewer cannot tell from the true one: the others' sheets, doctrines and offers are
//! others.

use super::super::state::State;
use super::super::state::doctrine::{Doctrine, Stance};
use super::super::state::pact::Offer;
use ravenpost_rules::{Dice, Draws, Viewer};

pub fn imagine(state: &State, viewer: Viewer, dice: &mut Dice) -> State {
    let mut other = state.clone();
    if state.over() {
        return other;
    }
    other.dreamt = true;
    let mut draws = dice.stream("imagine");
    for seat in state.all().filter(|seat| !viewer.is(*seat)) {
        let at = seat.index();
        other.drafts[at].clear();
        other.kept[at].clear();
        other.edits[at] = 0;
        other.player_mut(seat).doctrine = doctrine(viewer, &mut draws);
        for third in state.all().filter(|third| !viewer.is(*third)) {
            other.player_mut(seat).offers[third.index()] = Offer::NONE;
        }
    }
    other
}

/// Another's doctrine. Where it is imagined for nobody at the table, as for a fork with all of
/// them, none: no player is to find one there that he never wrote.
fn doctrine(viewer: Viewer, draws: &mut Draws<'_>) -> Option<Box<Doctrine>> {
    let stance = Stance::ALL[draws.below(4) as usize];
    let drawn = Doctrine { stance, ..Doctrine::default() };
    (viewer != Viewer::Watcher).then(|| Box::new(drawn))
}
