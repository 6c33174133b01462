//! The part of a game's log that one viewer may know, step by step, for programs that follow it.
//!
//! The response for a step never changes later, except for the step that superseded it: it
//! contains nothing that was revealed afterwards. Private instructions are not steps and are
//! omitted.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::error::ServiceError;
use crate::game::core::log::Entry;
use crate::handles::Archive;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;

/// A step as a viewer knew it when it happened.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownEvent {
    pub step: Step,
    pub at: DateTime<Utc>,
    pub kind: String,
    pub seat: Option<Seat>,
    /// The act; `None` if the viewer may not know it.
    pub act: Option<Value>,
    /// The facts that the viewer may know, in order.
    pub facts: Vec<Value>,
    /// The step that superseded it by now, by an undo or a rewind.
    pub superseded_by: Option<Step>,
    pub hash: Hash,
}

/// Some steps of a game, and its last step.
pub struct KnownEvents {
    pub events: Vec<KnownEvent>,
    pub last: Step,
}

impl Archive<'_> {
    /// Returns at most `most` steps after that one, as a player or a spectator knows them.
    pub async fn known_events(
        self,
        id: &GameId,
        player: Option<PlayerId>,
        after: Step,
        most: usize,
    ) -> Result<KnownEvents, ServiceError> {
        let game = self.games().load(id).await?;
        let viewer = game.viewer(player.and_then(|player| game.seat_of(player)));
        let steps = game.log.after(game.log.end_of(after)).filter(|one| one.event.is_open());
        let events = steps.take(most).map(|entry| {
            let superseded_by = entry.superseded_by.map(|by| game.log.step_of(by));
            known(&entry, viewer).map(|one| KnownEvent { superseded_by, ..one })
        });
        Ok(KnownEvents { events: events.collect::<Result<_, ServiceError>>()?, last: game.step() })
    }
}

fn known(entry: &Entry, viewer: Viewer) -> Result<KnownEvent, ServiceError> {
    let event = entry.event;
    let read = |text: &str| {
        serde_json::from_str::<Value>(text).map_err(|error| ServiceError::Broken(error.into()))
    };
    let act = entry.act.known().by(viewer).then(|| read(&event.act)).transpose()?;
    let facts = match read(&event.facts)? {
        Value::Array(facts) => facts,
        _ => Vec::new(),
    };
    // One letter for the event and one for each fact, or a single one for all.
    let letters: Vec<char> = event.known.chars().collect();
    let letter = |at: usize| match letters.as_slice() {
        [all] => Some(*all),
        letters => letters.get(at + 1).copied(),
    };
    let may = |letter: char| match viewer {
        _ if letter == '*' => true,
        Viewer::Seat(seat) => char::from_digit(seat.0.into(), 16) == Some(letter),
        Viewer::Watcher => false,
    };
    let facts = facts.into_iter().enumerate();
    let facts = facts.filter(|(at, _)| letter(*at).is_some_and(may)).map(|(_, fact)| fact);
    Ok(KnownEvent {
        step: entry.step,
        at: event.at,
        kind: event.kind.clone(),
        seat: event.seat,
        act,
        facts: facts.collect(),
        superseded_by: None,
        hash: event.hash,
    })
}
