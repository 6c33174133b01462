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

use super::Bardagi;
use super::facts::Fact;
use super::flow;
use super::legal;
use super::names::{Pile, Who};
use super::orders::Order;
use super::state::Step;
use crate::rules::{Refusal, Seat};

/// A decision of this title in the making.
pub type Run<'d> = crate::rules::Run<'d, Bardagi>;

impl Run<'_> {
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
        let mut runes = self.state.runes.to_vec();
        self.shuffle("runes", &mut runes);
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
        let mut tiles = self.state.piles[pile.index()].to_vec();
        self.shuffle(pile.slug(), &mut tiles);
        self.put(Fact::Shuffled(pile, tiles));
    }
}

/// Judges and plays an order.
pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    let at = usize::from(seat.0).wrapping_sub(1);
    if at >= usize::from(state.seats) || state.over() {
        return legal::no("R21.1", "nothing is asked of this seat");
    }
    if matches!(order, Order::Standing(_) | Order::Later(_)) {
        return aside::decide(run, at, order);
    }
    if !legal::is_asked(state, at) {
        // A closing word for what has closed by itself is no mistake.
        if matches!(order, Order::Done | Order::Pass) {
            return Ok(());
        }
        return legal::no("R21.1", "you are not asked for an order now");
    }
    legal::check(state, at, order)?;
    play(run, at, order);
    flow::go(run);
    Ok(())
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
