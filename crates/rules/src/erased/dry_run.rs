//! Previews a seat's standing instructions by playing on in an imagined position while every other
//! seat plays its default orders.

use crate::dice::Dice;
use crate::erased::Position;
use crate::seat::{Seat, Viewer};
use crate::view::Narration;

/// Maximum number of orders of other seats to simulate.
const ORDERS: usize = 80;
/// Maximum number of answers to report.
const ANSWERS: usize = 4;

/// The predicted effect of a seat's instructions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DryRun {
    /// The narration that the seat would get: which instructions answer, and how.
    pub narration: Vec<Narration>,
    /// The prompt the seat would still receive, or `None` if the simulation ends first.
    pub asked: Option<String>,
}

impl DryRun {
    /// Plays on from a position until the seat is prompted. The position must be one that the seat
    /// cannot distinguish from the real one ([`Position::imagine`]), so that the result reveals
    /// nothing hidden.
    pub fn of(position: &dyn Position, seat: Seat, dice: &mut Dice) -> DryRun {
        let mut run = DryRun::default();
        let mut position = position.copy();
        for _ in 0..ORDERS {
            let awaited = position.awaited();
            if let Some(own) = awaited.iter().find(|one| one.seat == seat) {
                run.asked = Some(own.ask.to(Viewer::Seat(seat)).to_owned());
                break;
            }
            let Some(other) = awaited.first() else { break };
            let order = position.fallback(other.seat);
            let Ok(decided) = position.time_out(other.seat, &order, true, dice) else { break };
            let narration =
                position.title().narrate_privately(&decided.facts, seat).unwrap_or_default();
            run.narration.extend(narration);
            position = decided.next;
            if run.narration.len() >= ANSWERS {
                break;
            }
        }
        run
    }
}
