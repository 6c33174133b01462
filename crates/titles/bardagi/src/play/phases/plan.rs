//! R6 Planning phase: plans, and when all seats have planned.

use crate::orders::Order;
use crate::play::refuse::not_asked;
use crate::play::run::{Run, RunExt};
use crate::reckon::plan::due;
use crate::state::State;
use crate::state::facts::Fact;
use crate::things::goods::{CARDS, Mix};
use crate::things::kinds::Unit;
use ravenpost_rules::RefusalCode::WrongAmount;
use ravenpost_rules::{Refusal, Seat};

pub fn check(state: &State, _seat: Seat, order: &Order) -> Result<(), Refusal> {
    let Order::Plan(mix) = order else { return not_asked(state) };
    mixture(*mix, due(state, state.round))
}

/// Judges a plan: the required number of cards, and no more than exist of a unit (R6.1).
pub fn mixture(mix: Mix, due: u8) -> Result<(), Refusal> {
    let count: u16 = mix.iter().map(|cards| u16::from(*cards)).sum();
    if let Some(at) = mix.iter().position(|cards| *cards > CARDS) {
        let unit = Unit(at as u8).name();
        return WrongAmount.refuse("R6.1", format!("there are only {CARDS} {unit} cards"));
    }
    if count != u16::from(due) {
        return WrongAmount.refuse("R6.1", format!("a plan has exactly {due} cards, not {count}"));
    }
    Ok(())
}

/// Records a secret plan.
pub fn play(run: &mut Run<'_>, seat: Seat, mix: Mix) {
    let who = run.who(seat);
    run.put(Fact::Planned(who, mix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reckon::plan::{plans, usual};
    use crate::state::options::Options;

    fn table(round: u8, last: Mix) -> State {
        let options = Options { eight_cards: true, ..Options::default() };
        let mut state = State { seats: 2, round, options, ..State::blank() };
        state.players[Seat(1)].last = last;
        state
    }

    #[test]
    fn there_are_84_plans_of_six_and_149_of_eight_x6_x7() {
        for (round, count) in [(4, 84), (5, 149)] {
            let state = table(round, [0; 4]);
            let all: Vec<Mix> = plans(&state).collect();
            assert_eq!(all.len(), count);
            assert!(all.into_iter().all(|mix| check(&state, Seat(1), &Order::Plan(mix)).is_ok()));
        }
        let state = table(1, [0; 4]);
        for wrong in [[7, 0, 0, 0], [3, 2, 0, 0], [4, 0, 3, 0], [255, 255, 255, 255]] {
            let order = Order::Plan(wrong);
            assert!(check(&state, Seat(1), &order).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn default_plan_repeats_the_last_one_x101() {
        assert_eq!(usual(&table(1, [0; 4]), Seat(1)), [2, 2, 2, 0]);
        assert_eq!(usual(&table(2, [6, 0, 0, 0]), Seat(1)), [6, 0, 0, 0]);
        assert_eq!(usual(&table(5, [2, 2, 2, 0]), Seat(1)), [3, 3, 2, 0]);
        assert_eq!(usual(&table(5, [6, 0, 0, 0]), Seat(1)), [6, 1, 1, 0]);
    }
}
