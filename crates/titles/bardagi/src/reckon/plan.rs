//! Free homes and the cards of a plan (R4.1, R6).

use super::super::state::State;
use super::super::things::goods::{CARDS, Mix};
use super::super::things::kinds::{Colour, Unit};
use ravenpost_rules::Seat;

/// Number of cards in a plan; with `eight_cards`, the larger number and the round in which it
/// starts to apply (R6.1).
const HAND: u8 = 6;
const EIGHT: u8 = 8;
const EIGHT_FROM: u8 = 5;

/// The colours in play at that number of seats (R4.1).
pub fn colours(seats: u8) -> impl Iterator<Item = Colour> {
    let count = match seats {
        2 => 2,
        3 | 4 => 4,
        _ => 5,
    };
    Colour::all().take(count)
}

/// The colours that are still free.
pub fn homes(state: &State) -> impl Iterator<Item = Colour> {
    let taken = |colour: &Colour| state.players.iter().any(|player| player.colour == *colour);
    colours(state.seats).filter(move |colour| !taken(colour))
}

/// Number of cards planned in a round.
pub fn due(state: &State, round: u8) -> u8 {
    if state.options.eight_cards && round >= EIGHT_FROM { EIGHT } else { HAND }
}

/// All possible plans of the current round: 84 of six cards, 149 of eight.
pub fn plans(state: &State) -> impl Iterator<Item = Mix> {
    let due = due(state, state.round);
    let up_to = move |taken: u8| (0..=CARDS.min(due - taken)).rev();
    up_to(0).flat_map(move |b| {
        up_to(b).flat_map(move |g| {
            let rest = up_to(b + g).map(move |k| [b, g, k, due - b - g - k]);
            rest.filter(|mix| mix[Unit::N.index()] <= CARDS)
        })
    })
}

/// The default plan: the last one, with more cards in turn if more are due, or at first two of each
/// land unit (R21, column of defaults).
pub fn usual(state: &State, seat: Seat) -> Mix {
    let due = due(state, state.round);
    let mut mix = state.players[seat].last;
    if mix == [0; 4] {
        mix = [2, 2, 2, 0];
    }
    let mut unit = 0;
    while mix.iter().sum::<u8>() < due {
        if mix[unit] < CARDS {
            mix[unit] += 1;
        }
        unit = (unit + 1) % Unit::COUNT;
    }
    mix
}
