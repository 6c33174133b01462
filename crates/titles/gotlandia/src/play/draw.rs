//! R7 Drawing cards: from the deck, and from the shuffled discard pile once the deck is empty.

use super::super::state::Pack;
use super::super::state::facts::Fact;
use super::run::Run;
use ravenpost_rules::Seat;

/// Draws up to `count` cards (R7.4).
pub fn draw(run: &mut Run, seat: Seat, count: u8) {
    let count = usize::from(count);
    let house = run.state.of(seat);
    let mut cards: Pack = house.deck.iter().rev().take(count).copied().collect();
    let mut new_deck = None;
    if cards.len() < count && !house.discard.is_empty() {
        let mut deck = house.discard;
        run.shuffle("reshuffle", deck.as_mut());
        for card in deck.iter().take(count - cards.len()) {
            cards.push(*card);
        }
        new_deck = Some(Box::new(deck));
    }
    if !cards.is_empty() {
        run.put(Fact::CardsDrawn { seat, cards, new_deck });
    }
}
