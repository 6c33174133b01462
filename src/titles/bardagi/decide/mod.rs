//! What an order leads to: the rules themselves, written as facts, up to the next decision.

pub mod act;
pub mod aside;
pub mod attack;
pub mod build;
pub mod claim;
pub mod godi;
pub mod moves;
pub mod muster;
pub mod open;
pub mod trade;
pub mod visit;

use super::apply::apply;
use super::facts::Fact;
use super::flow;
use super::legal;
use super::names::{Pile, Who};
use super::orders::Order;
use super::state::{State, Step};
use crate::rules::{Dice, Refusal, Seat};

/// A decision in the making: a copy of the state, the facts so far, and the dice.
pub struct Run<'d> {
    pub state: State,
    pub facts: Vec<Fact>,
    dice: &'d mut Dice,
    shuffles: u8,
}

impl<'d> Run<'d> {
    pub fn new(state: &State, dice: &'d mut Dice) -> Run<'d> {
        Run { state: state.clone(), facts: Vec::new(), dice, shuffles: 0 }
    }

    /// Writes a fact down.
    pub fn put(&mut self, fact: Fact) {
        apply(&mut self.state, &fact);
        self.facts.push(fact);
    }

    pub fn who(&self, at: usize) -> Who {
        self.state.who(at)
    }

    /// Goes to a step, asking nobody in particular.
    pub fn go(&mut self, step: Step) {
        self.put(Fact::Now(step, None));
    }

    /// Asks a seat.
    pub fn ask(&mut self, step: Step, at: usize) {
        let who = self.who(at);
        self.put(Fact::Now(step, Some(who)));
    }

    /// Shuffles the Runes' draw pile, into which the state's pile has been put back (R10.19).
    pub fn shuffle_runes(&mut self) {
        self.shuffles += 1;
        let mut runes = self.state.runes.to_vec();
        self.dice.stream(&format!("runes {}", self.shuffles)).shuffle(&mut runes);
        self.put(Fact::RunesShuffled(runes));
    }

    /// Draws Runes from the top of the pile, as many as there are (R20.2).
    pub fn draw_runes(&mut self, at: usize, count: u8) {
        let who = self.who(at);
        let drawn = self.state.runes.iter().rev().take(usize::from(count)).copied();
        let drawn: Vec<_> = drawn.collect();
        if !drawn.is_empty() {
            self.put(Fact::DrewRunes(who, drawn));
        }
    }

    /// Shuffles a pile of tiles.
    pub fn shuffle_tiles(&mut self, pile: Pile) {
        self.shuffles += 1;
        let mut tiles = self.state.piles[pile.index()].to_vec();
        let purpose = format!("{} {}", pile.slug(), self.shuffles);
        self.dice.stream(&purpose).shuffle(&mut tiles);
        self.put(Fact::Shuffled(pile, tiles));
    }
}

/// Judges and plays an order.
pub fn decide(
    state: &State,
    seat: Seat,
    order: &Order,
    dice: &mut Dice,
) -> Result<Vec<Fact>, Refusal> {
    let at = usize::from(seat.0).wrapping_sub(1);
    if at >= usize::from(state.seats) || state.over() {
        return legal::no("R21.1", "nothing is asked of this seat");
    }
    if matches!(order, Order::Standing(_) | Order::Later(_)) {
        return aside::decide(state, at, order, dice);
    }
    if !legal::is_asked(state, at) {
        // A closing word for what has closed by itself is no mistake.
        if matches!(order, Order::Done | Order::Pass) {
            return Ok(Vec::new());
        }
        return legal::no("R21.1", "you are not asked for an order now");
    }
    legal::check(state, at, order)?;
    let mut run = Run::new(state, dice);
    play(&mut run, at, order);
    flow::go(&mut run);
    Ok(run.facts)
}

/// Automatic steps alone.
pub fn resume(state: &State, dice: &mut Dice) -> Vec<Fact> {
    let mut run = Run::new(state, dice);
    flow::go(&mut run);
    run.facts
}

/// Plays an order that was found legal, up to the next step.
pub fn play(run: &mut Run<'_>, at: usize, order: &Order) {
    match order {
        Order::Home(colour) => open::home(run, at, *colour),
        Order::Plan(mix) => {
            let who = run.who(at);
            run.put(Fact::Planned(who, *mix));
        }
        Order::Act(action, pay) => act::play(run, at, *action, *pay),
        Order::Done if run.state.step == Step::Claim => claim::done(run, at),
        Order::Done => act::end(run, at),
        Order::Retire(area) => attack::retire(run, at, *area),
        Order::Accept | Order::Decline => visit::answer(run, *order == Order::Accept),
        Order::Build(tile, old) => build::build(run, at, *tile, *old),
        Order::Pass => build::pass(run, at),
        Order::Claim(..) | Order::Recruit(_) | Order::Axe(_) | Order::Drop(_) => {
            claim::order(run, at, order);
        }
        Order::Standing(_) | Order::Later(_) => {}
    }
}
