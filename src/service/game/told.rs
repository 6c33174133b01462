//! What a title has told of an event to one viewer, kept for the next page: the same forty steps
//! are told again and again. It can be thrown away at any time.

use std::sync::{Arc, Weak};

use crate::cache::Cache;
use crate::service::error::ServiceError;
use ravenpost_log::StoredEvent;
use ravenpost_rules::{Narration, Title, Viewer};

/// Where the event lies in memory, and who was told. The place is held, but not what lies there, so
/// that no other event can come to lie in it.
type Key = (usize, Viewer);
type Kept = (Weak<StoredEvent>, Arc<[Narration]>);

/// What was told, by event and viewer.
pub type AllKept = Cache<Key, Kept>;

/// What the title tells of an event; looked up and kept where there is a place for it.
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
    // The place that is held is as large as the event, without its texts.
    let words: usize = told.iter().map(|told| size_of::<Narration>() + told.text.len()).sum();
    let weight = size_of::<StoredEvent>() + words;
    kept.put(key, (Arc::downgrade(event), Arc::clone(&told)), weight);
    Ok(told)
}
