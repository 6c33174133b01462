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
type Kept = (Weak<StoredEvent>, Arc<[Narration]>);

/// The cached narrations, by event and viewer.
pub type AllKept = Cache<Key, Kept>;

/// Returns what the title narrates about an event, using the cache if there is one.
pub fn told(
    kept: Option<&AllKept>,
    title: &dyn Title,
    event: &Arc<StoredEvent>,
    viewer: Viewer,
) -> Result<Arc<[Narration]>, ServiceError> {
    let key = (Arc::as_ptr(event).addr(), viewer);
    if let Some((_, told)) = kept.and_then(|kept| kept.get(&key)) {
        return Ok(told);
    }
    let told: Arc<[Narration]> = title.narrate(&event.facts, viewer)?.into();
    let Some(kept) = kept else { return Ok(told) };
    // The retained allocation is as large as the event without its texts.
    let words: usize = told.iter().map(weight).sum();
    let weight = size_of::<StoredEvent>() + words;
    kept.put(key, (Arc::downgrade(event), Arc::clone(&told)), weight);
    Ok(told)
}

/// Returns the memory that a line uses.
fn weight(told: &Narration) -> usize {
    let areas: usize = told.areas.iter().map(|area| size_of::<String>() + area.len()).sum();
    size_of::<Narration>() + told.text.len() + size_of_val(&*told.mentions) + areas
}
