//! What a title has told of an event to one viewer, kept for the next page: the same forty steps
//! are told again and again. It can be thrown away at any time.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use lru::LruCache;

use crate::rules::{Title, Told, Viewer};
use crate::service::error::ServiceError;
use crate::store::StoredEvent;

/// Where the event lies in memory, and who was told. The place is held, but not what lies there, so
/// that no other event can come to lie in it.
type Key = (usize, Viewer);
type Kept = (Weak<StoredEvent>, Arc<[Told]>);

/// The last pages of some hundred games: about three megabytes.
const ROOM: NonZeroUsize = NonZeroUsize::new(1 << 13).expect("not zero");

static KEPT: LazyLock<Mutex<LruCache<Key, Kept>>> =
    LazyLock::new(|| Mutex::new(LruCache::new(ROOM)));

/// What the title tells of an event.
pub fn told(
    title: &dyn Title,
    event: &Arc<StoredEvent>,
    viewer: Viewer,
) -> Result<Arc<[Told]>, ServiceError> {
    let key = (Arc::as_ptr(event).addr(), viewer);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, told)) = kept().get(&key) {
        return Ok(Arc::clone(told));
    }
    let told: Arc<[Told]> = title.tell(&event.facts, viewer)?.into();
    kept().put(key, (Arc::downgrade(event), Arc::clone(&told)));
    Ok(told)
}
