//! The streams from which blindings are taken. Each event stores a random nonce. The event's stream
//! is XChaCha20 with that nonce, followed by eight zero bytes, under the game's key
//! HMAC-SHA256(secret, "ravenpost blinding 1" | game). Because nonces are random, no stream repeats
//! even if the database is restored from a backup.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::event::Nonce;

type Key = [u8; 32];

/// The key of a game's streams.
#[derive(Clone)]
pub(super) struct Streams(Key);

/// The stream of one event.
pub(super) struct Stream(ChaCha20Rng);

impl Streams {
    pub fn new(game: &[u8], secret: &[u8; 32]) -> Streams {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("any length is a key");
        for bytes in [b"ravenpost blinding 1".as_slice(), game] {
            mac.update(&(bytes.len() as u64).to_be_bytes());
            mac.update(bytes);
        }
        Streams(mac.finalize().into_bytes().into())
    }

    pub fn of(&self, nonce: Nonce) -> Stream {
        Stream(ChaCha20Rng::from_seed(hchacha(self.0, nonce)))
    }
}

impl Stream {
    /// Returns the next 32 bytes.
    pub fn next(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}

/// The constant at the start of ChaCha20's block.
const BEGINS: &[u8; 16] = b"expand 32-byte k";

/// HChaCha20, which derives XChaCha20's key for each nonce. Its result is the first and last words
/// of ChaCha20's block, without the final addition of the initial state.
fn hchacha(key: Key, nonce: Nonce) -> Key {
    let (counter, stream) = nonce.split_at(8);
    let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight of sixteen"));
    let mut block = ChaCha20Rng::from_seed(key);
    block.set_stream(number(stream));
    block.set_block_pos(number(counter));
    let words: [u32; 16] = std::array::from_fn(|_| block.next_u32());
    let mut made = [0; 32];
    let (first, last) = made.split_at_mut(16);
    for (into, (words, added)) in
        [first, last].into_iter().zip([(&words[..4], BEGINS), (&words[12..], &nonce)])
    {
        for ((into, word), added) in into.chunks_exact_mut(4).zip(words).zip(added.chunks_exact(4))
        {
            let added = u32::from_le_bytes(added.try_into().expect("four at a time"));
            into.copy_from_slice(&word.wrapping_sub(added).to_le_bytes());
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use crate::chain::stream::*;

    /// The test vector of the XChaCha20 draft, section 2.2.1.
    #[test]
    fn hchacha_matches_the_test_vector() {
        let key = std::array::from_fn(|at| at as u8);
        let mut nonce = [0; 16];
        nonce[12..].copy_from_slice(&[0x31, 0x41, 0x59, 0x27]);
        (nonce[3], nonce[7]) = (0x09, 0x4a);
        assert_eq!(
            data_encoding::HEXLOWER.encode(&hchacha(key, nonce)),
            "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"
        );
    }
}
