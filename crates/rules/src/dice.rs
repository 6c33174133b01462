//! The only source of randomness: draws that can be reproduced once a game's secret is known.
//!
//! The key of a stream is HMAC-SHA256(secret, "ravenpost dice 2" | game | salts | epoch | number of
//! the draw within the epoch | purpose). Each part is preceded by its length as eight bytes. The
//! stream consists of ChaCha20 words with a zero nonce. A draw below `n` takes 32-bit words and
//! rejects those past the largest multiple of `n`. A shuffle is a Fisher-Yates shuffle from the
//! last position down. Golden vectors in the tests pin all of this.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The inputs that determine all draws of a game.
#[derive(Clone, Debug)]
pub struct DrawInputs {
    /// 32 secret bytes, generated when the game is created and revealed when it ends.
    pub secret: [u8; 32],
    /// The id of the game.
    pub game: String,
    /// The seats' salts, in seat order.
    pub salts: Vec<String>,
}

/// Fresh random bytes mixed into the draws. A game starts a new epoch whenever it may have
/// continued elsewhere or from an earlier state, so that draws are never repeated.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Epoch(pub [u8; 32]);

impl std::fmt::Debug for Epoch {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.hex())
    }
}

impl Epoch {
    /// Returns the epoch in hexadecimal.
    pub fn hex(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.0)
    }
}

impl Serialize for Epoch {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.hex())
    }
}

impl<'de> Deserialize<'de> for Epoch {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Epoch, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).ok();
        let bytes: Option<[u8; 32]> = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes
            .map(Epoch)
            .ok_or_else(|| serde::de::Error::custom("an epoch has 64 hexadecimal digits"))
    }
}

/// Distinguishes the draws of one event from those of all other events of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The epoch.
    pub epoch: Epoch,
    /// The number of the event, starting at 1, among those with draws in this epoch.
    pub number: u64,
}

impl std::fmt::Display for Count {
    /// Formats the count as `contrib/luck.py` expects it.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.epoch.hex(), self.number)
    }
}

impl DrawInputs {
    /// Returns the commitment stored in the first event: a hash that reveals nothing about the
    /// secret.
    pub fn commitment(secret: &[u8; 32]) -> String {
        let mut hash = Sha256::new();
        hash.update(b"ravenpost commitment 1");
        hash.update(secret);
        data_encoding::HEXLOWER.encode(&hash.finalize())
    }

    /// Creates the dice for one event of this game.
    ///
    /// ```
    /// use ravenpost_rules::dice::{Count, DrawInputs, Epoch};
    /// let salts = vec!["ann".to_owned()];
    /// let inputs = DrawInputs { secret: [7; 32], game: "k3v9".to_owned(), salts };
    /// let draw = |number, purpose| {
    ///     let count = Count { epoch: Epoch([1; 32]), number };
    ///     inputs.dice(count).stream(purpose).below(1_000_000)
    /// };
    /// assert_eq!(draw(4, "deck"), draw(4, "deck"));
    /// assert_ne!(draw(4, "deck"), draw(5, "deck"));
    /// assert_ne!(draw(4, "deck"), draw(4, "battle"));
    /// ```
    pub fn dice(&self, count: Count) -> Dice {
        let source = Source::DrawInputs { draw_inputs: self.clone(), count };
        Dice { source, notes: true, record: Vec::new() }
    }

    /// Returns the message that is authenticated with the secret to derive a stream key.
    pub fn message(&self, count: Count, purpose: &str) -> Vec<u8> {
        let mut message = Vec::new();
        let mut part = |bytes: &[u8]| {
            message.extend((bytes.len() as u64).to_be_bytes());
            message.extend(bytes);
        };
        part(b"ravenpost dice 2");
        part(self.game.as_bytes());
        for salt in &self.salts {
            part(salt.as_bytes());
        }
        part(&count.epoch.0);
        part(&count.number.to_be_bytes());
        part(purpose.as_bytes());
        message
    }

