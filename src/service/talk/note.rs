//! Notes for oneself, each pinned to a step of the game. Nobody else ever reads them.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::log::glance::Glance;
use crate::service::idempotency::Idempotency;
use crate::service::talk::beside::Noted;
use ravenpost_log::GameId;
use ravenpost_log::names;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_store::people::seat_holders;
use ravenpost_store::talk::notes::{self, NewNote, Note};
use ravenpost_store::{PlayerId, writes};

/// The longest note, in letters.
pub const LONGEST: usize = 1000;
/// Notes that somebody keeps at one table.
pub const KEPT: u64 = 500;

/// What becomes of a note that is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    Text(String),
    Drop,
}

impl Game {
    /// The step that a note made at an event stands beside: the last one that changed the game, as
    /// pages show it.
    fn noted_at(&self, event: Seq) -> Seq {
        let seen = |one: &Glance| one.open && one.changes && one.seq <= event;
        self.log.glances().rev().find(seen).map_or(Seq(1), |one| one.seq)
    }

    /// Notes as their reader knows them: beside steps, where the store has events.
    pub(in crate::service) fn by_steps(&self, notes: Vec<Note>) -> Vec<Noted> {
        let noted = |note: Note| Noted { step: self.log.step_of(note.seq), note };
        notes.into_iter().map(noted).collect()
    }
}

impl Service {
    /// Keeps a note beside a step, or beside the last one. Tells which.
    pub async fn note(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        step: Option<Step>,
        words: &str,
        key: &Idempotency,
    ) -> Result<Step, ServiceError> {
        let text = clean(words)?;
        let live = self.live(game).await?;
        let event = live.noted_at(step.map_or(Seq::MAX, |step| live.log.end_of(step)));
        let (game, key) = (game.clone(), key.as_str().to_owned());
        let noted = self.store().try_write(writes!(|tx| {
            if let Some(before) = notes::keyed(tx, by, &key).await? {
                return Ok(live.log.step_of(before.seq));
            }
            let held = seat_holders::of_game(&mut *tx, &game).await?;
            if !held.iter().any(|holder| holder.player == Some(by)) {
                return Err(ServiceError::Denied("you have no seat in this game"));
            }
            if notes::count(&mut *tx, &game, by).await? >= KEPT {
                return Err(ServiceError::TooMany("you keep as many notes here as you can"));
            }
            let new = NewNote { game, player: by, seq: event, text, recall: None, key, at: now };
            notes::add(tx, &new).await?;
            Ok(live.log.step_of(event))
        }));
        noted.await
    }

    /// Changes a note of one's own, or drops it. `NotFound` for everybody else's.
    pub async fn change_note(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        id: i64,
        change: Change,
    ) -> Result<(), ServiceError> {
        let game = game.clone();
        let text = match change {
            Change::Text(words) => Some(clean(&words)?),
            Change::Drop => None,
        };
        let done = self.store().write(writes!(|tx| {
            match &text {
                Some(text) => notes::change(tx, id, &game, by, text, now).await,
                None => notes::drop_one(tx, id, &game, by).await,
            }
        }));
        if done.await? { Ok(()) } else { Err(ServiceError::NotFound("note")) }
    }

    /// All that somebody has noted at a table, the latest steps first.
    pub async fn notes_for(
        &self,
        game: &GameId,
        reader: PlayerId,
    ) -> Result<Vec<Noted>, ServiceError> {
        let most = u32::try_from(KEPT).unwrap_or(u32::MAX);
        let live = self.live(game).await?;
        let notes =
            notes::of_player(self.store().read(), game, reader, Seq::NONE, Seq::MAX, most).await?;
        Ok(live.by_steps(notes))
    }
}

fn clean(words: &str) -> Result<String, ServiceError> {
    let text = names::spoken(words);
    match text.chars().count() {
        0 => Err(ServiceError::refused("there are no words in it")),
        1..=LONGEST => Ok(text),
        _ => Err(ServiceError::refused(format!("a note has at most {LONGEST} letters"))),
    }
}
