//! Several things as facts write them: word by word. Earlier builds wrote bits in a number there,
//! which is read for ever and never written again.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

#[derive(Clone, Serialize)]
#[serde(untagged)]
pub enum Many<T> {
    Words(Vec<T>),
    Bits(u16),
}

impl<T> Many<T> {
    pub fn is_empty(&self) -> bool {
        match self {
            Many::Words(words) => words.is_empty(),
            Many::Bits(bits) => *bits == 0,
        }
    }

    /// The bits, of which each word has one.
    pub fn bits(self, bit: impl Fn(T) -> u16) -> u16 {
        match self {
            Many::Words(words) => words.into_iter().fold(0, |bits, word| bits | bit(word)),
            Many::Bits(bits) => bits,
        }
    }
}

impl<T> Default for Many<T> {
    fn default() -> Many<T> {
        Many::Words(Vec::new())
    }
}

impl<T> FromIterator<T> for Many<T> {
    fn from_iter<I: IntoIterator<Item = T>>(words: I) -> Many<T> {
        Many::Words(words.into_iter().collect())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Many<T>, D::Error> {
        from.deserialize_any(Either(PhantomData))
    }
}

/// Either form, so that a word that is none is named as one.
struct Either<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Either<T> {
    type Value = Many<T>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list of words")
    }

    fn visit_u64<E: Error>(self, bits: u64) -> Result<Many<T>, E> {
        u16::try_from(bits).map(Many::Bits).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, words: A) -> Result<Many<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(words)).map(Many::Words)
    }
}
