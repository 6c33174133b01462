//! The open event streams of this server, by player and name.
//!
//! Clients name their streams. Opening a stream with a name in use replaces the older one, because
//! a broken connection may look open for a long time and must not lock its client out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::api::problem::{Kind, Problem};
use ravenpost_store::PlayerId;

/// The maximum number of streams of one player, each with its own name.
const NAMES: usize = 3;
/// How many seconds to wait if there are too many. A broken connection is noticed when the next
/// keep-alive cannot be sent.
const RETRY: u64 = 15;

#[derive(Clone, Default)]
pub struct Streams(Arc<Mutex<Open>>);

#[derive(Default)]
struct Open {
    /// The number of the newest stream.
    last: u64,
    /// Whether the server is stopping, so that no more are opened.
    closed: bool,
    of: HashMap<(PlayerId, String), Running>,
}

struct Running {
    number: u64,
    /// Dropped to end the stream.
    _ends: watch::Sender<()>,
}

/// A place among the open streams. Dropping it frees the name.
pub struct Place {
    key: (PlayerId, String),
    number: u64,
    /// Closed when the stream is to end.
    pub ended: watch::Receiver<()>,
    streams: Streams,
}

impl Streams {
    fn held(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a stream, and ends the one with the same name.
    pub fn open(&self, player: PlayerId, name: &str) -> Result<Place, Problem> {
        let key = (player, name.to_owned());
        let mut held = self.held();
        if held.closed {
            let why = "The server is stopping; reconnect in a moment.";
            return Err(Problem::new(Kind::Unavailable, why));
        }
        let others = held.of.keys().filter(|one| one.0 == player && **one != key).count();
        if others >= NAMES {
            let why = format!("You already have {NAMES} other streams; close one of them.");
            return Err(Problem::new(Kind::TooMany, why).retry_after(RETRY));
        }
        held.last += 1;
        let number = held.last;
        let (ends, ended) = watch::channel(());
        held.of.insert(key.clone(), Running { number, _ends: ends });
        Ok(Place { key, number, ended, streams: self.clone() })
    }

    /// Returns how many streams are open.
    pub fn count(&self) -> i64 {
        i64::try_from(self.held().of.len()).unwrap_or(i64::MAX)
    }

    /// Ends all streams, before the server stops.
    pub fn close(&self) {
        let mut held = self.held();
        held.closed = true;
        held.of.clear();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.streams.held();
        // Do not remove a newer stream of that name.
        if held.of.get(&self.key).is_some_and(|running| running.number == self.number) {
            held.of.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reused_name_replaces_a_stream_and_a_fourth_is_refused() {
        let (streams, player) = (Streams::default(), PlayerId(1));
        let first = streams.open(player, "a").unwrap();
        let second = streams.open(player, "a").unwrap();
        assert!(first.ended.has_changed().is_err() && second.ended.has_changed().is_ok());
        let _others = ["b", "c"].map(|name| streams.open(player, name).unwrap());
        assert_eq!(streams.count(), 3);
        assert!(streams.open(player, "d").is_err());
        assert!(streams.open(PlayerId(2), "d").is_ok());
        drop(first);
        assert!(second.ended.has_changed().is_ok(), "the newer stream stays");
        drop(second);
        assert!(streams.open(player, "d").is_ok());
        streams.close();
        assert!(streams.open(player, "d").is_err());
    }
}
