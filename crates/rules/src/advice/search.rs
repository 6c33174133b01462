//! Finds legal orders by words, whether or not they are listed.

use crate::dice::Dice;
use crate::orders::legal::Offer;
use crate::rules::Rules;
use crate::rules::run::Run;
use crate::seat::Seat;

/// Maximum number of matching orders to try.
const TRIES: usize = 120;

/// Returns legal orders that contain all these words.
pub fn search<R: Rules>(state: &R::State, seat: Seat, words: &str, most: usize) -> Vec<Offer> {
    if !(1..=R::seats(state)).contains(&seat.0) {
        return Vec::new();
    }
    let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let fits = |offer: &Offer| {
        let text = format!("{} {}", offer.order, offer.words).to_lowercase();
        wanted.iter().all(|word| text.contains(word))
    };
    let listed = R::legal(state, seat).orders;
    let known = listed.len();
    let all = listed.into_iter().chain(R::candidates(state, seat)).enumerate();
    let fitting = all.filter_map(|(at, order)| {
        let offer = offer::<R>(state, seat, &order);
        fits(&offer).then_some((at < known, order, offer))
    });
    let mut found: Vec<Offer> = Vec::new();
    for (listed, order, offer) in fitting.take(TRIES) {
        let fresh = !found.contains(&offer);
        if fresh && (listed || is_taken::<R>(state, seat, &order)) {
            found.push(offer);
        }
        if found.len() == most {
            break;
        }
    }
    found
}

/// Describes an order for display.
pub fn offer<R: Rules>(state: &R::State, seat: Seat, order: &R::Order) -> Offer {
    let (text, words) = (R::write(state, order), R::words(state, seat, order));
    let (action, price) = (R::unpaid(state, seat, order), R::price(state, seat, order));
    Offer { order: text, words, action, price, area: R::area(order) }
}

/// Returns whether the rules accept an order now.
fn is_taken<R: Rules>(state: &R::State, seat: Seat, order: &R::Order) -> bool {
    let mut dice = Dice::seeded(0);
    let mut run = Run::<R>::new(state.clone(), &mut dice);
    R::decide(&mut run, seat, order).is_ok()
}
