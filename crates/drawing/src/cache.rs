//! A small least-recently-used cache for values that are expensive to compute.

use std::sync::{Arc, Mutex, PoisonError};

/// Values by key, limited by total size in bytes. The most recently used value is never evicted,
/// whatever its size.
pub struct Cache<K, V> {
    room: usize,
    /// Estimates the size of a value in bytes.
    weigh: fn(&V) -> usize,
    /// Ordered from most to least recently used.
    all: Mutex<Vec<(K, Arc<V>)>>,
}

impl<K: PartialEq, V> Cache<K, V> {
    pub const fn new(room: usize, weigh: fn(&V) -> usize) -> Cache<K, V> {
        Cache { room, weigh, all: Mutex::new(Vec::new()) }
    }

    /// Returns the value for a key, and computes it if it is missing. Other callers wait meanwhile,
    /// so that nothing is computed twice.
    pub fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        match all.iter().position(|(known, _)| *known == key) {
            Some(at) => all[..=at].rotate_right(1),
            None => {
                all.insert(0, (key, Arc::new(make())));
                let mut weight = 0;
                let fits = all.iter().take_while(|(_, thing)| {
                    weight += (self.weigh)(thing);
                    weight <= self.room
                });
                let fits = fits.count();
                all.truncate(fits.max(1));
            }
        }
        Arc::clone(&all[0].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_recently_used_entry_is_evicted() {
        let cache = Cache::new(20, |_| 10);
        let cached_value = |key: u8, now: &'static str| *cache.get(key, || now);
        assert_eq!(
            (cached_value(1, "a"), cached_value(2, "b"), cached_value(1, "c")),
            ("a", "b", "a")
        );
        assert_eq!(
            (cached_value(3, "d"), cached_value(1, "e"), cached_value(2, "f")),
            ("d", "a", "f")
        );
        let cache = Cache::new(20, |_| 30);
        assert_eq!((*cache.get(1, || "a"), *cache.get(1, || "b")), ("a", "a"), "the last stays");
    }
}
