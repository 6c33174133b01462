//! A short inline list for decks, piles and hands. Its fixed capacity makes a state one block of
//! memory that is cheap to copy.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// At most `N` items. Adding to a full list is a bug in the title and panics; check untrusted input
/// with [`List::is_full`] or [`List::fitting`]. Deserialising a longer list is an error. Unused
/// slots are never exposed.
///
/// ```
/// use ravenpost_rules::list::List;
/// let mut hand: List<u8, 4> = List::of(&[3, 1]);
/// hand.push(2);
/// assert!(hand.take(3) && !hand.take(9));
/// assert_eq!(&*hand, &[1, 2]);
/// assert!(List::<u8, 2>::fitting(&[1, 2, 3]).is_none());
/// ```
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy, const N: usize> List<T, N> {
    /// Creates an empty list in constants; `unseen` fills the unused slots.
    pub const fn empty(unseen: T) -> Self {
        List { len: 0, items: [unseen; N] }
    }
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// The capacity.
    pub const ROOM: usize = N;

    /// Creates an empty list.
    pub fn new() -> Self {
        List { len: 0, items: [T::default(); N] }
    }

    /// Creates a list of these items.
    pub fn of(things: &[T]) -> Self {
        things.iter().copied().collect()
    }

    /// Creates a list of these items if they fit.
    pub fn fitting(things: &[T]) -> Option<Self> {
        (things.len() <= N).then(|| List::of(things))
    }

    /// Returns whether the list is full.
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }

    /// Appends an item.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    pub fn push(&mut self, thing: T) {
        assert!(!self.is_full(), "a list of {N} has no room for another");
        self.items[usize::from(self.len)] = thing;
        self.len += 1;
    }

    /// Removes and returns the last item.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes the item at an index, keeping the order of the others; ignores indices out of range.
    pub fn remove(&mut self, at: usize) {
        let end = usize::from(self.len);
        if at < end {
            self.items.copy_within(at + 1..end, at);
            self.len -= 1;
        }
    }

    /// Reverses the list.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.as_mut().reverse();
        self
    }
}

impl<T: Copy + Default + Ord, const N: usize> List<T, N> {
    /// Inserts an item into a sorted list.
    ///
    /// ```
    /// use ravenpost_rules::list::List;
    /// let mut hand: List<u8, 4> = List::new();
    /// [3, 1, 2].into_iter().for_each(|card| hand.put(card));
    /// assert_eq!(&*hand, &[1, 2, 3]);
    /// ```
    pub fn put(&mut self, thing: T) {
        let mut at = usize::from(self.len);
        self.push(thing);
        while at > 0 && at < usize::from(self.len) && self.items[at - 1] > thing {
            self.items.swap(at, at - 1);
            at -= 1;
        }
    }

    /// Removes one occurrence of an item. Returns whether there was one.
    pub fn take(&mut self, thing: T) -> bool {
        let at = self.iter().position(|known| *known == thing);
        if let Some(at) = at {
            self.remove(at);
        }
        at.is_some()
    }

    /// Returns how often an item is in the list.
    pub fn count(&self, thing: T) -> usize {
        self.iter().filter(|known| **known == thing).count()
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        List::new()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut list = List::new();
        for thing in things {
            list.push(thing);
        }
        list
    }
}

impl<T: Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for List<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Things(PhantomData))
    }
}

struct Things<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Visitor<'de> for Things<T, N> {
    type Value = List<T, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {N}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = List::new();
        while let Some(thing) = seq.next_element()? {
            if list.is_full() {
                return Err(serde::de::Error::invalid_length(N + 1, &self));
            }
            list.push(thing);
        }
        Ok(list)
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema, const N: usize> schemars::JsonSchema for List<T, N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("List_of_{}", T::schema_name()).into()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        format!("List<{}, {N}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let items = generator.subschema_for::<T>();
        schemars::json_schema!({ "type": "array", "items": items, "maxItems": N })
    }
}

impl<T: Copy + Default, const N: usize> AsMut<[T]> for List<T, N> {
    fn as_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_keeps_order_and_capacity() {
        let mut list: List<u8, 4> = List::new();
        for thing in [3, 1, 2, 2] {
            list.put(thing);
        }
        assert_eq!(&*list, &[1, 2, 2, 3]);
        assert!(list.take(2));
        assert!(!list.take(7));
        assert_eq!(&*list, &[1, 2, 3]);
        assert_eq!(list.pop(), Some(3));
        assert_eq!(serde_json::to_string(&list.reversed()).unwrap(), "[2,1]");
    }
    #[test]
    fn overflow_is_never_silent() {
        let read = |text: &str| serde_json::from_str::<List<u8, 2>>(text);
        assert_eq!(&*read("[1,2]").unwrap(), &[1, 2]);
        let why = read("[1,2,3]").unwrap_err().to_string();
        assert!(why.contains("a list of at most 2"), "{why}");
        assert!(List::<u8, 2>::fitting(&[1, 2, 3]).is_none());
        assert!(List::<u8, 2>::fitting(&[1, 2]).is_some_and(|list| list.is_full()));
        let pushed = std::panic::catch_unwind(|| List::<u8, 2>::of(&[1, 2, 3]));
        assert!(pushed.is_err(), "a title that passes its own limits is told so");
    }
}
