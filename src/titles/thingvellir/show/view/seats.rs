//! What a viewer may know of one seat.

use super::super::super::orders::write::standing as instruction;
use super::super::super::reckon;
use super::super::super::state::State;
use super::super::super::state::course::{Step, Vote};
use super::super::super::things::data;
use super::super::super::things::names::{Card, Colour, Side};
use super::{Bond, SeatView, VoteView};
use crate::rules::{Seat, Viewer};

pub fn of_seat(state: &State, at: usize, viewer: Viewer) -> SeatView {
    let own = viewer.is(Seat::at(at));
    let (half, quarter) = state.tokens_out(at);
    let neighbours = state.neighbours(at);
    let data = data();
    // Before a proposal, votes are those of the round before.
    let council = !matches!(state.step, Step::Blank | Step::Side | Step::Propose);
    let hunting = state.step == Step::Bondi && state.asked() == at;
    SeatView {
        seat: Seat::at(at),
        faction: state.faction[at],
        colour: state.faction[at].hue(),
        gone: !state.is_in(at),
        fame: state.fame[at],
        longhall: state.longhall[at],
        sea: state.sea[at],
        slain: state.slain[at],
        sheep: std::array::from_fn(|colour| state.sheep(at, Colour(colour as u8))),
        strength: std::array::from_fn(|colour| state.hunt_strength(at, Colour(colour as u8))),
        steads: (data.halves.saturating_sub(half), data.quarters.saturating_sub(quarter)),
        goods: state.goods[at],
        oaths: state
            .bondi_of(at)
            .map(|(slot, card)| Bond { slot, colour: card.colour(), action: card.action() })
            .collect(),
        hird: Card::of(state.hird[at]).collect(),
        home_bondi: state.faction[at].bondi(),
        neighbours: (0..6).filter(|other| neighbours & (1 << other) != 0).map(Seat::at).collect(),
        vote: if council { vote(state, at, own) } else { VoteView::None },
        colour_of_round: state.colour_of_round(at).filter(|_| council),
        ready: if hunting {
            reckon::hunt::ready(state, at).map(|(slot, _)| slot).collect()
        } else {
            Vec::new()
        },
        standing: own.then(|| state.standing[at].said().into_iter().map(instruction).collect()),
        later: own.then(|| state.drawer[at].iter().map(|(_, text)| text.clone()).collect()),
    }
}

fn vote(state: &State, at: usize, own: bool) -> VoteView {
    let (vote, sealed) = match state.sealed[at] {
        Vote::None => (state.votes[at], false),
        vote => (vote, true),
    };
    match vote {
        _ if sealed && !own => VoteView::Sealed,
        Vote::None => VoteView::None,
        Vote::Support => VoteView::Support,
        Vote::Sue { statute, from } => {
            let sides = Side::BY_CODE.iter();
            let sides = sides.filter(|side| from[side.index()] > 0);
            let from = sides.map(|side| (side.slug(), from[side.index()])).collect();
            VoteView::Sue { statute, from, away: state.away & (1 << at) != 0 }
        }
    }
}
