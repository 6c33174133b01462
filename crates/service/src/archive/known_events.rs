//! The part of a game's log that one viewer may know, step by step, for programs that follow it.
//!
//! The response for a step never changes later, except for the step that superseded it: it
//! contains nothing that was revealed afterwards. Private instructions are not steps and are
//! omitted.
//!
//! A fact is either known as a whole or omitted. The viewer's narration is included in both cases,
//! in the words of the game page, so that it reveals no more than that page.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::log::Entry;
use crate::handles::Archive;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, Seat, Viewer};
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
    /// The narration of all facts for the viewer, in order.
    pub narration: Vec<KnownSentence>,
    /// The step that superseded it by now, by an undo or a rewind.
    pub superseded_by: Option<Step>,
    pub hash: Hash,
}

/// A sentence about a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownSentence {
    pub narration: Narration,
    /// Whether the viewer also knows the fact itself.
    pub in_facts: bool,
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
            known(&game, &entry, viewer).map(|one| KnownEvent { superseded_by, ..one })
        });
        Ok(KnownEvents { events: events.collect::<Result<_, ServiceError>>()?, last: game.step() })
    }
}

fn known(game: &Game, entry: &Entry, viewer: Viewer) -> Result<KnownEvent, ServiceError> {
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
        Viewer::Spectator => false,
    };
    let facts = facts.into_iter().enumerate();
    let facts = facts.filter(|(at, _)| letter(*at).is_some_and(may)).map(|(_, fact)| fact);
    let facts: Vec<Value> = facts.collect();
    let all = game.narration().narration_of(event, viewer)?;
    let own = game.title.narrate(&Value::from(facts.clone()).to_string(), viewer)?;
    Ok(KnownEvent {
        step: entry.step,
        at: event.at,
        kind: event.kind.clone(),
        seat: event.seat,
        act,
        facts,
        narration: marked(&all, own),
        superseded_by: None,
        hash: event.hash,
    })
}

/// Marks the sentences that narrate known facts. It compares only what the viewer knows, so where a
/// hidden fact has the same sentence as a known one, the marks do not show which came first.
fn marked(all: &[Narration], of_known: Vec<Narration>) -> Vec<KnownSentence> {
    let mut of_known = of_known.into_iter().peekable();
    let sentence = |narration: &Narration| KnownSentence {
        in_facts: of_known.next_if_eq(narration).is_some(),
        narration: narration.clone(),
    };
    all.iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_depend_on_known_sentences_only() {
        let all = |texts: &str| -> Vec<Narration> {
            let one = |text: &str| Narration { text: text.to_owned(), ..Narration::default() };
            texts.split_whitespace().map(one).collect()
        };
        for (narrated, known, marks) in [
            ("a b c", "b", "-x-"),
            ("a a", "a", "x-"),
            ("a b a", "b a", "-xx"),
            ("a", "", "-"),
            ("", "", ""),
        ] {
            let marked = marked(&all(narrated), all(known));
            let mark = |one: &KnownSentence| if one.in_facts { 'x' } else { '-' };
            let found: String = marked.iter().map(mark).collect();
            assert_eq!(found, marks, "{narrated:?}, {known:?}");
        }
    }
}
