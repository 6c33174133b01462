//! What a line of orders would do, told before anything is stored.
//!
//! The line is tried on an imagined position that the seat cannot tell from the true one, and
//! what would come to light is never shown: a preview cannot be used to peek.

use super::error::ServiceError;
use super::{Service, live::Live};
use crate::rules::{Dice, Line, Seat, Sight, Told, Viewer};
use crate::store::GameId;

/// What a line would do.
pub struct Foretold {
    /// The orders in canonical form.
    pub orders: Vec<String>,
    pub told: Vec<Told>,
    /// Whether something hidden would come to light, so that the rest cannot be foretold.
    pub cut: bool,
    /// What kind of thing that is, where it may be said: "You draw 3 cards".
    pub ahead: Option<String>,
    /// Whether the seat would still be asked something afterwards, within the same turn.
    pub goes_on: bool,
    /// The game as it would be, up to the cut.
    pub sight: Sight,
}

impl Service {
    /// Tries a line for a seat.
    pub async fn preview_order(
        &self,
        game: &GameId,
        seat: Seat,
        line: &str,
    ) -> Result<Foretold, ServiceError> {
        let live = self.live(game).await?;
        foretell(&live, seat, line)
    }
}

fn foretell(live: &Live, seat: Seat, line: &str) -> Result<Foretold, ServiceError> {
    let viewer = Viewer::Seat(seat);
    let mut dice = Dice::seeded(live.version());
    let mut position = live.position.imagine(viewer, &mut dice);
    let mut foretold = Foretold {
        orders: Vec::new(),
        told: Vec::new(),
        cut: false,
        ahead: None,
        goes_on: false,
        sight: Sight::default(),
    };
    let parts = live.title.split(line);
    if parts.is_empty() {
        return Err(ServiceError::refused("the line is empty"));
    }
    let mut line = Line::default();
    for (at, part) in parts.into_iter().enumerate() {
        if foretold.cut {
            foretold.orders.push(part.to_owned());
            continue;
        }
        if line.is_late(position.as_ref(), seat, part) {
            continue;
        }
        line.gives(position.as_ref(), seat, part);
        let tried = position.preview(seat, part, &mut dice).map_err(|refusals| {
            let placed = refusals.into_iter().map(|refusal| refusal.in_part(at + 1));
            ServiceError::Refused(placed.collect())
        })?;
        foretold.orders.push(tried.order);
        foretold.told.extend(tried.told);
        foretold.cut = tried.cut;
        foretold.ahead = tried.ahead;
        position = tried.next;
    }
    foretold.goes_on = position.awaited().iter().any(|one| one.seat == seat && one.goes_on);
    foretold.sight = position.sight(viewer);
    Ok(foretold)
}
