//! Game pages for people who only look, kept ready: everybody who is not signed in sees the same
//! page of the same game at the same step, so it is drawn once.
//!
//! A page is taken down when the game moves on (its version is part of the key) and after half a
//! minute, because it says how much time is left and how people call themselves.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use actix_web::web::Bytes;
use chrono::{DateTime, Duration, Utc};
use lru::LruCache;

use crate::store::GameId;

/// Pages kept: about ten megabytes.
const ROOM: NonZeroUsize = NonZeroUsize::new(128).expect("not zero");
const SECONDS: i64 = 30;

/// Which page of which game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub game: GameId,
    pub version: u64,
    pub at: Option<u64>,
}

/// The pages kept ready.
pub struct Shelf(Mutex<LruCache<Place, (DateTime<Utc>, Bytes)>>);

impl Default for Shelf {
    fn default() -> Self {
        Shelf(Mutex::new(LruCache::new(ROOM)))
    }
}

impl Shelf {
    /// The page, if it is there and still true.
    pub fn find(&self, place: &Place, now: DateTime<Utc>) -> Option<Bytes> {
        let mut pages = self.0.lock().expect("no holder panics");
        let (made, page) = pages.get(place)?;
        (now - *made < Duration::seconds(SECONDS)).then(|| page.clone())
    }

    /// Keeps a page.
    pub fn keep(&self, place: Place, now: DateTime<Utc>, page: Bytes) {
        self.0.lock().expect("no holder panics").put(place, (now, page));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_true_for_one_version_and_half_a_minute() {
        let shelf = Shelf::default();
        let now: DateTime<Utc> = "2026-11-20T09:00:00Z".parse().expect("a moment");
        let game = GameId::of_bytes([7; 12]);
        let place = Place { game, version: 3, at: None };
        shelf.keep(place.clone(), now, Bytes::from_static(b"page"));
        let later = |seconds| now + Duration::seconds(seconds);
        assert_eq!(shelf.find(&place, later(29)), Some(Bytes::from_static(b"page")));
        assert_eq!(shelf.find(&place, later(30)), None);
        assert_eq!(shelf.find(&Place { version: 4, ..place.clone() }, now), None);
        assert_eq!(shelf.find(&Place { at: Some(2), ..place }, now), None);
    }
}
