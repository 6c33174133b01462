//! Private notes, each attached to a step of the game. Only their author can read them.

use crate::handles::Chat;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::log::metadata::EventMetadata;
use crate::idempotency::Idempotency;
use crate::talk::cursor::Place;
use crate::talk::table_talk::{Noted, by_steps};
use ravenpost_log::GameId;
use ravenpost_log::names;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_rules::RefusalCode;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_store::people::seat_holders;
use ravenpost_store::talk::notes::{self, NewNote, Note, Recall};
use ravenpost_store::{PlayerId, writes};

/// Maximum length of a note in characters.
pub const LONGEST: usize = 1000;
/// Maximum number of notes of a player at one table.
pub const MOST_NOTES: u64 = 500;

/// Upper limit for the round of a note, higher than in any game.
pub const ROUNDS: u16 = 1000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteChange {
    Text(String),
    Drop,
    /// The note is no longer shown again and becomes an ordinary one.
    Done,
    /// The note is shown again at the next turn.
    Keep,
}

/// When a note is shown again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Later {
    NextTurn,
    /// At each turn from that round on, until it is marked as done.
    FromRound(u16),
}

/// A note that was stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    pub step: Step,
    pub place: Place,
}

struct Draft<'a> {
    step: Option<Step>,
    later: Option<Later>,
    words: &'a str,
}

/// Returns the event that a note made at `event` is attached to: the last one that changed the
/// game, as shown on pages.
fn noted_at(game: &Game, event: Seq) -> Seq {
    let seen = |one: &EventMetadata| one.open && one.changes && one.seq <= event;
    game.log.metadata().rev().find(seen).map_or(Seq(1), |one| one.seq)
}

/// Returns the event that messages about a step are attached to.
pub(super) fn margin_of(game: &Game, step: Step) -> Result<Seq, ServiceError> {
    if step.is_none() || step > game.step() {
        let why = format!("there is no step {step}; choose an earlier one");
        return Err(ServiceError::refused(why));
    }
    Ok(noted_at(game, game.log.end_of(step)))
}

/// Returns when a note made now is shown again.
fn recall(game: &Game, later: Later) -> Recall {
    let round = match later {
        Later::NextTurn => 0,
        Later::FromRound(round) => round,
    };
    Recall { round, asleep: game.last_seq() }
}

/// Whether a note is shown again for a question in that round. The turn in which the note was
/// made does not count as the next turn, however many questions it has.
fn awakes(game: &Game, recall: Recall, wait: &Pending, round: u16) -> bool {
    if recall.round > 0 {
        return recall.round <= round;
    }
    let made = game.log.event(recall.asleep).map(|entry| entry.event.at);
    made.is_none_or(|made| {
        wait.asked > made || (wait.asked == made && wait.asked_at > recall.asleep)
    })
}

