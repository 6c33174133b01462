//! Imagines a state that the viewer cannot tell from the true one, by redrawing all hidden
//! information.

use super::super::orders::Order;
use super::super::play::legal;
use super::super::show::view::progress::sees_draw;
use super::super::state::State;
use super::super::state::progress::{Step, Vote};
use super::super::state::standing::Standing;
use super::super::things::names::{Action, Card, Colour, Kind};
use ravenpost_rules::list::List;
use ravenpost_rules::{Dice, Draws, Seat, Viewer};

/// What a viewer knows of a card that it does not see in full.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// A Good, by its kind.
    Kind(Kind),
    /// A Bondi, by its colour and action.
    Bondi(Colour, Action),
    /// A discarded Bondi, whose worth has been shown.
    Shown(Kind, Action),
    /// Its back only.
    Nothing,
}

impl Known {
    fn fits(self, card: Card) -> bool {
        match self {
            Known::Kind(kind) => card.kind() == kind,
            Known::Bondi(colour, action) => card.colour() == colour && card.action() == action,
            Known::Shown(kind, action) => card.kind() == kind && card.action() == action,
            Known::Nothing => true,
        }
    }
}

pub fn imagine(state: &State, viewer: Viewer, dice: &mut Dice) -> State {
    let mut other = state.clone();
    let mut draws = dice.stream("imagine");
    cards(&mut other, viewer, &mut draws);
    for seat in Seat::all(state.seats) {
        if !viewer.is(seat) {
            other.standing[seat] = Standing::default();
            other.drawer[seat].clear();
        }
    }
    votes(&mut other, viewer, &mut draws);
    other
}

/// Exchanges cards that the viewer does not see with others that look the same.
fn cards(state: &mut State, viewer: Viewer, draws: &mut Draws<'_>) {
    let mut slots = slots(state, viewer);
    let mut free: Vec<Card> = slots.iter().map(|slot| slot.1).collect();
    free.extend(state.orlog.iter());
    free.extend(Card::of(state.doom));
    free.sort_unstable();
    draws.shuffle(&mut free);
    let chosen = matched(&slots, &free);
    let mut rest: Vec<Card> = Vec::new();
    for (place, card) in free.iter().enumerate() {
        if !chosen.contains(&Some(place)) {
            rest.push(*card);
        }
    }
    for (slot, choice) in slots.iter_mut().zip(&chosen) {
        slot.1 = match choice {
            Some(place) => free[*place],
            None => rest.pop().expect("there are enough cards for all backs"),
        };
    }
    let sworn = sworn(state);
    refill(state, viewer, slots.into_iter().map(|slot| slot.1));
    // A card that left the table for an oath must equal the one in the slot of that oath.
    for (place, [seat, slot]) in sworn {
        let card = state.oaths[seat].slots[slot];
        state.table.as_mut()[place].card = card;
    }
    let pile = state.orlog.len();
    state.orlog = List::of(&rest[..pile]);
    state.doom = rest[pile..].iter().fold(0, |set, card| set | card.bit());
}

/// The places on the table whose cards were sworn in, each with the seat and the slot of its oath.
fn sworn(state: &State) -> Vec<(usize, [usize; 2])> {
    let oath = |card: Card| {
        let mut seats = state.oaths.iter().enumerate();
        seats.find_map(|(seat, slots)| {
            let slot = slots.slots.iter().position(|known| *known == card)?;
            Some([seat, slot])
        })
    };
    let gone = state.table.iter().enumerate().filter(|(_, laid)| laid.gone);
    gone.filter_map(|(place, laid)| Some((place, oath(laid.card)?))).collect()
}

/// The places of hidden cards in a fixed order, with their current cards.
fn slots(state: &State, viewer: Viewer) -> Vec<(Known, Card)> {
    let mut slots = Vec::new();
    visit(&mut state.clone(), viewer, |known, card| {
        slots.push((known, *card));
    });
    slots
}

fn refill(state: &mut State, viewer: Viewer, mut cards: impl Iterator<Item = Card>) {
    visit(state, viewer, |_, card| {
        *card = cards.next().expect("as many come back as were taken");
    });
}

/// Visits the places of hidden cards.
fn visit(state: &mut State, viewer: Viewer, mut each: impl FnMut(Known, &mut Card)) {
    for (card, _) in state.tucked.as_mut() {
        each(Known::Kind(card.kind()), card);
    }
    for card in state
        .oaths
        .iter_mut()
        .flat_map(|oaths| &mut oaths.slots)
        .filter(|card| **card != Card::NONE)
    {
        each(Known::Bondi(card.colour(), card.action()), card);
    }
    let open = sees_draw(state, viewer);
    let (feast, feud) =
        (state.deed.action == Action::FEAST && state.step != Step::Keep, state.feud.men != [0; 2]);
    for laid in state.table.as_mut().iter_mut().filter(|laid| !laid.gone) {
        let hidden = if !open {
            Known::Nothing
        } else if feast || feud && laid.tag & 2 != 0 {
            Known::Kind(laid.card.kind())
        } else {
            continue;
        };
        each(hidden, &mut laid.card);
    }
    let strike = &mut state.strike;
    if strike.card != Card::NONE {
        each(Known::Shown(strike.card.kind(), strike.card.action()), &mut strike.card);
    }
    if strike.weapon != Card::NONE {
        each(Known::Kind(strike.weapon.kind()), &mut strike.weapon);
    }
}

/// Assigns a card to each place with partial information. It uses augmenting paths, so that every
/// place gets one; the true cards prove that this is possible.
fn matched(slots: &[(Known, Card)], free: &[Card]) -> Vec<Option<usize>> {
    let mut taken: Vec<Option<usize>> = vec![None; free.len()];
    for (slot, (known, _)) in slots.iter().enumerate() {
        if *known != Known::Nothing {
            let mut tried = vec![false; free.len()];
            place(slot, slots, free, &mut taken, &mut tried);
        }
    }
    let mut chosen = vec![None; slots.len()];
    for (place, slot) in taken.iter().enumerate() {
        if let Some(slot) = slot {
            chosen[*slot] = Some(place);
        }
    }
    chosen
}

fn place(
    slot: usize,
    slots: &[(Known, Card)],
    free: &[Card],
    taken: &mut Vec<Option<usize>>,
    tried: &mut Vec<bool>,
) -> bool {
    for (at, card) in free.iter().enumerate() {
        if tried[at] || !slots[slot].0.fits(*card) {
            continue;
        }
        tried[at] = true;
        let moved = match taken[at] {
            None => true,
            Some(holder) => place(holder, slots, free, taken, tried),
        };
        if moved {
            taken[at] = Some(slot);
            return true;
        }
    }
    false
}

/// Redraws sealed votes of other seats.
fn votes(state: &mut State, viewer: Viewer, draws: &mut Draws<'_>) {
    for seat in Seat::all(state.seats) {
        let given = std::mem::take(&mut state.sealed[seat]);
        if given == Vote::None {
            continue;
        }
        if viewer.is(seat) {
            state.sealed[seat] = given;
            continue;
        }
        let orders = legal::legal(state, seat).orders;
        state.sealed[seat] = match draws.pick(&orders) {
            Some(Order::Sue(statute, from)) => Vote::Sue { statute: *statute, from: *from },
            _ => Vote::Support,
        };
    }
}
