//! Redraws what no viewer may know: the coming generation cards, the cards below the tops of the
//! mixed piles, and the order of the decks. Used after a rewind and to imagine a state.

use super::super::state::facts::{Fact, HiddenRedrawn};
use super::super::state::{Piles, State};
use super::super::things::ids::{Card, Gen};
use super::run::Run;
use ravenpost_rules::Draws;
use ravenpost_rules::list::List;

/// Redraws the hidden state, as one fact.
pub fn redraw_hidden(run: &mut Run<'_>) {
    let mut other = run.state.clone();
    let mut draws = run.dice.stream("redraw");
    generations(&mut other, &mut draws);
    piles(&mut other.craft, &mut draws);
    piles(&mut other.trading, &mut draws);
    for seat in other.seats() {
        draws.shuffle(other.of_mut(seat).deck.as_mut());
    }
    let top_first = |piles: &Piles| piles.0.iter().map(|pile| pile.reversed()).collect();
    let decks = other.seats().map(|seat| other.of(seat).deck.reversed()).collect();
    run.put(Fact::HiddenRedrawn(Box::new(HiddenRedrawn {
        generations: other.coming.reversed(),
        craft: top_first(&other.craft),
        trading: top_first(&other.trading),
        decks,
    })));
}

/// Redraws the coming cards of each century from those not yet seen.
pub fn generations(state: &mut State, draws: &mut Draws) {
    let mut coming: Vec<Gen> = state.coming.to_vec();
    for century in 0..3 {
        let unseen =
            Gen::all().filter(|card| card.data().century == century && !state.past.contains(card));
        let mut unseen: Vec<Gen> = unseen.collect();
        draws.shuffle(&mut unseen);
        for place in coming.iter_mut().filter(|card| card.data().century == century) {
            *place = unseen.pop().expect("no more are coming than are unseen");
        }
    }
    state.coming = List::of(&coming);
}

/// Redraws the cards below the tops of the mixed piles.
pub fn piles(piles: &mut Piles, draws: &mut Draws) {
    let mixed = |pile: &&mut List<Card, 4>| pile.iter().any(|card| card.data().copies == 1);
    let mut beneath: Vec<Card> = Vec::new();
    for pile in piles.0.as_mut().iter_mut().filter(mixed) {
        beneath.extend(&pile[..pile.len() - 1]);
    }
    beneath.sort_unstable();
    draws.shuffle(&mut beneath);
    for pile in piles.0.as_mut().iter_mut().filter(mixed) {
        let top = pile.len() - 1;
        for place in &mut pile.as_mut()[..top] {
            *place = beneath.pop().expect("as many are put back as were taken");
        }
    }
}
