//! What a viewer may know of one seat.

use super::super::super::orders::write::standing as instruction;
use super::super::super::reckon;
use super::super::super::state::State;
use super::super::super::state::progress::{Step, Vote};
use super::super::super::things::data;
use super::super::super::things::names::{Card, Colour, Side};
use super::{Bond, SeatView, VoteView};
use ravenpost_rules::{Seat, Viewer};

pub fn of_seat(state: &State, seat: Seat, viewer: Viewer) -> SeatView {
    let own = viewer.is(seat);
    let (half, quarter) = state.tokens_out(seat);
    let neighbours = state.neighbours(seat);
    let data = data();
    // Before a proposal, votes are still those of the previous round.
    let council = !matches!(state.step, Step::Any | Step::Side | Step::Propose);
    let hunting = state.step == Step::Bondi && state.turn == seat;
    SeatView {
        seat,
        faction: state.faction[seat],
        colour: state.faction[seat].hue(),
        gone: !state.is_in(seat),
        fame: state.fame[seat],
        longhall: state.longhall[seat],
        sea: state.sea[seat],
        slain: state.slain[seat],
        sheep: std::array::from_fn(|colour| state.sheep(seat, Colour(colour as u8))),
        strength: std::array::from_fn(|colour| state.hunt_strength(seat, Colour(colour as u8))),
        steads: (data.halves.saturating_sub(half), data.quarters.saturating_sub(quarter)),
        goods: state.goods[seat],
        oaths: state.oaths[seat]
            .bondi()
            .map(|(slot, card)| Bond { slot, colour: card.colour(), action: card.action() })
            .collect(),
        hird: Card::of(state.hird[seat]).collect(),
        home_bondi: state.faction[seat].bondi(),
        neighbours: neighbours.iter().collect(),
        vote: if council { vote(state, seat, own) } else { VoteView::None },
        colour_of_round: state.colour_of_round(seat).filter(|_| council),
        ready: if hunting {
            reckon::hunt::ready(state, seat).map(|(slot, _)| slot).collect()
        } else {
            Vec::new()
        },
        standing: own.then(|| state.standing[seat].said().into_iter().map(instruction).collect()),
        later: own.then(|| state.drawer[seat].iter().map(|(_, text)| text.clone()).collect()),
    }
}

fn vote(state: &State, seat: Seat, own: bool) -> VoteView {
    let (vote, sealed) = match state.sealed[seat] {
        Vote::None => (state.votes[seat], false),
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
            VoteView::Sue { statute, from, away: state.away.has(seat) }
        }
    }
}
