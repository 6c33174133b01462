//! Rederives a game's draws from its secret. Once the secret is revealed, anyone can check that no
//! number was chosen.

pub mod epochs;
pub mod rederive;

use crate::act::Act;
use crate::event::{NOTHING, StoredEvent};
use crate::ids::GameId;
use epochs::Epochs;
use ravenpost_rules::dice::DrawInputs;
use ravenpost_rules::numbers::Step;
use rederive::draw_again;

/// An event with wrong draws: its index in the log, and the reason.
pub(crate) struct DrawMismatch {
    pub at: usize,
    pub what: &'static str,
}

/// Rederives all draws of a whole game and returns how many there are. Fails at the first event
/// whose draws differ or whose epoch was used before.
pub(crate) fn check(
    game: &GameId,
    log: &[StoredEvent],
    acts: &[Act],
    secret: [u8; 32],
) -> Result<usize, DrawMismatch> {
    let mut draw_inputs = DrawInputs { secret, game: game.to_string(), salts: Vec::new() };
    let (mut epochs, mut step, mut drawn) = (Epochs::default(), Step::NONE, Vec::new());
    for (at, (event, act)) in log.iter().zip(acts).enumerate() {
        let wrong = |what| DrawMismatch { at, what };
        step += u64::from(event.is_open());
        match act {
            Act::Opened(opening) => {
                draw_inputs.salts = vec![String::new(); opening.table.seats.into()];
            }
            Act::Joined { seat, salt, .. } => {
                if let Some(own) = draw_inputs.salts.get_mut(seat.index()) {
                    own.clone_from(salt);
                }
            }
            Act::EpochStarted { epoch, .. } if epochs.has(*epoch) => {
                return Err(wrong("the epoch was used before, so its draws would repeat"));
            }
            _ => {}
        }
        if event.draws != NOTHING {
            let before = drawn.len();
            draw_again(&draw_inputs, step, epochs.count_of(act), event, &mut drawn)
                .map_err(|_| wrong("its draws cannot be read"))?;
            if drawn[before..].iter().any(|one| one.draw.was != one.derived) {
                return Err(wrong("a draw does not follow from the secret"));
            }
        }
        epochs.past(act, event, step);
    }
    Ok(drawn.len())
}
