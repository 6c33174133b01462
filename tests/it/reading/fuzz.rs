//! Randomly corrupted emails: none causes harm.
//!
//! `RAVENPOST_FUZZ_SECONDS` extends the run; a longer run starts with the same cases as a shorter
//! one.

use std::time::{Duration, Instant};

use ravenpost::mail::incoming::reading;

use super::{all, trust};

/// Anything slower is considered an endless loop. A safeguard, not a performance limit.
const LONGEST: Duration = Duration::from_secs(60);

/// Pseudo-random numbers (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Bytes with a special meaning in emails.
const TELLING: &[u8] = b"\n\r:;,<>=\"'()-_ \t/@\0.?&#%\x80\xff\xfe";

fn spoil(letters: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut letter = letters[chance.below(letters.len())].clone();
    for _ in 0..=chance.below(8) {
        let at = chance.below(letter.len());
        let to = at + chance.below(letter.len().saturating_sub(at));
        match chance.below(7) {
            0 if at < letter.len() => letter[at] ^= 1 << chance.below(8),
            1 if at < letter.len() => letter[at] = TELLING[chance.below(TELLING.len())],
            2 => letter.truncate(to.max(1)),
            3 => drop(letter.drain(at..to.min(at + 400))),
            4 => letter.insert(at, TELLING[chance.below(TELLING.len())]),
            5 => {
                let other = &letters[chance.below(letters.len())];
                let from = chance.below(other.len());
                letter.truncate(at);
                letter.extend_from_slice(&other[from..]);
            }
            _ => {
                let again = letter[at..to.min(at + 200)].to_vec();
                for _ in 0..chance.below(20) {
                    letter.splice(at..at, again.iter().copied());
                }
            }
        }
        if letter.is_empty() {
            break;
        }
    }
    letter
}

#[test]
fn spoilt_letters_are_harmless() {
    let seconds = std::env::var("RAVENPOST_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(3));
    let letters = all();
    let mut chance = Chance(1);
    let mut tried = 0_u64;
    while Instant::now() < end {
        let letter = spoil(&letters, &mut chance);
        let start = Instant::now();
        let read = reading::read(&letter, &trust());
        let took = start.elapsed();
        tried += 1;
        assert!(took < LONGEST, "letter {tried} took {took:?}");
        if let Ok(read) = read {
            let kept: usize = read.written.lines.iter().map(|line| line.raw.len()).sum();
            // Decoding a charset or an HTML entity grows text at most threefold.
            assert!(kept <= 3 * letter.len(), "letter {tried} grew to {kept}");
        }
    }
    assert!(tried > 0, "there was time for a letter");
    println!("{tried} letters");
}
