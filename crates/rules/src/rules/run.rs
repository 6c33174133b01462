//! A decision in the making, on which the rules of a title write what happens.

use super::fold::Fold;
use crate::dice::Dice;
use crate::seat::Seat;

/// What waits on a position, and on every run that starts there, until it is asked for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Waits {
    /// Answers that all have sealed stay sealed: what comes of them is written by another run, with
    /// no order at all.
    pub held: bool,
    /// A private question (`Awaited::private`) is answered by no instruction but on a run that asks
    /// for it, so that the moment of the answer tells nothing.
    pub patient: bool,
}

/// A state on its way to the next decision, the facts that lead there, and the dice.
///
/// The state changes by facts alone, so that what is stored and what was decided on are the same.
pub struct Run<'d, R: Fold> {
    pub state: R::State,
    facts: Vec<R::Fact>,
    pub dice: &'d mut Dice,
    shuffles: u32,
    waits: Waits,
    /// Whose instruction is asked for.
    asked_for: Option<Seat>,
}

impl<'d, R: Fold> Run<'d, R> {
    /// A run that starts at a state, with the dice of one event, on which nothing waits.
    pub fn new(state: R::State, dice: &'d mut Dice) -> Run<'d, R> {
        Run::waiting(state, dice, Waits::default())
    }

    /// The same, on which some things wait. All is set at once: a state is large, and a run that
    /// is handed on moves it.
    pub(crate) fn waiting(state: R::State, dice: &'d mut Dice, waits: Waits) -> Run<'d, R> {
        Run { state, facts: Vec::new(), dice, shuffles: 0, waits, asked_for: None }
    }

    /// Whether answers stay sealed when all have been given. A title asks before it opens them by
    /// itself; `resume` opens them.
    pub fn is_held(&self) -> bool {
        self.waits.held
    }

    /// Asks for what one seat has left for the private question that it is asked now, once.
    pub fn ask_for(&mut self, seat: Seat) {
        self.asked_for = Some(seat);
    }

    /// Whether what a seat has left may answer a private question. A title asks before it looks
    /// at what was left.
    pub fn may_answer(&self, seat: Seat) -> bool {
        !self.waits.patient || self.asked_for == Some(seat)
    }

    /// What was left has answered: the next private question waits for a run of its own.
    pub fn has_answered(&mut self) {
        self.asked_for = None;
    }

    /// Whether somebody's instruction is asked for, and has not answered.
    pub fn asks_in_vain(&self) -> bool {
        self.asked_for.is_some()
    }

    /// Writes a fact down and applies it. After the end of the game nothing happens any more.
    pub fn put(&mut self, fact: R::Fact) {
        if !R::over(&self.state) {
            R::apply(&mut self.state, &fact);
            self.facts.push(fact);
        }
    }

    /// Puts things into random order. The shuffles of one run are numbered, so that a pile that
    /// is shuffled twice has two purposes.
    pub fn shuffle<T>(&mut self, what: &str, things: &mut [T]) {
        self.shuffles += 1;
        self.dice.stream(&format!("{what} {}", self.shuffles)).shuffle(things);
    }

    /// What happened so far.
    pub fn facts(&self) -> &[R::Fact] {
        &self.facts
    }

    /// What happened, and the state it led to.
    pub fn done(self) -> (Vec<R::Fact>, R::State) {
        (self.facts, self.state)
    }
}
