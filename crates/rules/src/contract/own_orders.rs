//! Checks that instructions and default orders do only what their seat could have ordered itself,
//! and depend only on what it knows.

use crate::contract::walk::Walk;
use crate::dice::Dice;
use crate::rules::Rules;
use crate::rules::fold::Fold;
use crate::rules::run::Run;
use crate::seat::{Seat, Viewer};

/// What a seat's instruction answered, as orders that it could have given.
pub struct Answer<R: Rules> {
    /// The seat whose instruction answered.
    pub seat: Seat,
    /// The orders that amount to the answer.
    pub orders: Vec<R::Order>,
}

/// Extracts an answer from a fact and the fact after it, in the state before both.
pub type Read<R> =
    fn(&<R as Fold>::State, &<R as Fold>::Fact, Option<&<R as Fold>::Fact>) -> Option<Answer<R>>;

/// The number of answers and default orders that were checked.
#[derive(Clone, Copy, Default, Debug)]
pub struct Looked {
    /// Number of answers.
    pub answers: u32,
    /// Number of default orders.
    pub defaults: u32,
}

/// Plays at most `most` orders, every third of them a default order, and checks what instructions
/// answer on the way. The caller must already have given the instructions.
///
/// # Panics
///
/// Panics if the seat could not have given an answer or a default order itself, or if it differs in
/// a position that the seat cannot distinguish from the real one.
pub fn look<R: Rules>(walk: &mut Walk<R>, most: usize, read: Read<R>) -> Looked {
    let mut looked = Looked::default();
    for at in 0..most {
        let Some(seat) = walk.asked() else { break };
        let default = R::fallback(&walk.state, seat);
        let text = R::write(&walk.state, &default);
        let mut own = Walk::<R>::at(walk.state.clone(), 0);
        own.try_to(seat, &default).unwrap_or_else(|no| panic!("default {text}: {no}"));
        let known = R::imagine(&walk.state, Viewer::Seat(seat), &mut Dice::seeded(at as u64));
        let again = R::write(&known, &R::fallback(&known, seat));
        assert_eq!(again, text, "the default order depends on what the seat does not know");
        looked.defaults += 1;
        let orders = R::legal(&walk.state, seat).orders;
        let drawn = walk.dice.stream("order").pick(&orders).cloned();
        let order = drawn.filter(|_| at % 3 != 0).unwrap_or(default);
        let mut then = walk.state.clone();
        let facts = walk.give(seat, &order);
        for (at, fact) in facts.iter().enumerate() {
            if let Some(answer) = read(&then, fact, facts.get(at + 1)) {
                could_be_given(&then, &answer);
                is_known(&then, &answer, read);
                looked.answers += 1;
            }
            R::apply(&mut then, fact);
        }
    }
    looked
}

/// Checks that the seat could have given each of these orders there.
fn could_be_given<R: Rules>(then: &R::State, answer: &Answer<R>) {
    for order in &answer.orders {
        let mut own = Walk::<R>::at(then.clone(), 0);
        let text = R::write(&own.state, order);
        own.try_to(answer.seat, order).unwrap_or_else(|no| panic!("answer {text}: {no}"));
    }
}

/// Checks that the answer is the same in a position that the seat cannot distinguish from the real
/// one.
fn is_known<R: Rules>(then: &R::State, answer: &Answer<R>, read: Read<R>) {
    let mut state = R::imagine(then, Viewer::Seat(answer.seat), &mut Dice::seeded(3));
    let mut dice = Dice::seeded(0);
    let mut run = Run::<R>::new(state.clone(), &mut dice);
    R::resume(&mut run);
    let (facts, _) = run.done();
    let mut same = None;
    for (at, fact) in facts.iter().enumerate() {
        let one = read(&state, fact, facts.get(at + 1));
        if let Some(one) = one.filter(|one| one.seat == answer.seat) {
            same = Some(one.orders);
            break;
        }
        R::apply(&mut state, fact);
    }
    assert_eq!(
        same.as_ref(),
        Some(&answer.orders),
        "the answer depends on what the seat does not know"
    );
}
