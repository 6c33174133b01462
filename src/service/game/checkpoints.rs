//! Games as they stood, kept for those who look back: a step shown once is the shorter way to the
//! next. All of it can be thrown away at any time.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex, PoisonError};

use lru::LruCache;

use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::service::marks;
use crate::store::{GameId, Seq};

/// Games that are looked back at, and how many of its steps each may keep: they share their logs
/// and most of their state, so this is some megabytes.
const GAMES: NonZeroUsize = NonZeroUsize::new(32).expect("not zero");
const STEPS: usize = 24;

/// How a game stood after events, by their numbers.
type Kept = BTreeMap<Seq, Live>;

static KEPT: LazyLock<Mutex<LruCache<GameId, Kept>>> =
    LazyLock::new(|| Mutex::new(LruCache::new(GAMES)));

impl Live {
    /// The game as it stood after event `seq`, as it was known then.
    pub fn at(&self, seq: Seq) -> Result<Live, ServiceError> {
        let since = |after| self.log.after(after).take_while(move |entry| entry.event.seq <= seq);
        // What goes back is folded from the beginning, where the way back is prepared for.
        let onward =
            |kept: &Live| !since(kept.version()).any(|entry| marks::goes_back(entry.event));
        let live = match self.nearest(seq).filter(onward) {
            Some(mut live) => {
                since(live.version()).try_for_each(|entry| live.take(entry.event.clone()))?;
                live
            }
            None => {
                let log: Vec<_> = since(0).map(|entry| entry.event.clone()).collect();
                Live::fold(&self.id, &log)?
            }
        };
        keep(seq, &live);
        Ok(live)
    }

    /// The latest that is kept and not later than that, if it is of this very log: the hash of its
    /// last event says so.
    fn nearest(&self, seq: Seq) -> Option<Live> {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, live) = kept.get(&self.id)?.range(..=seq).next_back()?;
        let own = self.log.event(live.version())?.event.hash;
        (live.tip.head.hash == own).then(|| live.clone())
    }
}

fn keep(seq: Seq, live: &Live) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let steps = kept.get_or_insert_mut(live.id.clone(), Kept::new);
    if steps.len() >= STEPS && !steps.contains_key(&seq) {
        // The one that spares the least: nearest to the one before it.
        let apart = |at: &Seq| at - steps.range(..at).next_back().map_or(0, |(at, _)| *at);
        let least = steps.keys().min_by_key(|at| apart(at)).copied();
        least.and_then(|at| steps.remove(&at));
    }
    steps.insert(seq, live.clone());
}
