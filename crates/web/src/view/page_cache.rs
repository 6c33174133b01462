//! A cache of rendered game pages. Visitors who are not signed in share the page of a step, and a
//! signed-in reader has a page of their own: even without a seat, an organiser sees more than other
//! spectators. Placeholders mark the parts that differ per request.
//!
//! The cache key contains the hash of the last step that spectators see, so private actions of a
//! seat do not invalidate a page. Entries expire after half a minute, because pages show remaining
//! times and player names. For signed-in readers, every write to the store invalidates the page.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::view::placeholders::CachedPage;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Step;
use ravenpost_service::cache::Cache;
use ravenpost_service::people::players::Theme;
use ravenpost_store::PlayerId;
use ravenpost_zone::Zone;

const SECONDS: i64 = 30;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CacheKey {
    pub game: GameId,
    /// The hash of the last step that spectators see.
    pub head: Hash,
    pub at: Option<Step>,
    /// The requested part of the board: level and area.
    pub zoom: (Option<u8>, Option<String>),
    pub reader: Audience,
}

/// Readers who are shown the same page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// Visitors who are not signed in and are no guests. Their pages differ only in the token,
    /// which is filled in, and in the colours.
    Unknown(Option<Theme>),
    Signed {
        player: PlayerId,
        zone: Zone,
        theme: Option<Theme>,
        /// Whether they may read the local outbox.
        outbox: bool,
        /// Whether they see the link to the admin pages.
        admin: bool,
        /// The store's write counter when the page was requested.
        commits: u64,
    },
}

/// A page and the time it was rendered.
type Written = (DateTime<Utc>, Arc<CachedPage>);

pub struct PageCache(Cache<CacheKey, Written>);

impl PageCache {
    /// Creates a cache of the given size in bytes.
    pub fn new(room: usize) -> PageCache {
        PageCache(Cache::new(room))
    }

    /// Returns the page if it is cached and recent enough.
    pub fn find(&self, place: &CacheKey, now: DateTime<Utc>) -> Option<Arc<CachedPage>> {
        let (made, page) = self.0.get(place)?;
        (now - made < Duration::seconds(SECONDS)).then_some(page)
    }

    /// Stores a page.
    pub fn keep(&self, place: CacheKey, now: DateTime<Utc>, page: Arc<CachedPage>) {
        let weight = page.weight();
        self.0.put(place, (now, page), weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::placeholders::Filling;

    #[test]
    fn cached_page_is_valid_for_a_step_reader_and_half_minute() {
        let page_cache = PageCache::new(1_000_000);
        let now: DateTime<Utc> = "2026-11-20T09:00:00Z".parse().expect("a moment");
        let game = GameId::from_bytes([7; 12]);
        let signed = |player, commits| Audience::Signed {
            player: PlayerId(player),
            zone: Zone::UTC,
            outbox: false,
            admin: false,
            theme: None,
            commits,
        };
        let reader = signed(7, 3);
        let place = CacheKey { game, head: Hash([3; 32]), at: None, zoom: (None, None), reader };
        page_cache.keep(place.clone(), now, Arc::new(CachedPage::of("page".to_owned())));
        let found = |place: &CacheKey, seconds| {
            let page = page_cache.find(place, now + Duration::seconds(seconds))?;
            Some(page.filled(&Filling::default()))
        };
        assert_eq!(found(&place, 29).as_deref(), Some(&b"page"[..]));
        assert_eq!(found(&place, 30), None);
        assert_eq!(found(&CacheKey { head: Hash([4; 32]), ..place.clone() }, 0), None);
        assert_eq!(found(&CacheKey { at: Some(Step(2)), ..place.clone() }, 0), None);
        let zoom = (Some(2), Some("bro".to_owned()));
        assert_eq!(found(&CacheKey { zoom, ..place.clone() }, 0), None);
        for reader in [
            Audience::Unknown(None),
            Audience::Unknown(Some(Theme::Dark)),
            signed(8, 3),
            signed(7, 4),
        ] {
            assert_eq!(found(&CacheKey { reader, ..place.clone() }, 0), None, "{reader:?}");
        }
    }
}
