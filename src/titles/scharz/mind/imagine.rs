//! A state the viewer cannot tell from the true one: the others' sheets, doctrines and offers are
//! others.

use super::super::state::doctrine::{Doctrine, Stance};
use super::super::state::{Offer, State};
use crate::rules::{Dice, Viewer};

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
        let stance = Stance::ALL[draws.below(4) as usize];
        other.players[at].doctrine = Some(Box::new(Doctrine { stance, ..Doctrine::default() }));
        for third in state.all().filter(|third| !viewer.is(*third)) {
            other.offers[at][third.index()] = Offer::NONE;
        }
    }
    other
}
