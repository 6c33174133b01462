//! A cache of narrated events per viewer, because pages repeat the same forty steps. It can be
//! dropped at any time.

use std::sync::{Arc, Weak};

use crate::cache::Cache;
use crate::error::ServiceError;
use ravenpost_log::StoredEvent;
use ravenpost_rules::{Narration, Title, Viewer};

/// The event's address in memory and the viewer. The `Weak` in the value keeps the address from
/// being reused.
type Key = (usize, Viewer);
type Cached = (Weak<StoredEvent>, Arc<[Narration]>);

/// The cached narrations, by event and viewer.
pub type NarrationCache = Cache<Key, Cached>;

/// Returns what the title narrates about an event, using the cache if there is one.
pub fn narration(
    cached: Option<&NarrationCache>,
    title: &dyn Title,
    event: &Arc<StoredEvent>,
    viewer: Viewer,
) -> Result<Arc<[Narration]>, ServiceError> {
    let key = (Arc::as_ptr(event).addr(), viewer);
    if let Some((_, narration)) = cached.and_then(|cached| cached.get(&key)) {
        return Ok(narration);
    }
    let narration: Arc<[Narration]> = title.narrate(&event.facts, viewer)?.into();
    let Some(cached) = cached else { return Ok(narration) };
    // The weak reference retains the event's allocation, but not its texts.
    let words: usize = narration.iter().map(weight).sum();
    let weight = size_of::<StoredEvent>() + words;
    cached.put(key, (Arc::downgrade(event), Arc::clone(&narration)), weight);
    Ok(narration)
}

/// Returns the memory that a line uses.
fn weight(narration: &Narration) -> usize {
    let areas: usize = narration.areas.iter().map(|area| size_of::<String>() + area.len()).sum();
    size_of::<Narration>() + narration.text.len() + size_of_val(&*narration.mentions) + areas
}
