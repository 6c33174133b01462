//! Lookahead for bots: imagined positions, the results of orders, and the choice of candidate
//! orders.

use super::{fill, mix};
use crate::dice::Dice;
use crate::erased::Position;
use crate::orders::legal::{Field, Form, Legal};
use crate::seat::Seat;

/// Maximum number of decisions that a bot looks ahead within its own turn.
const DEEPEST: usize = 6;
/// Number of leading words that determine the kind of an order.
const KIND: usize = 2;
/// The weight of a final place, which exceeds any estimate.
const OVER: i64 = 1 << 40;

/// An imagined position and the best rival's estimate.
pub struct Thought {
    pub position: Box<dyn Position>,
    rival: i64,
}

/// The effect of an order on the game.
pub enum Effect {
    Nothing,
    Instruction,
    Deed,
}

impl Thought {
    pub fn of(position: Box<dyn Position>, seat: Seat) -> Thought {
        Thought { rival: rival(position.as_ref(), seat), position }
    }

    /// Returns the result and the effect of the seat's order. Instructions leave the rival's
    /// estimate unchanged.
    pub fn then(&self, seat: Seat, order: &str, seed: u64) -> Option<(Thought, Effect)> {
        let decided = self.position.attempt(seat, order, &mut Dice::seeded(seed))?;
        let effect = match (decided.is_empty(), decided.happened) {
            (true, _) => Effect::Nothing,
            (false, false) => Effect::Instruction,
            (false, true) => Effect::Deed,
        };
        let position = decided.next;
        let rival = if decided.happened { rival(position.as_ref(), seat) } else { self.rival };
        Some((Thought { position, rival }, effect))
    }

    /// Returns the seat's own estimate minus its best rival's.
    pub fn value(&self, seat: Seat) -> i64 {
        let lead = self.position.estimate(seat).saturating_sub(self.rival);
        let Some(outcome) = self.position.outcome() else { return lead };
        let seats = i64::from(self.position.seats());
        let place = outcome.places.iter().find(|place| place.seat == seat);
        let place = place.map_or(seats, |place| place.place.into());
        lead + OVER * (seats - place)
    }
}

/// Returns the best estimate among the other seats.
fn rival(position: &dyn Position, seat: Seat) -> i64 {
    let others = Seat::all(position.seats()).filter(|other| *other != seat);
    others.map(|other| position.estimate(other)).max().unwrap_or(0)
}

/// Plays the rest of the seat's own turn greedily, within the number of tries. `begins` says
/// whether a turn may begin here.
pub fn followed(
    mut thought: Thought,
    seat: Seat,
    seed: u64,
    mut tries: usize,
    begins: bool,
) -> Thought {
    for step in 0..DEEPEST as u64 {
        let awaited = thought.position.awaited();
        let begins = begins && step == 0;
        let goes_on = awaited.iter().any(|one| one.seat == seat && (one.goes_on || begins));
        if !goes_on || tries < 2 {
            break;
        }
        let most = tries.min(24);
        let orders = candidates(thought.position.as_ref(), seat, mix(seed, step), most);
        tries -= orders.len().min(tries);
        let next = orders
            .iter()
            .filter_map(|order| thought.then(seat, order, mix(seed, step)))
            .map(|(next, _)| (next.value(seat), next))
            .max_by_key(|(value, _)| *value);
        match next {
            Some((_, next)) => thought = next,
            None => break,
        }
    }
    thought
}

/// Returns at most `most` candidates: an even selection of the listed orders, and some filled-in
/// forms.
pub fn candidates(position: &dyn Position, seat: Seat, seed: u64, most: usize) -> Vec<String> {
    let Legal { orders, complete, mut forms } = position.legal(seat);
    // Free notation is for people.
    let for_people = |form: &Form| {
        let text = |field: &Field| matches!(field, Field::Text { .. });
        !form.fields.is_empty() && form.fields.iter().all(text)
    };
    forms.retain(|form| !for_people(form));
    let listed = forms.is_empty() || complete && !orders.is_empty();
    let by_form = if listed { 0 } else { most - orders.len().min(most / 2) };
    let room = most - by_form;
    let count = orders.len();
    let mut chosen = orders;
    if count > room {
        let mut draws = Dice::seeded(mix(seed, 1));
        draws.stream("choice").shuffle(&mut chosen);
        chosen = of_each_kind(chosen, room);
    }
    // Try forms with more combinations more often.
    let ways: Vec<&Form> =
        forms.iter().flat_map(|form| std::iter::repeat_n(form, ways(form))).collect();
    let mut dice = Dice::seeded(mix(seed, 2));
    let mut draws = dice.stream("forms");
    for _ in 0..by_form {
        let order = draws.pick(&ways).map(|form| fill::filled(form, &mut draws));
        let order = order.unwrap_or_default();
        if !chosen.contains(&order) {
            chosen.push(order);
        }
    }
    chosen
}

/// Selects up to `room` orders, spread evenly over the kinds so that no kind is crowded out. The
/// kinds keep the order of the list.
fn of_each_kind(mut orders: Vec<String>, room: usize) -> Vec<String> {
    let mut kinds: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, order) in orders.iter().enumerate() {
        let own = kind(order);
        match kinds.iter_mut().find(|(known, _)| *known == own) {
            Some((_, places)) => places.push(at),
            None => kinds.push((own, vec![at])),
        }
    }
    let most = kinds.iter().map(|(_, places)| places.len()).max().unwrap_or(0);
    let nth = |nth: usize| kinds.iter().filter_map(move |(_, places)| places.get(nth).copied());
    let chosen: Vec<usize> = (0..most).flat_map(nth).take(room).collect();
    chosen.into_iter().map(|at| std::mem::take(&mut orders[at])).collect()
}

/// Returns the kind of an order: its first words.
pub fn kind(order: &str) -> &str {
    let end = order.match_indices(' ').nth(KIND - 1).map_or(order.len(), |(at, _)| at);
    &order[..end]
}

/// Estimates the number of ways to fill in a form, summed over its fields.
fn ways(form: &Form) -> usize {
    let ways = form.fields.iter().map(|field| match field {
        Field::Tick { .. } => 1,
        Field::Pick { choices, .. } => choices.len(),
        Field::Amounts { items, .. } => items.len(),
        Field::Text { .. } => 0,
    });
    1 + ways.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_order_gets_a_share() {
        let lots = (0..50).map(|n| format!("k trade {n} wool for {n} meat"));
        let rest = ["k refill virki", "g cast divine odd", "done"].map(str::to_owned);
        let chosen = of_each_kind(lots.chain(rest.clone()).collect(), 9);
        assert_eq!(chosen.len(), 9);
        assert!(rest.iter().all(|order| chosen.contains(order)), "{chosen:?}");
        assert_eq!(of_each_kind(rest.to_vec(), 9), rest);
    }
}
