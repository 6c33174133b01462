//! Rederives the draws of one event.

use crate::event::StoredEvent;
use ravenpost_rules::Dice;
use ravenpost_rules::dice::{Count, Draw, DrawInputs};
use ravenpost_rules::numbers::Step;

/// A stored draw with its rederived value.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The step that drew it.
    pub step: Step,
    /// What distinguishes this event's draws from all others.
    pub count: Count,
    /// The stored draw: its purpose, its bound and its value.
    pub draw: Draw,
    /// The value that the secret gives.
    pub derived: u32,
}

/// Rederives an event's draws, purpose by purpose, with the stored bounds. `count` identifies the
/// event's draws.
///
/// # Errors
///
/// Returns the parse error if the stored draws are malformed.
pub fn draw_again(
    draw_inputs: &DrawInputs,
    step: Step,
    count: Count,
    event: &StoredEvent,
    into: &mut Vec<Checked>,
) -> Result<(), serde_json::Error> {
    let stored: Vec<(String, Vec<(u32, u32)>)> = serde_json::from_str(&event.draws)?;
    let mut dice: Dice = draw_inputs.dice(count);
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
