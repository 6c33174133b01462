//! Game pages kept ready: everybody who may see the same of a game sees the same page of it at the
//! same step, so it is written once. What is each reader's own stands in placeholders.
//!
//! A page is taken down when the game moves on for all to see (the hash of its last step is part of
//! its place: what one seat does in private takes no page down) and after half a minute,
//! because it says how much time is left and how people call themselves. For people who
//! are signed in it is taken down as soon as anything at all is written.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use super::placeholders::CachedPage;
use crate::cache::Cache;
use crate::zone::Zone;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::Viewer;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

const SECONDS: i64 = 30;

/// Which page of which game, and for whom.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CacheKey {
    pub game: GameId,
    /// The hash of the last step.
    pub head: Hash,
    pub at: Option<Step>,
    pub reader: Audience,
}

/// Who are shown the same page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// People of whom nothing is known.
    Unknown,
    /// People who are signed in.
    Signed {
        viewer: Viewer,
        /// Whose words and notes stand on it: those of whoever has a seat.
        own: Option<PlayerId>,
        zone: Zone,
        /// Whether they may read the letters that are kept here.
        outbox: bool,
        /// How often something had been written.
        commits: u64,
    },
}

/// A page, and when it was written.
type Written = (DateTime<Utc>, Arc<CachedPage>);

/// The pages kept ready.
pub struct PageCache(Cache<CacheKey, Written>);

impl PageCache {
    /// Room for so many bytes of pages.
    pub fn new(room: usize) -> PageCache {
        PageCache(Cache::new(room))
    }

    /// The page, if it is there and still true.
    pub fn find(&self, place: &CacheKey, now: DateTime<Utc>) -> Option<Arc<CachedPage>> {
        let (made, page) = self.0.get(place)?;
        (now - made < Duration::seconds(SECONDS)).then_some(page)
    }

    /// Keeps a page until it is too old or there is no room.
    pub fn keep(&self, place: CacheKey, now: DateTime<Utc>, page: Arc<CachedPage>) {
        let weight = page.weight();
        self.0.put(place, (now, page), weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::placeholders::Filling;
    use ravenpost_rules::Seat;

    #[test]
    fn a_page_is_true_for_one_step_and_reader_and_half_a_minute() {
        let page_cache = PageCache::new(1_000_000);
        let now: DateTime<Utc> = "2026-11-20T09:00:00Z".parse().expect("a moment");
        let game = GameId::from_bytes([7; 12]);
        let signed = |viewer, commits| Audience::Signed {
            viewer,
            own: None,
            zone: Zone::UTC,
            outbox: false,
            commits,
        };
        let own = |reader, player| match reader {
            Audience::Signed { viewer, zone, outbox, commits, .. } => {
                Audience::Signed { viewer, own: Some(PlayerId(player)), zone, outbox, commits }
            }
            Audience::Unknown => Audience::Unknown,
        };
        let reader = signed(Viewer::Watcher, 3);
        let place = CacheKey { game, head: Hash([3; 32]), at: None, reader };
        page_cache.keep(place.clone(), now, Arc::new(CachedPage::of("page".to_owned())));
        let found = |place: &CacheKey, seconds| {
            let page = page_cache.find(place, now + Duration::seconds(seconds))?;
            Some(page.filled(&Filling::default()))
        };
        assert_eq!(found(&place, 29).as_deref(), Some(&b"page"[..]));
        assert_eq!(found(&place, 30), None);
        assert_eq!(found(&CacheKey { head: Hash([4; 32]), ..place.clone() }, 0), None);
        assert_eq!(found(&CacheKey { at: Some(Step(2)), ..place.clone() }, 0), None);
        for reader in [
            Audience::Unknown,
            signed(Viewer::Seat(Seat(1)), 3),
            signed(Viewer::Watcher, 4),
            own(reader, 7),
        ] {
            assert_eq!(found(&CacheKey { reader, ..place.clone() }, 0), None, "{reader:?}");
        }
    }
}
