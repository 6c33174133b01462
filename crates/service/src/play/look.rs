//! Views of a game: at which step, for which viewer, and compared with which other step.

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::folded::handles::{GameHistory, GameOrders};
use crate::game::core::log::metadata::EventMetadata;
use crate::game::history::revealed_since::Light;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::view::changes::{Changes, Part};
use ravenpost_rules::{Panel, Presentation, Seat, Viewer};

/// The requested view of a game. The default is the present, as the player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    pub at: Option<Step>,
    /// The step to compare with. For the past, the default is the step before.
    pub from: Option<Step>,
    pub eye: Eye,
    /// Whether the replay also stops at steps without news for this viewer.
    pub every: bool,
    /// The player's own order that the replay begins with.
    pub own: Option<Step>,
}

/// Whose view of a game is shown. The views of others are available when it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Eye {
    /// The player's own view at that time.
    #[default]
    Own,
    /// The player's own view, including what has been revealed since.
    Now,
    /// The view of that seat at that time.
    Seat(Seat),
    /// All hidden information.
    Open,
}

impl From<Option<Step>> for Look {
    fn from(at: Option<Step>) -> Look {
        Look { at, ..Look::default() }
    }
}

/// A step of a game as it is shown.
pub(super) struct Moment {
    pub at: Step,
    /// The game at that step, or `None` for the present.
    pub past: Option<Game>,
    pub viewer: Viewer,
}

#[derive(Debug)]
pub struct Compared {
    /// The step that the shown one is compared with.
    pub from: Step,
    pub changes: Changes,
}

impl Look {
    /// Returns the requested step. Refused if it does not exist or may not be shown.
    pub(super) fn moment(&self, game: &Game, own: Viewer) -> Result<Moment, ServiceError> {
        let over = game.status.state == Status::Over;
        let viewer = match self.eye {
            Eye::Own | Eye::Now => own,
            _ if !over => return Err(ServiceError::refused(CLOSED)),
            Eye::Open => own,
            Eye::Seat(seat) if game.status.seats.slot(seat).is_some() => Viewer::Seat(seat),
            Eye::Seat(_) => {
                return Err(ServiceError::refused("there is no such seat in this game"));
            }
        };
        let last = game.step();
        let at = self.at.unwrap_or(last);
        for step in [Some(at), self.from].into_iter().flatten() {
            exists(step, last)?;
        }
        let past = (at < last).then(|| game.history().at(game.log.end_of(at))).transpose()?;
        Ok(Moment { at, past, viewer })
    }

    /// Returns the differences from the requested step. For the past, the default is the step
    /// before.
    pub(super) fn compared(
        &self,
        game: &Game,
        at: Step,
        viewer: Viewer,
        presentation: &Presentation,
    ) -> Result<Option<Compared>, ServiceError> {
        let before = || (at < game.step()).then(|| game.history().changed_before(at)).flatten();
        let Some(from) = self.from.or_else(before).filter(|from| *from != at) else {
            return Ok(None);
        };
        let other = game.history().at(game.log.end_of(from))?;
        if !other.has_started() {
            return Ok(None);
        }
        let seen = other.position.present(viewer);
        // In chronological order, whichever step was requested.
        let between = |then: &Presentation, now: &Presentation| match from < at {
            true => Changes::between(then, now),
            false => Changes::between(now, then),
        };
        let mut changes = between(&seen, presentation);
        if self.eye == Eye::Open {
            let shown = game.history().at(game.log.end_of(at))?;
            for seat in Seat::all(game.status.table.seats) {
                let own = |game_id: &Game| hand(game_id, seat);
                let parts = between(&own(&other), &own(&shown)).parts;
                changes.parts.extend(parts.into_iter().map(|part| {
                    let title = format!("{}: {}", game.seat_name(seat), part.title);
                    Part { title, ..part }
                }));
            }
        }
        Ok(Some(Compared { from, changes }))
    }

    /// Returns what has been revealed since the step shown, if requested.
    pub(super) fn since(
        &self,
        game: &Game,
        at: Step,
        viewer: Viewer,
    ) -> Result<Vec<Light>, ServiceError> {
        match self.eye {
            Eye::Now => game.narration().light_since(viewer, at),
            _ => Ok(Vec::new()),
        }
    }

    /// Returns the private panels of every seat, if requested.
    pub(super) fn hands(&self, seen: &Game) -> Vec<(Seat, Vec<Panel>)> {
        if self.eye != Eye::Open || !seen.has_started() {
            return Vec::new();
        }
        let hand = |seat| (seat, seen.position.present(Viewer::Seat(seat)).own);
        Seat::all(seen.status.table.seats).map(hand).collect()
    }
}

impl Game {
    /// Returns what has changed for a viewer since a seat's last order. If that order was the last
    /// change, returns its effect.
    pub(super) fn recently(
        &self,
        seat: Option<Seat>,
        viewer: Viewer,
        now: &Presentation,
    ) -> Result<Option<Changes>, ServiceError> {
        let history = self.history();
        let Some(last) = history.changed_before(self.step().next()) else { return Ok(None) };
        let own = seat.and_then(|seat| self.orders().last_order(seat));
        let since = own.filter(|own| *own < last).or_else(|| history.changed_before(last));
        let Some(since) = since else { return Ok(None) };
        let then = history.at(self.log.end_of(since))?;
        if !then.has_started() {
            return Ok(None);
        }
        Ok(Some(Changes::between(&then.position.present(viewer), now)))
    }
}

/// Returns the private panels of a seat and nothing else.
fn hand(game: &Game, seat: Seat) -> Presentation {
    let own = game.position.present(Viewer::Seat(seat)).own;
    Presentation { own, ..Presentation::default() }
}

const CLOSED: &str = "you can see other players' views only when the game is over";

fn exists(step: Step, last: Step) -> Result<(), ServiceError> {
    match step {
        Step::NONE => Err(ServiceError::refused("steps are numbered from 1")),
        _ if step > last => Err(ServiceError::refused(format!(
            "there is no step {step}; the last one is step \
                {last}"
        ))),
        _ => Ok(()),
    }
}

impl GameHistory<'_> {
    /// Returns the last step before that one at which the game changed.
    pub fn changed_before(&self, at: Step) -> Option<Step> {
        let changed = |one: &EventMetadata| one.open && one.changes && one.step < at;
        self.log.metadata().rev().find(changed).map(|one| one.step)
    }

    /// Returns the first step after that one at which the game changed.
    pub fn changed_after(&self, at: Step) -> Option<Step> {
        let mut since = self.log.metadata_after(self.log.end_of(at));
        since.find(|one| one.open && one.changes).map(|one| one.step)
    }
}

impl GameOrders<'_> {
    /// Returns the step of a seat's last order that has not been undone.
    pub fn last_order(&self, seat: Seat) -> Option<Step> {
        let stands =
            |one: &EventMetadata| one.open && one.is_order_of(seat) && one.superseded_by.is_none();
        self.log.metadata().rev().find(stands).map(|one| one.step)
    }
}