impl Chat<'_> {
    /// Stores a note for a step, or for the last one. Returns that step.
    pub async fn note(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        step: Option<Step>,
        words: &str,
        key: &Idempotency,
    ) -> Result<Step, ServiceError> {
        Ok(self.store_note(now, game, by, step, words, key).await?.step)
    }

    /// Like `note`, but also returns the place of the note in the list.
    pub async fn store_note(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        step: Option<Step>,
        words: &str,
        key: &Idempotency,
    ) -> Result<Stored, ServiceError> {
        self.keep_note(now, game, by, Draft { step, later: None, words }, key).await
    }

    /// Refuses a step that changed nothing. Notes and messages about it would be attached to an
    /// earlier one.
    pub async fn must_change_something(
        self,
        game_id: &GameId,
        step: Step,
    ) -> Result<(), ServiceError> {
        let game = self.games().load(game_id).await?;
        let shown = game.log.step_of(margin_of(&game, step)?);
        if shown == step {
            return Ok(());
        }
        let why = format!("step {step} changed nothing; write about step {shown} instead");
        Err(ServiceError::refused(why))
    }

    /// Stores a note for the last step that is shown again later. Returns that step.
    pub async fn note_for_later(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        later: Later,
        words: &str,
        key: &Idempotency,
    ) -> Result<Step, ServiceError> {
        if later == Later::FromRound(0) || matches!(later, Later::FromRound(ROUNDS..)) {
            return Err(ServiceError::refused(format!(
                "choose the round to show it from: a number from 1 to {}",
                ROUNDS - 1
            )));
        }
        let draft = Draft { step: None, later: Some(later), words };
        Ok(self.keep_note(now, game, by, draft, key).await?.step)
    }

    async fn keep_note(
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
        by: PlayerId,
        draft: Draft<'_>,
        key: &Idempotency,
    ) -> Result<Stored, ServiceError> {
        let text = clean(draft.words)?;
        let game = self.games().load(game_id).await?;
        let recall = draft.later.map(|later| recall(&game, later));
        let event = match draft.step {
            Some(step) => margin_of(&game, step)?,
            None => noted_at(&game, Seq::MAX),
        };
        let (game_id, key) = (game_id.clone(), key.as_str().to_owned());
        let noted = self.store().try_write(writes!(|tx| {
            if let Some(before) = notes::keyed(tx, by, &key).await? {
                // If the note was edited since, its text cannot be compared with the request.
                let same = before.changed_at.is_some() || before.text == text;
                let place = Place { seq: before.seq, id: before.id };
                let step = game.log.step_of(before.seq);
                return if same { Ok(Stored { step, place }) } else { Err(ServiceError::reused()) };
            }
            let held = seat_holders::of_game(&mut *tx, &game_id).await?;
            if !held.iter().any(|holder| holder.player == Some(by)) {
                return Err(ServiceError::Denied("you are not in this game"));
            }
            if notes::count(&mut *tx, &game_id, by).await? >= MOST_NOTES {
                return Err(ServiceError::TooMany(
                    "you have reached the limit of notes in this \
                    game; delete some first",
                ));
            }
            let new = NewNote { game: game_id, player: by, seq: event, text, recall, key, at: now };
            let place = Place { seq: event, id: notes::add(tx, &new).await? };
            Ok(Stored { step: game.log.step_of(event), place })
        }));
        noted.await
    }

    /// Changes or deletes one of the player's notes. `NotFound` for notes of others.
    pub async fn change_note(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        id: i64,
        change: NoteChange,
    ) -> Result<(), ServiceError> {
        let change = match change {
            NoteChange::Text(words) => NoteChange::Text(clean(&words)?),
            other => other,
        };
        let current = self.games().load(game).await?;
        let again = recall(&current, Later::NextTurn);
        let game = game.clone();
        let done = self.store().write(writes!(|tx| {
            match &change {
                NoteChange::Text(text) => notes::change(tx, id, &game, by, text, now).await,
                NoteChange::Drop => notes::drop_one(tx, id, &game, by).await,
                NoteChange::Done => notes::recall(tx, id, &game, by, None).await,
                NoteChange::Keep => notes::recall(tx, id, &game, by, Some(again)).await,
            }
        }));
        if done.await? { Ok(()) } else { Err(ServiceError::NotFound("note")) }
    }

    /// Returns the player's notes for the current turn, oldest first. Empty if the player has no
    /// pending decision.
    pub async fn notes_for_turn(
        self,
        game: &Game,
        reader: PlayerId,
    ) -> Result<Vec<Noted>, ServiceError> {
        let seat = game.seat_of(reader);
        let Some(wait) = seat.and_then(|seat| game.seats().wait(seat)) else {
            return Ok(Vec::new());
        };
        let mut notes = notes::recalled(self.store().read(), &game.id, reader).await?;
        let counts = |note: &Note| note.recall.is_some_and(|recall| recall.round > 0);
        let round = match notes.iter().any(counts) {
            true => game.presentation(game.viewer(seat)).standing.round,
            false => 0,
        };
        notes.retain(|note| note.recall.is_some_and(|recall| awakes(game, recall, wait, round)));
        Ok(by_steps(game, notes))
    }

    /// Marks these notes as done or postpones them to the next turn. Returns their number.
    pub async fn answer_notes(
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
        by: PlayerId,
        change: &NoteChange,
    ) -> Result<usize, ServiceError> {
        let game = self.games().load(game_id).await?;
        let notes = self.notes_for_turn(&game, by).await?;
        for one in &notes {
            self.change_note(now, game_id, by, one.note.id, change.clone()).await?;
        }
        Ok(notes.len())
    }

    /// Returns all notes of a player at a table, latest steps first.
    pub async fn notes_for(
        self,
        game_id: &GameId,
        reader: PlayerId,
    ) -> Result<Vec<Noted>, ServiceError> {
        let most = u32::try_from(MOST_NOTES).unwrap_or(u32::MAX);
        let game = self.games().load(game_id).await?;
        let notes =
            notes::of_player(self.store().read(), game_id, reader, Seq::NONE, Seq::MAX, most)
                .await?;
        Ok(by_steps(&game, notes))
    }

    /// Returns a page of a player's notes at a table, latest steps first: the ones after a place in
    /// the list, or the first ones.
    pub async fn notes_after(
        self,
        game_id: &GameId,
        reader: PlayerId,
        after: Option<Place>,
        most: u32,
    ) -> Result<Vec<Noted>, ServiceError> {
        let Place { seq, id } = after.unwrap_or(Place { seq: Seq::MAX, id: i64::MAX });
        let game = self.games().load(game_id).await?;
        let notes = notes::before(self.store().read(), game_id, reader, seq, id, most).await?;
        Ok(by_steps(&game, notes))
    }
}

fn clean(words: &str) -> Result<String, ServiceError> {
    let text = names::paragraphs(words);
    match text.chars().count() {
        0 => {
            Err(ServiceError::coded(RefusalCode::Empty, "the note is empty; write something first"))
        }
        1..=LONGEST => Ok(text),
        _ => {
            let why = format!("a note can have at most {LONGEST} characters");
            Err(ServiceError::coded(RefusalCode::TooLong, why))
        }
    }
}
