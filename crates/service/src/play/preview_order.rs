//! Previews a line of orders without storing anything.
//!
//! The line is tried on an imagined position that the seat cannot distinguish from the true one.
//! What it would reveal is never shown, so a preview cannot be used to peek.

use crate::handles::Play;
use std::ops::ControlFlow;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::play::{dry_run, line_parts};
use ravenpost_log::GameId;
use ravenpost_rules::erased::line;
use ravenpost_rules::{
    Dice, Narration, Position, Presentation, Refusal, RefusalCode, Seat, Viewer,
};

pub struct PreviewedLine {
    /// The orders in canonical form.
    pub orders: Vec<String>,
    /// The number of parts that were previewed. The orders after them are as written.
    pub previewed: usize,
    pub narration: Vec<Narration>,
    /// Whether hidden information would be revealed, so that the preview ends there.
    pub cut: bool,
    /// What kind of information that is, if it may be disclosed: "You draw 3 cards".
    pub ahead: Option<String>,
    /// For instructions only: what they would do.
    pub dry_run: Vec<String>,
    /// Whether the seat would be prompted again afterwards, within the same turn.
    pub goes_on: bool,
    /// The resulting view, up to the cut.
    pub presentation: Presentation,
}

impl Play<'_> {
    pub async fn preview_order(
        self,
        game_id: &GameId,
        seat: Seat,
        line: &str,
    ) -> Result<PreviewedLine, ServiceError> {
        let game = self.games().load(game_id).await?;
        preview_line(&game, seat, line)
    }
}

/// Previews a line for a seat of a loaded game.
pub(crate) fn preview_line(
    game: &Game,
    seat: Seat,
    line: &str,
) -> Result<PreviewedLine, ServiceError> {
    let viewer = Viewer::Seat(seat);
    let mut dice = Dice::seeded(game.step().0);
    let position = game.position.imagine(viewer, &mut dice);
    let foretold = PreviewedLine {
        orders: Vec::new(),
        previewed: 0,
        narration: Vec::new(),
        cut: false,
        ahead: None,
        dry_run: Vec::new(),
        goes_on: false,
        presentation: Presentation::default(),
    };
    let parts = line_parts::parts(game.title, line)?;
    let dry_run = dry_run::with(position.as_ref(), seat, &parts, &mut Dice::seeded(1));
    let mut tried = Tried { position, foretold };
    let broken = line::walk(
        &mut tried,
        |tried| tried.position.as_ref(),
        seat,
        &parts,
        |tried, at, part| match tried.give(seat, part, &mut dice) {
            Ok(()) if tried.foretold.cut => ControlFlow::Break(Ok(at + 1)),
            Ok(()) => ControlFlow::Continue(()),
            Err(refusals) => ControlFlow::Break(Err(ServiceError::in_part(refusals, at))),
        },
    );
    let Tried { position, mut foretold } = tried;
    // Parts after the cut are returned as written and are not previewed.
    foretold.previewed = broken.break_value().transpose()?.unwrap_or(parts.len());
    let rest = &parts[foretold.previewed..];
    begin_orders(position.as_ref(), seat, rest, foretold.previewed, &mut dice)?;
    foretold.orders.extend(rest.iter().map(|part| (*part).to_owned()));
    foretold.dry_run = dry_run;
    foretold.goes_on = position.awaited().iter().any(|one| one.seat == seat && one.goes_on);
    foretold.presentation = position.present(viewer);
    Ok(foretold)
}

/// Refuses parts after the cut that begin no order. The legality of the others may depend on what
/// is revealed, so they are not judged. `before` is the number of parts before the cut.
fn begin_orders(
    position: &dyn Position,
    seat: Seat,
    parts: &[&str],
    before: usize,
    dice: &mut Dice,
) -> Result<(), ServiceError> {
    for (at, part) in parts.iter().enumerate().filter(|(_, part)| !line::is_closing(part)) {
        let refusals = position.preview(seat, part, dice).err().unwrap_or_default();
        let unknown = |one: &Refusal| one.code == RefusalCode::UnknownOrder && one.word.is_some();
        if refusals.iter().any(unknown) {
            return Err(ServiceError::in_part(refusals, before + at));
        }
    }
    Ok(())
}

struct Tried {
    position: Box<dyn Position>,
    foretold: PreviewedLine,
}

impl Tried {
    fn give(&mut self, seat: Seat, part: &str, dice: &mut Dice) -> Result<(), Vec<Refusal>> {
        let tried = self.position.preview(seat, part, dice)?;
        self.foretold.orders.push(tried.order);
        self.foretold.narration.extend(tried.narration);
        self.foretold.cut = tried.cut;
        self.foretold.ahead = tried.ahead;
        self.position = tried.next;
        Ok(())
    }
}
