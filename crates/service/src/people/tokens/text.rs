//! The text of a token: `rp_`, 32 base32 characters with 160 random bits, and a checksum of 7
//! characters.
//!
//! The prefix lets scanners recognise leaked tokens. The checksum rejects typos and invented tokens
//! without a database query.

use ravenpost_store::{TokenHash, token_hash};

/// The prefix of every token.
pub const PREFIX: &str = "rp_";
/// The number of characters of the random part and of the checksum.
const RANDOM: usize = 32;
const CHECKSUM: usize = 7;

/// Returns the token with that random part, which has 32 base32 characters in lower case.
pub fn token(random: &str) -> String {
    format!("{PREFIX}{random}{}", checksum(random))
}

/// Returns the hash of a token, or `None` if the text is not one.
pub fn hash(token: &str) -> Option<TokenHash> {
    let rest = token.strip_prefix(PREFIX)?;
    let ours = |byte: u8| byte.is_ascii_lowercase() || (b'2'..=b'7').contains(&byte);
    if rest.len() != RANDOM + CHECKSUM || !rest.bytes().all(ours) {
        return None;
    }
    let (random, check) = rest.split_at(RANDOM);
    (check == checksum(random)).then(|| token_hash(token))
}

/// Returns the CRC-32 of the random part (ISO-HDLC, as in zip), in base32.
fn checksum(random: &str) -> String {
    let mut crc = u32::MAX;
    for byte in random.bytes() {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    data_encoding::BASE32_NOPAD.encode(&(!crc).to_be_bytes()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANDOM: &str = "abcdefghijklmnopqrstuvwxyz234567";

    #[test]
    fn token_checksum_detects_every_changed_character() {
        let good = token(RANDOM);
        // The format is frozen: secret scanners search for it.
        assert_eq!(good, "rp_abcdefghijklmnopqrstuvwxyz234567vcnzlzy");
        assert_eq!(hash(&good), Some(token_hash(&good)));
        for at in 0..good.len() {
            let mut bad = good.clone().into_bytes();
            bad[at] = if bad[at] == b'a' { b'b' } else { b'a' };
            assert_eq!(hash(&String::from_utf8(bad).unwrap()), None, "character {at}");
        }
    }

    #[test]
    fn other_texts_are_not_tokens() {
        let upper = token(RANDOM).to_uppercase();
        for text in ["", "rp_", "rp_þ", &upper, &format!("{} ", token(RANDOM)), RANDOM] {
            assert_eq!(hash(text), None, "{text}");
        }
    }
}
