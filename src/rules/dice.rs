//! The only randomness: draws that anybody can derive again once a game's secret is known.
//!
//! Version 1. The key of a stream is HMAC-SHA256(secret, "ravenpost dice 1" | game | salts |
//! event number | purpose), every part preceded by its length; the stream is ChaCha20's words with
//! a zero nonce. A draw below `n` takes 32-bit words and rejects those past the largest multiple
//! of `n`; a shuffle is Fisher and Yates from the last place down. These three are frozen: golden
//! vectors in the tests keep them.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What the draws of one game hang on.
#[derive(Clone, Debug)]
pub struct Luck {
    /// 32 secret bytes, drawn when the table is opened and revealed when the game ends.
    pub secret: [u8; 32],
    /// The game's id.
    pub game: String,
    /// The seats' salts, in seat order.
    pub salts: Vec<String>,
}

impl Luck {
    /// What is stored in the first event: a hash from which nothing can be derived.
    pub fn commitment(secret: &[u8; 32]) -> String {
        let mut hash = Sha256::new();
        hash.update(b"ravenpost commitment 1");
        hash.update(secret);
        data_encoding::HEXLOWER.encode(&hash.finalize())
    }

    /// The dice of event `number` of this game.
    pub fn dice(&self, number: u64) -> Dice {
        Dice { source: Source::Luck { luck: self.clone(), number }, record: Vec::new() }
    }

    /// What the key of a stream is made of, besides the secret.
    pub fn message(&self, number: u64, purpose: &str) -> Vec<u8> {
        let mut message = Vec::new();
        let mut part = |bytes: &[u8]| {
            message.extend((bytes.len() as u64).to_be_bytes());
            message.extend(bytes);
        };
        part(b"ravenpost dice 1");
        part(self.game.as_bytes());
        for salt in &self.salts {
            part(salt.as_bytes());
        }
        part(&number.to_be_bytes());
        part(purpose.as_bytes());
        message
    }

    /// The key of a stream.
    pub fn key(&self, number: u64, purpose: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("any length is a key");
        mac.update(&self.message(number, purpose));
        mac.finalize().into_bytes().into()
    }
}

/// The words of the stream with that key, without end.
pub fn words(key: [u8; 32]) -> impl Iterator<Item = u32> {
    let mut rng = ChaCha20Rng::from_seed(key);
    std::iter::repeat_with(move || rng.next_u32())
}

/// Whether a word may become a number below `of`: those past the largest multiple may not, lest
/// small numbers come more often.
pub fn is_fair(word: u32, of: u32) -> bool {
    word <= u32::MAX - (u32::MAX % of + 1) % of
}

/// One number drawn: kept with the event, so that each can be derived again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw {
    pub purpose: String,
    /// How many outcomes there were.
    pub of: u32,
    /// Which it was, from 0.
    pub was: u32,
}

enum Source {
    Luck {
        luck: Luck,
        number: u64,
    },
    /// Numbers laid down beforehand, then a plain seeded stream: scenario files and simulations.
    Laid {
        numbers: std::collections::VecDeque<u32>,
        seed: u64,
        streams: u64,
    },
}

/// The dice of one event.
pub struct Dice {
    source: Source,
    record: Vec<Draw>,
}

impl Dice {
    /// Dice for plays that nobody needs to check: tests, bots' imagination, benchmarks.
    pub fn seeded(seed: u64) -> Dice {
        Dice::laid(Vec::new(), seed)
    }

    /// Dice that first give the numbers laid down, whatever they are asked for.
    pub fn laid(numbers: Vec<u32>, seed: u64) -> Dice {
        Dice {
            source: Source::Laid { numbers: numbers.into(), seed, streams: 0 },
            record: Vec::new(),
        }
    }

    /// The stream for one purpose of this event. Each purpose may be opened once an event.
    pub fn stream(&mut self, purpose: &str) -> Draws<'_> {
        let rng = match &mut self.source {
            Source::Luck { luck, number } => ChaCha20Rng::from_seed(luck.key(*number, purpose)),
            Source::Laid { seed, streams, .. } => {
                *streams += 1;
                ChaCha20Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ *streams)
            }
        };
        let recorded = matches!(self.source, Source::Luck { .. });
        let laid = match &mut self.source {
            Source::Laid { numbers, .. } => Some(numbers),
            Source::Luck { .. } => None,
        };
        let record = recorded.then_some((&mut self.record, purpose.to_owned()));
        Draws { rng, laid, record }
    }

    /// Every number drawn so far, in order.
    pub fn record(self) -> Vec<Draw> {
        self.record
    }
}

/// Draws for one purpose.
pub struct Draws<'a> {
    rng: ChaCha20Rng,
    laid: Option<&'a mut std::collections::VecDeque<u32>>,
    record: Option<(&'a mut Vec<Draw>, String)>,
}

impl Draws<'_> {
    /// A number from 0 up to, not with, `of`. `of` must not be 0.
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

    /// Puts things into random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let of = u32::try_from(last + 1).expect("decks are small");
            things.swap(last, self.below(of) as usize);
        }
    }

    /// One of the things.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        let of = u32::try_from(things.len()).expect("lists are small");
        (of > 0).then(|| &things[self.below(of) as usize])
    }
}
