//! A decision in progress, to which a title's rules add facts.

use super::fold::Fold;
use crate::dice::Dice;
use crate::seat::Seat;

/// The answers that need an explicit request, on a position and on every run that starts there.
#[derive(Clone, Copy, Default)]
pub(crate) struct Waits {
    /// Sealed answers stay sealed even when all have been given. A separate run without an order
    /// opens them.
    pub held: bool,
    /// Instructions answer a private prompt (`Awaited::private`) only on a run that requests it, so
    /// that the time of the answer reveals nothing.
    pub patient: bool,
}

/// A state on its way to the next decision, the facts so far, and the dice.
///
/// The state changes through facts only, so it always matches what is stored.
pub struct Run<'d, R: Fold> {
    /// The current state.
    pub state: R::State,
    facts: Vec<R::Fact>,
    /// The dice of the event.
    pub dice: &'d mut Dice,
    shuffles: u32,
    waits: Waits,
    /// The seat whose instruction is requested.
    asked_for: Option<Seat>,
}

impl<'d, R: Fold> Run<'d, R> {
    /// Starts a run with the dice of one event and without waits.
    pub fn new(state: R::State, dice: &'d mut Dice) -> Run<'d, R> {
        Run::waiting(state, dice, Waits::default())
    }

    /// Same as `new`, with waits. Everything is passed at once because a builder would move the
    /// large state repeatedly.
    pub(crate) fn waiting(state: R::State, dice: &'d mut Dice, waits: Waits) -> Run<'d, R> {
        Run { state, facts: Vec::new(), dice, shuffles: 0, waits, asked_for: None }
    }

    /// Returns whether answers stay sealed when all have been given. A title checks this before it
    /// opens them itself; `resume` opens them.
    pub fn is_held(&self) -> bool {
        self.waits.held
    }

    /// Requests that the seat's instruction answer its current private prompt, once.
    pub fn ask_for(&mut self, seat: Seat) {
        self.asked_for = Some(seat);
    }

    /// Returns whether a seat's instruction may answer a private prompt. A title checks this before
    /// it looks at the instruction.
    pub fn may_answer(&self, seat: Seat) -> bool {
        !self.waits.patient || self.asked_for == Some(seat)
    }

    /// Records that an instruction has answered; the next private prompt waits for another run.
    pub fn has_answered(&mut self) {
        self.asked_for = None;
    }

    /// Returns whether a requested instruction has not answered.
    pub fn asks_without_effect(&self) -> bool {
        self.asked_for.is_some()
    }

    /// Records and applies a fact. Facts after the end of the game are dropped.
    pub fn put(&mut self, fact: R::Fact) {
        if !R::over(&self.state) {
            R::apply(&mut self.state, &fact);
            self.facts.push(fact);
        }
    }

    /// Shuffles the slice. The shuffles of a run are numbered, so that shuffling the same pile
    /// twice uses two purposes.
    pub fn shuffle<T>(&mut self, what: &str, things: &mut [T]) {
        self.shuffles += 1;
        self.dice.stream(&format!("{what} {}", self.shuffles)).shuffle(things);
    }

    /// Returns the facts so far.
    pub fn facts(&self) -> &[R::Fact] {
        &self.facts
    }

    /// Returns the facts and the resulting state.
    pub fn done(self) -> (Vec<R::Fact>, R::State) {
        (self.facts, self.state)
    }
}
