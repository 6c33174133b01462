//! Homes to choose and cards to plan (R4.1, R6).

use super::super::names::{Colour, Unit};
use super::super::state::{Mix, State};
use super::no;
use crate::rules::Refusal;

/// Cards of each unit (R1.2).
pub const CARDS: u8 = 6;
/// Cards in a plan, and with `eight_cards` from that round on (R6.1).
const HAND: u8 = 6;
const EIGHT: u8 = 8;
const EIGHT_FROM: u8 = 5;

/// The colours dealt to, or chosen by, that many seats (R4.1).
pub fn colours(seats: u8) -> impl Iterator<Item = Colour> {
    let count = match seats {
        2 => 2,
        3 | 4 => 4,
        _ => 5,
    };
    Colour::all().take(count)
}

/// The colours that are free.
pub fn homes(state: &State) -> impl Iterator<Item = Colour> {
    let taken = |colour: &Colour| state.players.iter().any(|player| player.colour == *colour);
    colours(state.seats).filter(move |colour| !taken(colour))
}

pub fn home(state: &State, colour: Colour) -> Result<(), Refusal> {
    if homes(state).any(|free| free == colour) {
        return Ok(());
    }
    let free = homes(state).map(|free| format!("home {}", free.slug()));
    let wrong = no("R4.1", format!("{} is not free", colour.name()));
    wrong.map_err(|refusal: Refusal| refusal.instead(free))
}

/// How many cards are planned in a round.
pub fn due(state: &State, round: u8) -> u8 {
    if state.options.eight_cards && round >= EIGHT_FROM { EIGHT } else { HAND }
}

/// Every mixture of the cards due now: 84 of six, 149 of eight.
pub fn plans(state: &State) -> impl Iterator<Item = Mix> {
    let due = due(state, state.round);
    let upto = move |taken: u8| (0..=CARDS.min(due - taken)).rev();
    upto(0).flat_map(move |b| {
        upto(b).flat_map(move |g| {
            let rest = upto(b + g).map(move |k| [b, g, k, due - b - g - k]);
            rest.filter(|mix| mix[Unit::N.index()] <= CARDS)
        })
    })
}

pub fn plan(state: &State, mix: Mix) -> Result<(), Refusal> {
    mixture(mix, due(state, state.round))
}

/// Whether a mixture has as many cards as are due, and no more than there are of a unit (R6.1).
pub fn mixture(mix: Mix, due: u8) -> Result<(), Refusal> {
    let count: u16 = mix.iter().map(|cards| u16::from(*cards)).sum();
    if let Some(at) = mix.iter().position(|cards| *cards > CARDS) {
        let unit = Unit(at as u8).name();
        return no("R6.1", format!("there are only {CARDS} {unit} cards"));
    }
    if count != u16::from(due) {
        return no("R6.1", format!("a plan has exactly {due} cards, not {count}"));
    }
    Ok(())
}

/// The plan of a silent seat: the last mixture, with more cards in turn when more are due; before
/// there was one, two of each land unit (R21, column of defaults).
pub fn usual(state: &State, at: usize) -> Mix {
    let due = due(state, state.round);
    let mut mix = state.players[at].last;
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

#[cfg(test)]
mod tests {
    use super::super::super::state::Options;
    use super::*;

    fn table(round: u8, last: Mix) -> State {
        let options = Options { eight_cards: true, ..Options::default() };
        let mut state = State { seats: 2, round, options, ..State::blank() };
        state.players[0].last = last;
        state
    }

    #[test]
    fn there_are_84_plans_of_six_and_149_of_eight_x6_x7() {
        for (round, count) in [(4, 84), (5, 149)] {
            let state = table(round, [0; 4]);
            let all: Vec<Mix> = plans(&state).collect();
            assert_eq!(all.len(), count);
            assert!(all.iter().all(|mix| plan(&state, *mix).is_ok()));
        }
        let state = table(1, [0; 4]);
        for wrong in [[7, 0, 0, 0], [3, 2, 0, 0], [4, 0, 3, 0], [255, 255, 255, 255]] {
            assert!(plan(&state, wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn silent_seats_repeat_themselves_x101() {
        assert_eq!(usual(&table(1, [0; 4]), 0), [2, 2, 2, 0]);
        assert_eq!(usual(&table(2, [6, 0, 0, 0]), 0), [6, 0, 0, 0]);
        assert_eq!(usual(&table(5, [2, 2, 2, 0]), 0), [3, 3, 2, 0]);
        assert_eq!(usual(&table(5, [6, 0, 0, 0]), 0), [6, 1, 1, 0]);
    }
}
