//! Hunting for Sheep: each seat's Bondi in turn (R15, R21.6).

use super::super::super::state::facts::{Began, Fact};
use super::super::super::state::{Source, Step};
use super::super::super::things::names::Card;
use super::super::decide::Run;
use super::super::drawer;
use super::super::hunt as law;
use super::{council, raid};

/// The next seat's turn begins, or winter comes.
pub fn next(run: &mut Run<'_>) {
    let state = &run.state;
    let speaker = usize::from(state.speaker);
    let next = state.clockwise(speaker).find(|at| state.hunters & (1 << at) != 0);
    let Some(at) = next else { return run.put(Fact::Phase(Step::Winter)) };
    let colour = state.colour_of_round(at);
    let slots: Vec<u8> = state
        .bondi_of(at)
        .filter(|(_, card): &(u8, Card)| Some(card.colour()) == colour)
        .map(|(slot, _)| slot)
        .collect();
    let who = state.who(at);
    // A seat with nothing to do is passed over before anything is said to have begun.
    if law::would_use(state, at, &slots) {
        run.put(Fact::Hunting(who, slots));
        run.ask(Step::Bondi, at);
    } else {
        run.put(Fact::Skipped(who));
        drawer::close(run, at, &drawer::TURN);
    }
}

/// A seat's turn is over, and with it what it left for this round.
pub fn close(run: &mut Run<'_>, at: usize) {
    drawer::close(run, at, &drawer::TURN);
    run.go(Step::Hunt);
}

pub fn act(run: &mut Run<'_>, at: usize, slot: u8) {
    let state = &run.state;
    let who = state.who(at);
    let strength = law::strength(state, at);
    let (action, source) = match state.bond(at, slot) {
        Some(card) => (card.action(), Source::Bondi(slot)),
        None => (state.faction[at].bondi(), Source::Home),
    };
    let with = vec![who];
    run.put(Fact::Began(Began { who, action, source, strength, with }));
    council::start(run);
}

pub fn harvest(run: &mut Run<'_>, at: usize) {
    let (who, strength) = (run.state.who(at), law::strength(&run.state, at));
    run.put(Fact::Harvested(who));
    raid::draw(run, strength);
}
