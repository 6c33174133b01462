//! What instructions and default orders do, held against what their seat may do and knows: it could
//! have ordered all of it itself, and they go by nothing that it does not know.

use crate::dice::Dice;
use crate::rules::Rules;
use crate::rules::fold::Fold;
use crate::rules::run::Run;
use crate::seat::{Seat, Viewer};
use crate::walk::Walk;

/// What a seat's instruction answered, as orders that it could have given.
pub struct Answer<R: Rules> {
    pub seat: Seat,
    pub orders: Vec<R::Order>,
}

/// Reads an answer off a fact, and the one after it, in the state before both.
pub type Read<R> =
    fn(&<R as Fold>::State, &<R as Fold>::Fact, Option<&<R as Fold>::Fact>) -> Option<Answer<R>>;

/// How many answers and default orders were looked at.
#[derive(Clone, Copy, Default, Debug)]
pub struct Looked {
    pub answers: u32,
    pub defaults: u32,
}

/// Plays a game for so many orders, every third of them a default order, and looks at what
/// instructions answer on the way. What an instruction is for, the caller has said before.
///
/// # Panics
///
/// When an answer or a default order is none that the seat itself could give, or is another in a
/// position that the seat cannot tell from the true one.
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
        assert_eq!(again, text, "the default order goes by what the seat does not know");
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

/// The seat could have given each of these orders there.
fn could_be_given<R: Rules>(then: &R::State, answer: &Answer<R>) {
    for order in &answer.orders {
        let mut own = Walk::<R>::at(then.clone(), 0);
        let text = R::write(&own.state, order);
        own.try_to(answer.seat, order).unwrap_or_else(|no| panic!("answer {text}: {no}"));
    }
}

/// In a position that the seat cannot tell from the true one the same is answered.
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
        "the answer goes by what the seat does not know"
    );
}
