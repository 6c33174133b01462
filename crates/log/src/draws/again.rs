//! One event's numbers, drawn again.

use crate::event::StoredEvent;
use ravenpost_rules::Dice;
use ravenpost_rules::dice::{Count, Draw, Luck};
use ravenpost_rules::numbers::Step;

/// One draw, derived again.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The step that drew it.
    pub step: Step,
    /// By what its event's draws are told from others.
    pub count: Count,
    /// What was drawn, for what and out of how many.
    pub draw: Draw,
    /// What the secret gives for it.
    pub derived: u32,
}

/// Draws an event's numbers again, purpose by purpose, with the bounds that were stored: `count`
/// says which draws they are. Refused where what is stored are no draws.
pub fn draw_again(
    luck: &Luck,
    step: Step,
    count: Count,
    event: &StoredEvent,
    into: &mut Vec<Checked>,
) -> Result<(), serde_json::Error> {
    let stored: Vec<(String, Vec<(u32, u32)>)> = serde_json::from_str(&event.draws)?;
    let mut dice: Dice = luck.dice(count);
    for (purpose, pairs) in stored {
        let mut stream = dice.stream(&purpose);
        for (of, was) in pairs {
            let derived = if of == 0 { u32::MAX } else { stream.below(of) };
            let draw = Draw { purpose: purpose.clone(), of, was };
            into.push(Checked { step, count, draw, derived });
        }
    }
    Ok(())
}
