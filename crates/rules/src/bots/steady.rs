//! Looks one order ahead and takes the order that maximises its seat's lead over the best rival.
//!
//! It evaluates an imagined state, in which everything hidden from its seat is redrawn. The number
//! of attempts is bounded, so a turn costs about the same in every title.

use super::lookahead::{Effect, Thought, candidates, followed, kind};
use super::sealed::{Sealed, WORLDS};
use super::{Bot, mix};
use crate::dice::Dice;
use crate::erased::Position;
use crate::seat::{Seat, Viewer};

/// Maximum number of orders evaluated for one choice, and the approximate number of attempts spent
/// on all of them.
const WIDEST: usize = 160;
const TRIES: usize = 900;
/// Number of orders of each kind that are evaluated in depth.
const FINALISTS: usize = 2;

pub struct Steady;

impl Bot for Steady {
    fn name(&self) -> &'static str {
        "steady"
    }

    fn about(&self) -> &'static str {
        "looks one move ahead; good for practice"
    }

    fn choose(&self, position: &dyn Position, seat: Seat, seed: u64) -> String {
        // Ignore sealed answers of other seats.
        let position = position.unsealed(seat);
        let position = position.as_ref();
        let asked = position.awaited().into_iter().find(|one| one.seat == seat);
        let sealed = asked.and_then(|asked| Sealed::of(position, &asked, seed));
        let chosen = match sealed {
            Some(sealed) => {
                let orders = candidates(position, seat, seed, TRIES / WORLDS);
                let tries = TRIES / (orders.len().max(1) * WORLDS);
                best(orders, seed, |order| sealed.weigh(order, tries))
            }
            None => open(position, seat, seed),
        };
        chosen.unwrap_or_else(|| position.fallback(seat))
    }
}

/// Chooses the best answer to a decision that takes effect at once. All orders are evaluated
/// briefly, then the best of each kind in depth.
fn open(position: &dyn Position, seat: Seat, seed: u64) -> Option<String> {
    let mind = position.imagine(Viewer::Seat(seat), &mut Dice::seeded(seed));
    let begin = Thought::of(mind, seat);
    let now = begin.value(seat);
    let orders = candidates(position, seat, seed, WIDEST).into_iter().enumerate();
    let mut seen: Vec<((Worth, u64), String)> = orders
        .filter_map(|(at, order)| {
            let worth = weigh(&begin, now, seat, &order, seed, 0)?;
            Some(((worth, mix(seed, at as u64)), order))
        })
        .collect();
    seen.sort_by_key(|one| std::cmp::Reverse(one.0));
    let mut finalists: Vec<String> = Vec::new();
    for (_, order) in seen {
        let alike = finalists.iter().filter(|known| kind(known) == kind(&order)).count();
        if alike < FINALISTS {
            finalists.push(order);
        }
    }
    let tries = TRIES / finalists.len().max(1);
    best(finalists, seed, |order| weigh(&begin, now, seat, order, seed, tries))
}

/// Returns the best order. The seed breaks ties, so that games differ.
fn best<W: Ord>(
    orders: Vec<String>,
    seed: u64,
    weigh: impl Fn(&str) -> Option<W>,
) -> Option<String> {
    let mut best: Option<((W, u64), String)> = None;
    for (at, order) in orders.into_iter().enumerate() {
        let Some(worth) = weigh(&order).map(|worth| (worth, mix(seed, at as u64))) else {
            continue;
        };
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, order));
        }
    }
    best.map(|(_, order)| order)
}

/// The worth of an order. Orders that change nothing, and instructions that improve nothing, rank
/// below all others: they only postpone the decision.
type Worth = (bool, i64);

fn weigh(
    begin: &Thought,
    now: i64,
    seat: Seat,
    order: &str,
    seed: u64,
    tries: usize,
) -> Option<Worth> {
    let (next, effect) = begin.then(seat, order, seed)?;
    let value = followed(next, seat, seed, tries, false).value(seat);
    let worthwhile = match effect {
        Effect::Nothing => false,
        Effect::Instruction => value > now,
        Effect::Deed => true,
    };
    Some((worthwhile, value))
}
