//! What a viewer may know of the current actions.

use super::super::super::reckon;
use super::super::super::reckon::ask;
use super::super::super::state::State;
use super::super::super::state::deed::Laid;
use super::super::super::state::progress::Step;
use super::super::super::things::names::{Action, Area, Card, Colour};
use super::{
    BandView, DeedView, DrawView, Drawn, FeudView, GiftView, QueueView, Row, RowCard, StrikeView,
};
use ravenpost_rules::{Seat, Viewer};

pub fn queue(state: &State) -> Vec<QueueView> {
    let entries = state.queue.iter().map(|entry| {
        let alone = entry.group.is_empty().then_some(entry.seat);
        QueueView {
            seats: entry.group.iter().chain(alone).collect(),
            statute: entry.statute,
            strength: entry.strength,
        }
    });
    entries.collect()
}

pub fn deed(state: &State) -> Option<DeedView> {
    let deed = &state.deed;
    (deed.strength > 0).then(|| DeedView {
        seat: state.deed.seat,
        action: deed.action,
        source: deed.source,
        strength: deed.strength,
        left: deed.left,
        words: ask::deed(state),
        yielded: deed.yielded.iter().collect(),
    })
}

pub fn band(state: &State) -> Option<BandView> {
    let band = &state.band;
    (band.men > 0).then(|| BandView {
        seat: state.deed.seat,
        men: band.men,
        from: band.from,
        path: band.path[..usize::from(band.legs)].to_vec(),
        crossing: ask::crossed(state),
    })
}

pub fn quarrel(state: &State) -> Option<FeudView> {
    let known = &state.feud;
    if known.men == [0; 2] {
        return None;
    }
    let row = |colour: Colour| {
        let cards = |side: usize| {
            let cards = reckon::feud::row(state, side).filter(|laid| laid.card.colour() == colour);
            let cards = cards.map(|laid| RowCard {
                kind: laid.card.kind(),
                card: (laid.tag & 2 == 0).then_some(laid.card),
            });
            cards.collect::<Vec<RowCard>>()
        };
        Row {
            colour,
            worth: [known.worth[0][colour.index()], known.worth[1][colour.index()]],
            settled: known.settled & (1 << colour.0) != 0,
            cards: [cards(0), cards(1)],
        }
    };
    let opened = Colour::all().filter(|colour| known.opened & (1 << colour.0) != 0);
    Some(FeudView {
        place: ask::place(state),
        sides: known.sides,
        men: known.men,
        lost: known.lost,
        turn: (state.step == Step::Feud).then(|| reckon::feud::side(state).1),
        rows: opened.map(row).collect(),
    })
}

pub fn draw(state: &State, viewer: Viewer) -> Option<DrawView> {
    if !matches!(state.step, Step::Keep | Step::Pledge | Step::Pool) {
        return None;
    }
    let cards: Vec<Drawn> =
        state.open_cards().map(|(number, laid)| Drawn { number, card: laid.card }).collect();
    Some(DrawView {
        seat: state.deed.seat,
        count: cards.len() as u8,
        cards: sees_draw(state, viewer).then_some(cards),
    })
}

pub fn gifts(state: &State) -> Vec<GiftView> {
    if state.deed.action != Action::FEAST {
        return Vec::new();
    }
    let gift =
        |laid: &Laid| GiftView { to: Seat::at(usize::from(laid.tag)), kind: laid.card.kind() };
    state.table.iter().map(gift).collect()
}

pub fn strike(state: &State) -> Option<StrikeView> {
    let strike = &state.strike;
    if strike.card == Card::NONE {
        return None;
    }
    let area = (strike.area != Area::NONE).then_some(strike.area);
    Some(StrikeView {
        worth: strike.card.worth(),
        colour: strike.card.colour(),
        action: strike.card.action(),
        weapon: (strike.weapon != Card::NONE).then(|| strike.weapon.kind()),
        area,
        short: area.map(|_| reckon::feast::shortfall(state)),
    })
}

/// Whether a viewer sees the cards of the current draw.
pub fn sees_draw(state: &State, viewer: Viewer) -> bool {
    match state.step {
        Step::Keep | Step::Pledge => viewer.is(state.deed.seat),
        _ => true,
    }
}
