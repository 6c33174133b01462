//! A size-limited LRU cache for values that are expensive to compute. Entries can be evicted at any
//! time.

pub mod memory;

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

/// An LRU cache. The most recently used entry is never evicted, whatever its size.
pub struct Cache<K, V> {
    /// The capacity in bytes.
    room: usize,
    held: Mutex<Entry<K, V>>,
}

struct Entry<K, V> {
    /// Each value with its size.
    all: LruCache<K, (V, usize)>,
    weight: usize,
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    pub fn new(room: usize) -> Cache<K, V> {
        Cache { room, held: Mutex::new(Entry { all: LruCache::unbounded(), weight: 0 }) }
    }

    pub fn get(&self, key: &K) -> Option<V> {
        self.held().all.get(key).map(|(value, _)| value.clone())
    }

    /// Inserts a value of about `weight` bytes, replacing any value with the same key.
    pub fn put(&self, key: K, value: V, weight: usize) {
        self.put_over(key, value, weight, |_| true);
    }

    /// Like [`Cache::put`], but keeps the existing value if `old` returns false for it. Returns the
    /// evicted entries.
    pub fn put_over(
        &self,
        key: K,
        value: V,
        weight: usize,
        old: impl FnOnce(&V) -> bool,
    ) -> Vec<(K, V)> {
        let (mut held, mut gone) = (self.held(), Vec::new());
        if held.all.peek(&key).is_some_and(|(known, _)| !old(known)) {
            return gone;
        }
        let weight = weight + size_of::<(K, V)>();
        let before = held.all.put(key, (value, weight));
        held.weight += weight;
        held.weight -= before.map_or(0, |(_, weight)| weight);
        while held.weight > self.room && held.all.len() > 1 {
            gone.extend(held.drop_one());
        }
        gone
    }

    /// Returns whether the key is present, without marking it as used.
    pub fn has(&self, key: &K) -> bool {
        self.held().all.contains(key)
    }

    /// Returns the value without marking it as used.
    pub fn peek(&self, key: &K) -> Option<V> {
        self.held().all.peek(key).map(|(value, _)| value.clone())
    }

    /// Replaces the value if `meant` accepts the existing one, without marking it as used.
    pub fn replace(&self, key: &K, value: V, weight: usize, meant: impl FnOnce(&V) -> bool) {
        let mut held = self.held();
        let Some(known) = held.all.peek_mut(key).filter(|(known, _)| meant(known)) else { return };
        let weight = weight + size_of::<(K, V)>();
        let (_, before) = std::mem::replace(known, (value, weight));
        held.weight = held.weight + weight - before;
    }

    pub fn forget(&self, key: &K) {
        let mut held = self.held();
        let gone = held.all.pop(key);
        held.weight -= gone.map_or(0, |(_, weight)| weight);
    }

    /// Returns the approximate size of all entries in bytes.
    pub fn weight(&self) -> usize {
        self.held().weight
    }

    fn held(&self) -> MutexGuard<'_, Entry<K, V>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq, V> Entry<K, V> {
    /// Evicts the least recently used entry.
    fn drop_one(&mut self) -> Option<(K, V)> {
        let (key, (value, weight)) = self.all.pop_lru()?;
        self.weight -= weight;
        Some((key, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_recently_used_value_is_evicted() {
        let cache: Cache<u8, char> = Cache::new(3 * (100 + size_of::<(u8, char)>()));
        for (key, value) in [(1, 'a'), (2, 'b'), (3, 'c')] {
            cache.put(key, value, 100);
        }
        assert_eq!(cache.get(&1), Some('a'));
        cache.put(4, 'd', 100);
        assert_eq!(
            [1, 2, 3, 4].map(|key| cache.get(&key)),
            [Some('a'), None, Some('c'), Some('d')]
        );
        cache.put(3, 'e', 150);
        assert_eq!([1, 3, 4].map(|key| cache.get(&key)), [None, Some('e'), Some('d')]);
        cache.put(5, 'f', 10_000);
        assert_eq!([3, 4, 5].map(|key| cache.get(&key)), [None, None, Some('f')], "the last stays");
        cache.forget(&5);
        assert_eq!((cache.get(&5), cache.weight()), (None, 0));
    }

    #[test]
    fn replacing_an_entry_does_not_count_as_use() {
        let cache: Cache<u8, char> = Cache::new(2 * (100 + size_of::<(u8, char)>()));
        cache.put(1, 'a', 100);
        cache.put(2, 'b', 100);
        cache.replace(&1, 'c', 50, |known| *known == 'b');
        assert_eq!(cache.peek(&1), Some('a'), "it is not the one that was meant");
        cache.replace(&1, 'c', 50, |known| *known == 'a');
        assert_eq!((cache.peek(&1), cache.has(&1)), (Some('c'), true));
        assert_eq!(cache.weight(), 150 + 2 * size_of::<(u8, char)>());
        assert_eq!(cache.put_over(3, 'd', 100, |_| true), [(1, 'c')], "still the oldest");
        assert_eq!(cache.weight(), 200 + 2 * size_of::<(u8, char)>());
    }

    #[test]
    fn newer_value_is_not_replaced() {
        let cache: Cache<u8, u8> = Cache::new(100);
        cache.put_over(1, 7, 1, |_| unreachable!("nothing was there"));
        cache.put_over(1, 5, 1, |known| *known <= 5);
        assert_eq!(cache.get(&1), Some(7));
        cache.put_over(1, 9, 1, |known| *known <= 9);
        assert_eq!(cache.get(&1), Some(9));
    }
}
