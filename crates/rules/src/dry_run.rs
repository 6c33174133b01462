//! What standing orders would do, without doing it: a game is played on in thought, while everybody
//! else lets their time pass.

use crate::dice::Dice;
use crate::erased::Position;
use crate::seat::Seat;
use crate::view::Narration;

/// How many orders of others are thought of.
const ORDERS: usize = 80;
/// How many answers are told.
const ANSWERS: usize = 4;

/// What would come of a seat's instructions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DryRun {
    /// What the seat alone would be told: which instruction answers, and what.
    pub told: Vec<Narration>,
    /// What it would be asked all the same; nothing where the thought ends before.
    pub asked: Option<String>,
}

impl DryRun {
    /// Plays on from a position until the seat is asked. The position has to be one that the seat
    /// cannot tell from the true one ([`Position::imagine`]): nothing else is looked at, so that
    /// nothing comes of it that the seat does not know.
    pub fn of(position: &dyn Position, seat: Seat, dice: &mut Dice) -> DryRun {
        let mut run = DryRun::default();
        let mut position = position.copy();
        for _ in 0..ORDERS {
            let awaited = position.awaited();
            if let Some(own) = awaited.iter().find(|one| one.seat == seat) {
                run.asked = Some(own.ask.clone());
                break;
            }
            let Some(other) = awaited.first() else { break };
            let order = position.fallback(other.seat);
            let Ok(decided) = position.time_out(other.seat, &order, true, dice) else { break };
            let told = position.title().told_alone(&decided.facts, seat).unwrap_or_default();
            run.told.extend(told);
            position = decided.next;
            if run.told.len() >= ANSWERS {
                break;
            }
        }
        run
    }
}
