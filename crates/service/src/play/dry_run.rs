//! Dry run of a seat's standing orders and plans: on the page with the preview of a new one, by
//! email with those in force.

use crate::game::core::folded::Game;
use ravenpost_rules::erased::dry_run::DryRun;
use ravenpost_rules::{Dice, Position, Seat, Viewer};

/// Returns the effect of the instructions in force.
pub(crate) fn in_force(game: &Game, seat: Seat) -> Vec<String> {
    let mut dice = Dice::seeded(game.step().0);
    let position = game.position.imagine(Viewer::Seat(seat), &mut dice);
    narrate_order(position.as_ref(), seat, &mut dice)
}

/// Returns the combined effect of the instructions in force and these. Returns nothing if one of
/// the parts is an order for now.
pub(crate) fn with(
    imagined: &dyn Position,
    seat: Seat,
    parts: &[&str],
    dice: &mut Dice,
) -> Vec<String> {
    let mut position = imagined.copy();
    for part in parts {
        match position.attempt(seat, part, dice) {
            Some(left) if !left.happened => position = left.next,
            _ => return Vec::new(),
        }
    }
    narrate_order(position.as_ref(), seat, dice)
}

/// Returns nothing for a seat that is awaited: its own move comes before anything else.
fn narrate_order(position: &dyn Position, seat: Seat, dice: &mut Dice) -> Vec<String> {
    if position.awaited().iter().any(|one| one.seat == seat) {
        return Vec::new();
    }
    let run = DryRun::of(position, seat, dice);
    let first = match (run.narration.is_empty(), &run.asked) {
        (true, None) => return Vec::new(),
        (true, Some(_)) => "If no other player moves, none of your standing orders is used",
        (false, _) => "If no other player moves (unknown cards are drawn at random):",
    };
    let asked = run.asked.map(|asked| format!("Then it is your turn: {asked}"));
    let answers = run.narration.into_iter().map(|one| one.text);
    std::iter::once(first.to_owned()).chain(answers).chain(asked).collect()
}
