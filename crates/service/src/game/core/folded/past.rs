//! Rewinds and undos: events after a point are superseded, and the game returns to its state there.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::Game;
use super::handles::{GameHistory, GameOrders};
use crate::error::ServiceError;
use crate::game::core::log::metadata::EventMetadata;
use ravenpost_log::event::NOTHING;
use ravenpost_log::table::status::GameStatus;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Decided, Dice, Position, Seat};

/// The state of a game after an event.
#[derive(Clone)]
pub(super) struct Past {
    pub(super) after: Seq,
    pub(super) status: GameStatus,
    pub(super) position: Arc<dyn Position>,
}

impl GameHistory<'_> {
    /// The result of a rewind to step `to`: the position there, with hidden information redrawn.
    pub fn resealed(&self, to: Step, dice: &mut Dice) -> Result<Decided, ServiceError> {
        Ok(been(self, to)?.0.position.redraw_hidden(dice))
    }
}

impl GameOrders<'_> {
    /// The last instruction of a seat that is still in force.
    pub fn left_last(&self, seat: Seat) -> Option<Seq> {
        let own = |one: &EventMetadata| !one.open && one.seat == Some(seat);
        let stands = |one: &EventMetadata| own(one) && one.changes && one.superseded_by.is_none();
        self.log.metadata().rev().find(stands).map(|one| one.seq)
    }
}

/// Supersedes every later event that changed the game, and restores its state after `to`.
pub(super) fn taken_back(
    game: &mut Game,
    seat: Seat,
    to: Seq,
    given: DateTime<Utc>,
    by: Seq,
    at: DateTime<Utc>,
) -> Result<(), ServiceError> {
    is_before(game, to, by)?;
    game.log.set_aside(to, by);
    let past = paused(game, to)?;
    game.position = past.position;
    game.status.go_back(&past.status, seat, given, by, at);
    Ok(())
}

/// A rewind must point to an earlier event; otherwise folding would never end.
fn is_before(game: &Game, to: Seq, by: Seq) -> Result<(), ServiceError> {
    match to < by {
        true => Ok(()),
        false => Err(ServiceError::corrupt(&game.id, "has a rewind to a later step")),
    }
}

/// The game after step `to`, as it was known then, and the time of that step.
fn been(game: &Game, to: Step) -> Result<(Past, DateTime<Utc>), ServiceError> {
    let after = game.log.end_of(to);
    let then = game.log.event(after).map_or(game.status.opened, |entry| entry.event.at);
    if let Some(past) = game.past.iter().find(|past| past.after == after) {
        return Ok((past.clone(), then));
    }
    let Game { status, position, .. } = game.history().at(after)?;
    Ok((Past { after, status, position }, then))
}

/// Supersedes every later event that changed the game, and restores its state after step `to`.
pub(super) fn rewound(
    game: &mut Game,
    to: Step,
    facts: &str,
    decided: Option<Decided>,
    by: Seq,
    at: DateTime<Utc>,
) -> Result<(), ServiceError> {
    is_before(game, game.log.end_of(to), by)?;
    let (past, then) = been(game, to)?;
    game.log.go_back(past.after, by);
    game.status.rewind(&past.status, then, by, at);
    game.position = past.position;
    redrawn(game, facts, decided)
}

/// Applies redrawn hidden information. It prompts nobody and affects no clock.
pub(super) fn redrawn(
    game: &mut Game,
    facts: &str,
    decided: Option<Decided>,
) -> Result<(), ServiceError> {
    match decided {
        Some(decided) => game.position = decided.next.into(),
        None if facts == NOTHING => {}
        None => drop(game.fold_facts(facts)?),
    }
    Ok(())
}

/// Supersedes that instruction. No clock is affected.
pub(super) fn withdrawn(game: &mut Game, seat: Seat, by: Seq) -> Result<(), ServiceError> {
    if let Some(left) = game.orders().left_last(seat) {
        game.log.set_one_aside(left, by);
        game.position = paused(game, left - 1)?.position;
    }
    Ok(())
}

/// The game after event `to`, without events superseded since and with the instructions seats
/// have left since. Instructions are private, so another seat's undo does not cancel them. If
/// nothing earlier was superseded since, the fold already has this state. Otherwise every undo
/// would be folded again for each later one, recursively.
pub(super) fn paused(game: &Game, to: Seq) -> Result<Past, ServiceError> {
    let been = game.past.iter().find(|past| past.after == to);
    let mut past = match been.filter(|_| game.log.paused_at(to)) {
        Some(past) => past.clone(),
        None => {
            let since = |one: &EventMetadata| one.superseded_by.is_some_and(|by| by > to);
            let log = game.log.pick(|one| one.seq <= to && !since(one));
            let earlier: Vec<_> = log.map(|entry| entry.event.clone()).collect();
            let Game { status, position, .. } = Game::fold(&game.id, &earlier)?;
            Past { after: to, status, position }
        }
    };
    let left = |one: &EventMetadata| !one.open && one.changes && one.superseded_by.is_none();
    for entry in game.log.pick(|one| one.seq > to && left(one)) {
        let mut position = past.position.copy();
        position.fold(&entry.event.facts)?;
        past.position = position.into();
    }
    Ok(past)
}