    /// Derives the key of a stream.
    #[expect(clippy::missing_panics_doc, reason = "HMAC takes keys of any length")]
    pub fn key(&self, count: Count, purpose: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("any length is a key");
        mac.update(&self.message(count, purpose));
        mac.finalize().into_bytes().into()
    }
}

/// Returns the infinite sequence of words of the stream with this key.
pub fn words(key: [u8; 32]) -> impl Iterator<Item = u32> {
    let mut rng = ChaCha20Rng::from_seed(key);
    std::iter::repeat_with(move || rng.next_u32())
}

/// Returns whether a word may be reduced to a number below `of`. Words past the largest multiple of
/// `of` are rejected to avoid modulo bias.
///
/// ```
/// use ravenpost_rules::dice::is_fair;
/// assert!(is_fair(0, 6) && is_fair(u32::MAX - 4, 6));
/// assert!(!is_fair(u32::MAX, 6));
/// ```
pub fn is_fair(word: u32, of: u32) -> bool {
    word <= u32::MAX - (u32::MAX % of + 1) % of
}

/// One recorded draw, stored with the event so that it can be verified.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw {
    /// What was drawn.
    pub purpose: String,
    /// The number of possible outcomes.
    pub of: u32,
    /// The outcome, from 0.
    pub was: u32,
}

/// Maps a purpose to the key of its stream.
type Key = Box<dyn Fn(&str) -> [u8; 32] + Send>;

enum Source {
    /// Streams with keys supplied by the caller.
    Keyed(Key),
    DrawInputs {
        draw_inputs: DrawInputs,
        count: Count,
    },
    /// Preset numbers, followed by a seeded stream: for scenario files and simulations.
    Laid {
        numbers: std::collections::VecDeque<u32>,
        seed: u64,
        streams: u64,
    },
}

/// The dice of one event.
pub struct Dice {
    source: Source,
    /// Whether draws are recorded.
    notes: bool,
    record: Vec<Draw>,
}

impl Dice {
    /// Creates dice that need not be verifiable: for tests, bot simulations and benchmarks.
    pub fn seeded(seed: u64) -> Dice {
        Dice::laid(Vec::new(), seed)
    }

    /// Creates dice whose stream keys come from a function of the purpose.
    pub fn keyed(key: impl Fn(&str) -> [u8; 32] + Send + 'static) -> Dice {
        Dice { source: Source::Keyed(Box::new(key)), notes: true, record: Vec::new() }
    }

    /// Creates dice that return the given numbers first, whatever the purpose.
    ///
    /// ```
    /// use ravenpost_rules::Dice;
    /// let mut dice = Dice::laid(vec![5, 2], 1);
    /// let mut draws = dice.stream("battle");
    /// assert_eq!((draws.below(6), draws.below(6)), (5, 2));
    /// ```
    pub fn laid(numbers: Vec<u32>, seed: u64) -> Dice {
        Dice {
            source: Source::Laid { numbers: numbers.into(), seed, streams: 0 },
            notes: false,
            record: Vec::new(),
        }
    }

    /// Enables recording of draws, as needed for stored games.
    ///
    /// ```
    /// use ravenpost_rules::Dice;
    /// let mut dice = Dice::laid(vec![3], 1).noted();
    /// dice.stream("weather").below(6);
    /// let record = dice.record();
    /// assert_eq!((record[0].purpose.as_str(), record[0].of, record[0].was), ("weather", 6, 3));
    /// ```
    #[must_use]
    pub fn noted(self) -> Dice {
        Dice { notes: true, ..self }
    }

