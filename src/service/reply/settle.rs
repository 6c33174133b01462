//! What became of a letter, and its answer: one piece of writing, and only once.

use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::Holder;
use crate::letters::Kind;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::office::Minutes;
use crate::store::incoming::{self, Found, Outcome, State};
use crate::store::outbox::{self, Owed};
use crate::store::writes;

impl Service {
    /// Answers a letter and keeps what became of it.
    pub(super) async fn settle(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        (found, holder): (Found, &Holder),
        minutes: Minutes,
    ) -> Result<State, ServiceError> {
        let live = self.live(&holder.game).await?;
        let taken = minutes.lines.iter().filter(|line| line.taken).count();
        let note = format!("{taken} of {} lines were done", minutes.lines.len());
        let payload = serde_json::to_string(&minutes);
        let letter = Owed {
            message_id: format!("answer.{}@{}", reply.id, self.message_domain().await?),
            to_player: Some(holder.player.id),
            address: None,
            kind: Kind::Transcript.key().to_owned(),
            game: Some(holder.game.clone()),
            seat: Some(holder.seat),
            seq: Some(live.version()),
            payload: payload.map_err(|error| ServiceError::Broken(error.into()))?,
            references: reply.message_id.clone().unwrap_or_default(),
            at: now,
            due_at: now,
        };
        let id = reply.id;
        let done = self.store().write(writes!(|tx| {
            let answer = Some(outbox::owe(tx, &letter).await?);
            let outcome = Outcome { state: State::Done, found, note, answer, at: now };
            incoming::settle(tx, id, &outcome).await?;
            Ok(())
        }));
        done.await?;
        Ok(State::Done)
    }

    /// Notes of a letter that it is held or put by, and why; nobody is answered.
    pub(super) async fn note_down(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        (state, why): (State, &str),
    ) -> Result<State, ServiceError> {
        let outcome = Outcome { state, found, note: why.to_owned(), answer: None, at: now };
        let id = reply.id;
        let done = self.store().write(writes!(|tx| incoming::settle(tx, id, &outcome).await));
        done.await?;
        Ok(state)
    }
}
