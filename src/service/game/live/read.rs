//! A game as it is read from the store. A short log is read in one go. Of a long one only a part is
//! at hand at any time, beside what has been tied up: a server that has read many long games keeps
//! nothing of having read them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Live;
use crate::service::depth::Depth;
use crate::service::error::ServiceError;
use crate::service::marks::{Marks, goes_back};
use crate::store::{GameId, Readers, Seq, StoredEvent, events};

/// Events read at a time. Very few where tests read long games.
const PART: Seq = if cfg!(test) { 16 } else { 1024 };

type Part = Vec<Arc<StoredEvent>>;

impl Live {
    /// Reads a game and folds it, up to its last event.
    pub(in crate::service) async fn read(
        store: &Readers,
        id: &GameId,
    ) -> Result<Live, ServiceError> {
        let mut reading = Reading { store, id, upto: 0, ends: false };
        let part = reading.next().await?;
        if part.len() < PART as usize && reading.next().await?.is_empty() {
            return Live::fold(id, &part);
        }
        drop(part);
        if let Some(live) = Live::read_on(store, id, None).await? {
            return Ok(live);
        }
        let mut marks = Marks::default();
        let mut reading = Reading { store, id, upto: 0, ends: false };
        loop {
            let part = reading.next().await?;
            if part.is_empty() {
                break;
            }
            part.iter().try_for_each(|event| marks.past(event))?;
        }
        let live = Live::read_on(store, id, Some(marks.found())).await?;
        live.ok_or(ServiceError::NotFound("game"))
    }

    /// Reads it part by part. Nothing where it goes back and it is not known yet where to: most
    /// games never do, and are read once. What is added meanwhile finds its way without marks.
    async fn read_on(
        store: &Readers,
        id: &GameId,
        marks: Option<BTreeSet<Seq>>,
    ) -> Result<Option<Live>, ServiceError> {
        let (known, mut marks) = (marks.is_some(), marks.unwrap_or_default());
        let mut reading = Reading { store, id, upto: 0, ends: false };
        let mut part = reading.next().await?;
        let first = part.first().ok_or(ServiceError::NotFound("game"))?;
        let mut live = Live::before(id, first)?;
        while !part.is_empty() {
            if !known && part.iter().any(|event| goes_back(&event.kind)) {
                return Ok(None);
            }
            {
                let _depth = Depth::enter(id)?;
                part.into_iter().try_for_each(|event| live.take_marked(event, &mut marks))?;
            }
            if live.log.is_long() {
                live.log.tie_up();
            }
            part = reading.next().await?;
        }
        live.past = Vec::new();
        Ok(Some(live))
    }
}

/// Goes through a log part by part.
struct Reading<'a> {
    store: &'a Readers,
    id: &'a GameId,
    /// How many events have been read.
    upto: Seq,
    /// Whether the last part was no full one.
    ends: bool,
}

impl Reading<'_> {
    /// The events that come next; none at the end. Refused where one is missing.
    async fn next(&mut self) -> Result<Part, ServiceError> {
        let last = match self.ends {
            true => events::head(self.store, self.id).await?.seq,
            false => Seq::MAX,
        };
        if last <= self.upto {
            return Ok(Vec::new());
        }
        let (after, upto) = (self.upto, self.upto + PART);
        let part = events::history_range(self.store, self.id, after, upto).await?;
        let missing = (after + 1..).zip(&part).find(|(seq, event)| event.seq != *seq);
        let missing = missing.map(|(_, event)| event.seq);
        // A hole that is longer than a part.
        let missing = missing.or(Some(last).filter(|_| self.ends && part.is_empty()));
        if let Some(seq) = missing {
            let what = format!("lacks an event before event {seq}");
            return Err(ServiceError::corrupt(self.id, &what));
        }
        self.upto += part.len() as Seq;
        self.ends = (part.len() as Seq) < PART;
        Ok(part.into_iter().map(Arc::new).collect())
    }
}