    /// Opens the stream for a purpose. Each purpose may be opened only once per event.
    pub fn stream(&mut self, purpose: &str) -> Draws<'_> {
        let rng = match &mut self.source {
            Source::Keyed(key) => ChaCha20Rng::from_seed(key(purpose)),
            Source::DrawInputs { draw_inputs, count } => {
                ChaCha20Rng::from_seed(draw_inputs.key(*count, purpose))
            }
            Source::Laid { seed, streams, .. } => {
                *streams += 1;
                ChaCha20Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ *streams)
            }
        };
        let laid = match &mut self.source {
            Source::Laid { numbers, .. } => Some(numbers),
            Source::DrawInputs { .. } | Source::Keyed(_) => None,
        };
        let record = self.notes.then_some((&mut self.record, purpose.to_owned()));
        Draws { rng, laid, record }
    }

    /// Returns all recorded draws, in order.
    pub fn record(self) -> Vec<Draw> {
        self.record
    }
}

/// The stream of draws for one purpose.
pub struct Draws<'a> {
    rng: ChaCha20Rng,
    laid: Option<&'a mut std::collections::VecDeque<u32>>,
    record: Option<(&'a mut Vec<Draw>, String)>,
}

impl Draws<'_> {
    /// Draws a number in `0..of`.
    ///
    /// # Panics
    ///
    /// Panics if `of` is 0.
    pub fn below(&mut self, of: u32) -> u32 {
        let was = match self.laid.as_mut().and_then(|laid| laid.pop_front()) {
            Some(number) => number % of,
            None => self.fair(of),
        };
        if let Some((record, purpose)) = &mut self.record {
            record.push(Draw { purpose: purpose.clone(), of, was });
        }
        was
    }

    fn fair(&mut self, of: u32) -> u32 {
        loop {
            let word = self.rng.next_u32();
            if is_fair(word, of) {
                return word % of;
            }
        }
    }

    /// Shuffles the slice.
    ///
    /// ```
    /// use ravenpost_rules::Dice;
    /// let mut deck = [1, 2, 3, 4];
    /// Dice::seeded(1).stream("deck").shuffle(&mut deck);
    /// deck.sort();
    /// assert_eq!(deck, [1, 2, 3, 4]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are more than `u32::MAX` things.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let of = u32::try_from(last + 1).expect("decks are small");
            things.swap(last, self.below(of) as usize);
        }
    }

    /// Picks one of the things, or returns `None` if there are none.
    ///
    /// ```
    /// use ravenpost_rules::Dice;
    /// let mut dice = Dice::laid(vec![1], 0);
    /// let mut draws = dice.stream("wind");
    /// assert_eq!(draws.pick(&["north", "east"]), Some(&"east"));
    /// assert_eq!(draws.pick::<u8>(&[]), None);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are more than `u32::MAX` things.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        let of = u32::try_from(things.len()).expect("lists are small");
        (of > 0).then(|| &things[self.below(of) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw_inputs() -> DrawInputs {
        let salts = vec!["salt of one".to_owned(), "salt of two".to_owned()];
        DrawInputs { secret: std::array::from_fn(|at| at as u8), game: "golden".to_owned(), salts }
    }

    /// Computed with `contrib/verify_export.py`.
    #[test]
    fn keys_and_numbers_are_frozen() {
        let key = |count| data_encoding::HEXLOWER.encode(&draw_inputs().key(count, "deck"));
        let count = Count { epoch: Epoch([0x5a; 32]), number: 7 };
        assert_eq!(key(count), "098fa979ffb89cc08890c5f04acb2df9c23b27322fae20cacd8fd34dbde345f0");
        let mut dice = draw_inputs().dice(count);
        let mut deck = dice.stream("deck");
        let drawn: Vec<u32> = (0..10).map(|_| deck.below(6)).collect();
        assert_eq!(drawn, [4, 5, 5, 0, 1, 5, 4, 0, 0, 4]);
    }

    #[test]
    fn different_counts_have_different_keys() {
        let epochs = [Epoch([1; 32]), Epoch([2; 32])];
        let counts = epochs.map(|epoch| [1, 2].map(|number| Count { epoch, number })).concat();
        let mut keys: Vec<_> = counts.into_iter().map(|at| draw_inputs().key(at, "deck")).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 4);
    }
}
