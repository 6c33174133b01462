//! One letter, from being taken up to being booked as sent, failed or dropped.

use std::sync::Arc;

use lettre::address::Envelope;
use tokio::sync::watch;

use super::desk::{Desk, Written};
use super::failure::{Failure, Fate};
use super::message::{BadLetter, Outgoing};
use super::sender::Office;
use crate::drawing;
use crate::letters::Letter;
use crate::rules::scene::Scene;
use crate::store::StoreError;
use crate::store::outbox::{self, Again, Finished, Schedule};

/// The picture's width in pixels: sharp on most screens at the width at which letters show it,
/// and about 300 kB.
const WIDE: u32 = 900;

/// Letters a day at which the operator is warned.
const MANY: u32 = 4000;

/// What is to be booked for a letter.
enum End {
    Sent,
    Failed(Failure),
    Dropped(String),
    /// Not tried: the program stops.
    Released,
}

impl<D: Desk> Office<D> {
    /// Sends one letter and books it.
    pub(super) async fn see_to(
        self: Arc<Self>,
        letter: outbox::Letter,
        closed: watch::Receiver<bool>,
    ) {
        let end = match self.bring(&letter, closed).await {
            Ok(end) => end,
            Err(error) => End::Failed(Failure::passing(error.to_string())),
        };
        if let Err(error) = self.book(&letter, end).await {
            // The lease lapses and the same bytes go out again.
            tracing::error!(letter = letter.id, %error, "what came of a letter is not booked");
        }
    }

    async fn bring(
        &self,
        letter: &outbox::Letter,
        mut closed: watch::Receiver<bool>,
    ) -> Result<End, StoreError> {
        let finished = match self.finished(letter).await? {
            Ok(finished) => finished,
            Err(end) => return Ok(end),
        };
        let envelope = match self.writer.envelope(&finished.address) {
            Ok(envelope) => envelope,
            Err(error) => return Ok(End::Failed(Failure::lasting(error.to_string()))),
        };
        let lane = tokio::select! {
            lane = self.lanes.enter(&finished.address) => lane,
            _ = closed.wait_for(|closed| *closed) => return Ok(End::Released),
        };
        let sent = self.hand_over(&envelope, &finished.message, letter).await;
        drop(lane);
        Ok(match sent {
            Ok(()) => End::Sent,
            Err(failure) => End::Failed(failure),
        })
    }

    async fn hand_over(
        &self,
        envelope: &Envelope,
        message: &[u8],
        letter: &outbox::Letter,
    ) -> Result<(), Failure> {
        let answer = self.transport.send(envelope, message).await?;
        if self.lanes.count((self.clock)()) == MANY {
            tracing::warn!(
                letters = MANY,
                "so many letters today: large mailboxes hold a domain to their rules for bulk \
                 mail from 5,000 a day on, for ever"
            );
        }
        tracing::info!(letter = letter.id, kind = letter.owed.kind, %answer, "a letter has left");
        Ok(())
    }

    /// The letter's bytes: those it was first sent with, or written now. A letter that has been
    /// overtaken meanwhile is not sent, however often it was tried before.
    async fn finished(&self, letter: &outbox::Letter) -> Result<Result<Finished, End>, StoreError> {
        let now = (self.clock)();
        let (address, written) = match self.desk.write(now, &letter.owed).await {
            Ok(Written::Ready { address, letter }) => (address, letter),
            Ok(Written::Dropped(reason)) => return Ok(Err(End::Dropped(reason))),
            Err(error) => return Ok(Err(End::Failed(Failure::passing(error)))),
        };
        if let Some(finished) = letter.finished.clone() {
            return Ok(Ok(finished));
        }
        let finished = match self.put_together(letter, address, *written).await {
            Ok(finished) => finished,
            Err(error) => return Ok(Err(End::Failed(Failure::lasting(error.to_string())))),
        };
        let (id, kept) = (letter.id, finished.clone());
        self.store
            .write(move |conn| Box::pin(async move { outbox::finish(conn, id, &kept).await }))
            .await?;
        Ok(Ok(finished))
    }

    /// The board as PNG. One that cannot be drawn is no reason to keep the words back.
    async fn picture(&self, scene: Scene) -> Option<Vec<u8>> {
        let _easel = self.lanes.easel().await;
        let drawn = tokio::task::spawn_blocking(move || drawing::png(&scene, WIDE));
        drawn.await.ok().filter(|png| !png.is_empty())
    }

    async fn put_together(
        &self,
        row: &outbox::Letter,
        address: String,
        letter: Letter,
    ) -> Result<Finished, BadLetter> {
        let scene = letter.picture.as_ref().map(|picture| picture.scene.clone());
        let picture = match scene {
            Some(scene) => self.picture(scene).await,
            None => None,
        };
        let refs: Vec<String> = row.owed.references.split_whitespace().map(str::to_owned).collect();
        let message = self.writer.write(&Outgoing {
            letter: &letter,
            png: picture.as_deref(),
            to: &address,
            message_id: &row.owed.message_id,
            refs: &refs,
            reply_to: None,
            date: (self.clock)(),
        })?;
        let Letter { subject, text, html, .. } = letter;
        Ok(Finished { subject, text, html: Some(html), picture, address, message })
    }

    async fn book(&self, letter: &outbox::Letter, end: End) -> Result<(), StoreError> {
        let (id, now) = (letter.id, (self.clock)());
        match end {
            End::Sent => {
                self.store
                    .write(move |conn| Box::pin(async move { outbox::sent(conn, id, now).await }))
                    .await
            }
            End::Dropped(reason) => {
                self.store
                    .write(move |conn| {
                        Box::pin(async move { outbox::drop_one(conn, id, &reason).await })
                    })
                    .await
            }
            End::Released => {
                self.store
                    .write(move |conn| Box::pin(async move { outbox::release(conn, id).await }))
                    .await
            }
            End::Failed(failure) => self.book_failure(letter, failure).await,
        }
    }

    async fn book_failure(
        &self,
        letter: &outbox::Letter,
        failure: Failure,
    ) -> Result<(), StoreError> {
        let (id, now) = (letter.id, (self.clock)());
        let again = matches!(failure.fate, Fate::Later | Fate::Relay);
        let schedule: Option<Schedule> = again.then(|| self.schedule.clone());
        let words = failure.words.clone();
        let again = self
            .store
            .write(move |conn| {
                Box::pin(
                    async move { outbox::failed(conn, id, now, (&words, schedule.as_ref())).await },
                )
            })
            .await?;
        match again {
            Again::At(due) => {
                tracing::warn!(letter = id, %due, why = failure.words, "a letter has to wait");
            }
            Again::Never => {
                tracing::error!(letter = id, why = failure.words, "a letter was given up");
                self.desk.gave_up(now, letter, &failure.words).await;
            }
        }
        Ok(())
    }
}
