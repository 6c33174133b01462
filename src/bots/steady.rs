//! Looks one order ahead and takes what leaves its seat best off against its best rival.
//!
//! It thinks on an imagined state, never on the true one: everything its seat may not know is
//! drawn anew. What it tries is bounded, so that a turn costs about the same in every title.

use super::{Bot, fill, mix};
use crate::rules::{Dice, Legal, Position, Seat, Viewer};

/// How many orders are weighed for one choice, and about how many tries go into all of them.
const WIDEST: usize = 160;
const TRIES: usize = 900;
/// How many decisions of its own turn it follows after an order.
const DEEPEST: usize = 6;
/// A finished game is worth more than any estimate.
const OVER: i64 = 1 << 40;

pub struct Steady;

impl Bot for Steady {
    fn name(&self) -> &'static str {
        "steady"
    }

    fn about(&self) -> &'static str {
        "thinks one order ahead; a fair sparring partner"
    }

    fn choose(&self, position: &dyn Position, seat: Seat, seed: u64) -> String {
        let mind = position.imagine(Viewer::Seat(seat), &mut Dice::seeded(seed));
        let orders = candidates(position, seat, seed, WIDEST);
        let follow = TRIES / orders.len().max(1);
        let mut best: Option<(Worth, String)> = None;
        for (at, order) in orders.into_iter().enumerate() {
            let seed = mix(seed, at as u64);
            let Some(worth) = weigh(mind.as_ref(), seat, &order, seed, follow) else { continue };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, order));
            }
        }
        best.map_or_else(|| position.fallback(seat), |(_, order)| order)
    }
}

/// How good an order is. Orders that change nothing lose against all others, and among equals
/// the seed decides, so that two games are not alike.
type Worth = (bool, i64, u64);

fn weigh(mind: &dyn Position, seat: Seat, order: &str, seed: u64, follow: usize) -> Option<Worth> {
    let decided = mind.attempt(seat, order, &mut Dice::seeded(seed))?;
    let changes = !decided.is_empty();
    Some((changes, value(followed(decided.next, seat, seed, follow).as_ref(), seat), seed))
}

/// Plays the rest of its own turn greedily, as far as the tries go.
fn followed(
    mut position: Box<dyn Position>,
    seat: Seat,
    seed: u64,
    mut tries: usize,
) -> Box<dyn Position> {
    for step in 0..DEEPEST as u64 {
        let goes_on = position.awaited().iter().any(|one| one.seat == seat && one.goes_on);
        if !goes_on || tries < 2 {
            break;
        }
        let orders = candidates(position.as_ref(), seat, mix(seed, step), tries.min(24));
        tries -= orders.len().min(tries);
        let next = orders
            .iter()
            .filter_map(|order| {
                let mut dice = Dice::seeded(mix(seed, step));
                let next = position.attempt(seat, order, &mut dice)?.next;
                Some((value(next.as_ref(), seat), next))
            })
            .max_by_key(|(value, _)| *value);
        match next {
            Some((_, next)) => position = next,
            None => break,
        }
    }
    position
}

/// The seat's own estimate less its best rival's.
fn value(position: &dyn Position, seat: Seat) -> i64 {
    let seats = position.seats();
    let rival = Seat::all(seats)
        .filter(|other| *other != seat)
        .map(|other| position.estimate(other))
        .max()
        .unwrap_or(0);
    let lead = position.estimate(seat).saturating_sub(rival);
    match position.outcome() {
        None => lead,
        Some(outcome) => {
            let place = outcome.places.iter().find(|place| place.seat == seat);
            let place = place.map_or(i64::from(seats), |place| place.place.into());
            lead + OVER * (i64::from(seats) - place)
        }
    }
}

/// At most `most` orders: an even choice of those listed, and some filled-in forms.
fn candidates(position: &dyn Position, seat: Seat, seed: u64, most: usize) -> Vec<String> {
    let Legal { orders, complete, forms } = position.legal(seat);
    let by_form = if forms.is_empty() || complete && !orders.is_empty() { 0 } else { most / 2 };
    let room = most - by_form;
    let count = orders.len();
    let mut chosen = orders;
    if count > room {
        let mut draws = Dice::seeded(mix(seed, 1));
        draws.stream("choice").shuffle(&mut chosen);
        chosen.truncate(room);
    }
    let mut dice = Dice::seeded(mix(seed, 2));
    let mut draws = dice.stream("forms");
    for _ in 0..by_form {
        let order = draws.pick(&forms).cloned();
        let order = order.map(|form| fill::filled(&form, &mut draws)).unwrap_or_default();
        if !chosen.contains(&order) {
            chosen.push(order);
        }
    }
    chosen
}
