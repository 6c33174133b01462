//! Evaluates simultaneous sealed answers on positions in which all other seats have sealed their
//! default orders, so that this answer is the last one and takes effect. The positions start
//! without any answers, so it does not matter who has already answered.

use super::lookahead::{Thought, followed};
use super::mix;
use crate::ask::Awaited;
use crate::dice::Dice;
use crate::erased::Position;
use crate::seat::{Seat, Viewer};

/// Number of imagined positions in which an answer is evaluated.
pub const WORLDS: usize = 8;
/// Maximum number of default orders given by other seats before a decision is settled, and by the
/// seat itself to close its sealed orders.
const OTHERS: usize = 40;
const CLOSING: usize = 3;

/// A position in which only this seat has not answered.
struct World {
    position: Box<dyn Position>,
    seed: u64,
}

/// The positions on which the answers to one decision are evaluated.
pub struct Sealed {
    seat: Seat,
    decision: &'static str,
    /// A position without any answers.
    open: Box<dyn Position>,
    worlds: Vec<World>,
    /// The value of closing the sealed orders as they are.
    now: i64,
}

/// The worth of an answer, ascending: whether it improves the value, its value, and whether it
/// closes the sealed orders.
pub type Worth = (bool, i64, bool);

impl Sealed {
    /// Creates the positions for a decision put to several seats. Returns `None` if only one seat
    /// is awaited, or if the title opens nothing in an imagined position.
    pub fn of(position: &dyn Position, asked: &Awaited, seed: u64) -> Option<Sealed> {
        let (seat, decision) = (asked.seat, asked.decision);
        let others = |one: &Awaited| one.seat != seat && one.decision == decision;
        if !asked.private || !position.awaited().iter().any(others) {
            return None;
        }
        let imagined = |seed: u64| position.imagine(Viewer::Seat(seat), &mut Dice::seeded(seed));
        let world = |at: usize| {
            let seed = mix(seed, WORLDS as u64 + at as u64);
            World::of(imagined(seed), seat, decision, seed)
        };
        let mut sealed =
            Sealed { seat, decision, open: imagined(seed), worlds: vec![world(0)?], now: 0 };
        let first = &sealed.worlds[0];
        let default = position.fallback(seat);
        let closed = first.answered(seat, decision, &default)?.0;
        if closed.awaited().is_empty() && closed.outcome().is_none() {
            return None;
        }
        sealed.worlds.extend((1..WORLDS).filter_map(world));
        sealed.now = sealed.value(&default, 0).map_or(i64::MIN, |(value, _)| value);
        Some(sealed)
    }

    /// Evaluates an answer. Returns `None` if it is refused or changes nothing.
    pub fn weigh(&self, order: &str, tries: usize) -> Option<Worth> {
        let (value, closes) = self.value(order, tries)?;
        Some((closes || value > self.now, value, closes))
    }

    /// Returns the total value of an answer over all worlds, and whether it closes the sealed
    /// orders.
    fn value(&self, order: &str, tries: usize) -> Option<(i64, bool)> {
        let dice = &mut Dice::seeded(self.worlds[0].seed);
        let decided = self.open.attempt(self.seat, order, dice)?;
        if decided.is_empty() {
            return None;
        }
        // Include the title's estimate before the answer is opened.
        let mut sum = decided.next.estimate(self.seat).saturating_mul(WORLDS as i64);
        let mut closes = true;
        for world in &self.worlds {
            let (next, closed) = world.answered(self.seat, self.decision, order)?;
            closes &= closed;
            let thought =
                followed(Thought::of(next, self.seat), self.seat, world.seed, tries, true);
            sum = sum.saturating_add(thought.value(self.seat));
        }
        Some((sum, closes))
    }
}

impl World {
    /// Makes all other seats seal their default orders.
    fn of(
        mut position: Box<dyn Position>,
        seat: Seat,
        decision: &'static str,
        seed: u64,
    ) -> Option<World> {
        for _ in 0..OTHERS {
            let asked = position.awaited();
            let mut others = asked.iter().filter(|one| one.seat != seat);
            let Some(other) = others.find(|one| one.decision == decision) else {
                return asks(position.as_ref(), seat, decision).then_some(World { position, seed });
            };
            let order = position.fallback(other.seat);
            let decided = position.attempt(other.seat, &order, &mut Dice::seeded(seed))?;
            position = decided.next;
        }
        None
    }

    /// Returns the position once the sealed orders are closed after an answer, and whether the
    /// answer alone closed them.
    fn answered(
        &self,
        seat: Seat,
        decision: &'static str,
        order: &str,
    ) -> Option<(Box<dyn Position>, bool)> {
        let mut next = self.position.attempt(seat, order, &mut Dice::seeded(self.seed))?.next;
        let closed = !asks(next.as_ref(), seat, decision);
        for _ in 0..CLOSING {
            if !asks(next.as_ref(), seat, decision) {
                break;
            }
            let default = next.fallback(seat);
            next = next.attempt(seat, &default, &mut Dice::seeded(self.seed))?.next;
        }
        Some((next, closed))
    }
}

fn asks(position: &dyn Position, seat: Seat, decision: &'static str) -> bool {
    position.awaited().iter().any(|one| one.seat == seat && one.decision == decision)
}
