//! Sealed orders, which stay hidden until they are revealed, even after the last one. Finds the
//! last one, and undoes one that others have followed.

use chrono::{DateTime, Utc};

use super::Game;
use super::handles::GameOrders;
use super::past::{Past, paused, taken_back};
use crate::error::ServiceError;
use crate::game::core::log::Entry;
use crate::game::core::log::metadata::EventMetadata;
use ravenpost_log::table::sheets::LastSheet;
use ravenpost_log::{Act, At};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Decided, Seat};

impl<'g> GameOrders<'g> {
    /// Whether all orders are in and the sealed ones are not opened yet.
    pub fn is_sealed_up(&self) -> bool {
        self.position.awaited().is_empty() && self.position.outcome().is_none()
    }

    /// The sealed order of a seat, from the moment it is given until all are opened.
    pub(crate) fn sealed_sheet(&self, seat: Seat) -> Option<Entry<'g>> {
        self.status.clocks.sealed_for?;
        let own = |one: &EventMetadata| one.open && one.changes && one.seat == Some(seat);
        let stands = |one: &EventMetadata| own(one) && one.superseded_by.is_none();
        let last = self.0.log.pick(stands).next_back()?;
        let person = matches!(last.act, Act::Ordered { via, .. } if via.is_of_player());
        let (wait, answered) = self.status.clocks.stopped.get(&seat)?;
        let same = self.open_question() == Some(wait.asked);
        (person && same && *answered == last.event.at && wait.together).then_some(last)
    }

    /// When the current question, which several seats answer with sealed orders, was asked.
    fn open_question(&self) -> Option<DateTime<Utc>> {
        let clocks = &self.status.clocks;
        match clocks.opens {
            Some(opens) => {
                let last = clocks.stopped.values().find(|(_, answered)| *answered == opens.since);
                last.map(|(wait, _)| wait.asked)
            }
            None => clocks.waits.values().find(|wait| wait.together).map(|wait| wait.asked),
        }
    }
}

/// The record to store if the order that a seat now gives is the last one.
fn last_sheet(game: &Game, seat: Seat, by_page: bool) -> Option<LastSheet> {
    game.status.clocks.sealed_for?;
    let wait = game.status.clocks.waits.get(&seat).cloned()?;
    Some(LastSheet { seat, wait, by_page })
}

/// Sets the time at which sealed orders are opened, if all are in after that event.
fn all_sealed(game: &mut Game, last: Option<LastSheet>, at: At) {
    if game.status.clocks.sealed_for.is_none() {
        return;
    }
    match game.orders().is_sealed_up() {
        true => game.status.all_sealed(last, at),
        false => game.status.clocks.opens = None,
    }
}

/// Applies what an act led to, and checks whether all orders are sealed now.
pub(super) fn led_to(
    game: &mut Game,
    facts: &str,
    decided: Option<Decided>,
    actor: Option<Seat>,
    by_page: bool,
    at: At,
) -> Result<(), ServiceError> {
    let last = actor.and_then(|seat| last_sheet(game, seat, by_page));
    game.happened(facts, decided, actor, at)?;
    all_sealed(game, last, at);
    Ok(())
}

/// A seat undoes a step: its last one, or only its own sealed order if others have followed.
pub(super) fn undone(
    game: &mut Game,
    seat: Seat,
    step: Step,
    given: DateTime<Utc>,
    at: At,
) -> Result<(), ServiceError> {
    let to = game.log.end_of(step.before());
    let own = game.log.step_event(step);
    match own.filter(|own| is_sheet_of_several(game, to, *own)) {
        Some(own) => sheet_taken_back(game, seat, own, given, at),
        None => taken_back(game, seat, to, given, at.seq, at.time),
    }
}

/// Whether others have sealed orders after the one being undone. Then only that order is
/// superseded.
fn is_sheet_of_several(game: &Game, to: Seq, own: Seq) -> bool {
    let others = |one: &EventMetadata| one.open && one.changes && one.superseded_by.is_none();
    let mut since = game.log.metadata_after(to).filter(others);
    game.status.clocks.sealed_for.is_some() && since.any(|one| one.seq > own)
}

/// Supersedes one sealed order; those sealed by others since remain.
fn sheet_taken_back(
    game: &mut Game,
    seat: Seat,
    own: Seq,
    given: DateTime<Utc>,
    at: At,
) -> Result<(), ServiceError> {
    let before = own.before();
    let Past { status, position, .. } = paused(game, before)?;
    game.log.set_one_aside(own, at.seq);
    let mut position = position.copy();
    let others = |one: &EventMetadata| one.seq > own && one.open && one.changes;
    for entry in game.log.pick(|one| others(one) && one.superseded_by.is_none()) {
        position.fold(&entry.event.facts)?;
    }
    game.position = position.into();
    game.status.reopens(&status, seat, given, at);
    Ok(())
}
