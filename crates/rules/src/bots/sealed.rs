//! Weighs an answer that stays sealed until all have answered: on positions in which all others
//! have sealed their default orders, so that the answer is the last one and something comes of it.
//! Who has answered before makes no difference: the positions begin where nobody has.

use super::mix;
use super::thought::{Thought, followed};
use crate::{Awaited, Dice, Position, Seat, Viewer};

/// In how many imagined positions an answer is weighed.
pub const WORLDS: usize = 8;
/// How many default orders of others are given at most before a question is settled, and how many
/// of its own close a sheet.
const OTHERS: usize = 40;
const CLOSING: usize = 3;

/// A position in which the seat alone has not answered.
struct World {
    position: Box<dyn Position>,
    seed: u64,
}

/// The positions on which answers to one question are weighed.
pub struct Sealed {
    seat: Seat,
    decision: &'static str,
    /// A position in which nobody has answered.
    open: Box<dyn Position>,
    worlds: Vec<World>,
    /// What closing the sheet as it stands comes to.
    now: i64,
}

/// How good an answer is, best last: whether it betters anything, by how much, and whether it
/// closes the sheet.
pub type Worth = (bool, i64, bool);

impl Sealed {
    /// The positions for a question that is put to several seats; nothing where one seat alone is
    /// asked, or where a title opens nothing in a position that is imagined.
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

    /// How good an answer is; nothing if it is refused or changes nothing.
    pub fn weigh(&self, order: &str, tries: usize) -> Option<Worth> {
        let (value, closes) = self.value(order, tries)?;
        Some((closes || value > self.now, value, closes))
    }

    /// What an answer comes to in all worlds together, and whether it closes the sheet.
    fn value(&self, order: &str, tries: usize) -> Option<(i64, bool)> {
        let dice = &mut Dice::seeded(self.worlds[0].seed);
        let decided = self.open.attempt(self.seat, order, dice)?;
        if decided.is_empty() {
            return None;
        }
        // What a title makes of the answer before it is opened.
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
    /// Has all others seal their default orders.
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

    /// What comes of an answer when the sheet is closed after it, and whether the answer alone has
    /// closed it.
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
