//! Plays random legal orders, for testing titles.

use super::{Bot, fill, mix};
use crate::dice::Dice;
use crate::erased::Position;
use crate::seat::{Seat, Viewer};

/// Maximum attempts at filling in a form before a listed order or the default order is played.
const TRIES: u32 = 12;

pub struct Random;

impl Bot for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn about(&self) -> &'static str {
        "plays any legal order, without a thought"
    }

    fn choose(&self, position: &dyn Position, seat: Seat, seed: u64) -> String {
        let mut dice = Dice::seeded(seed);
        // Try forms on an imagined state, so that a refusal cannot reveal a secret.
        let mind = position.imagine(Viewer::Seat(seat), &mut dice);
        let mut draws = dice.stream("choice");
        let legal = position.legal(seat);
        let by_form = !legal.forms.is_empty()
            && (legal.orders.is_empty() || !legal.complete && draws.below(2) == 0);
        if by_form {
            for attempt in 0..TRIES {
                let Some(form) = draws.pick(&legal.forms) else { break };
                let order = fill::filled(form, &mut draws);
                let mut dice = Dice::seeded(mix(seed, attempt.into()));
                if mind.attempt(seat, &order, &mut dice).is_some() {
                    return order;
                }
            }
        }
        match draws.pick(&legal.orders) {
            Some(order) => order.clone(),
            None => position.fallback(seat),
        }
    }
}
