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

fn corrupt(emails: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut email = emails[chance.below(emails.len())].clone();
    for _ in 0..=chance.below(8) {
        let at = chance.below(email.len());
        let to = at + chance.below(email.len().saturating_sub(at));
        match chance.below(7) {
            0 if at < email.len() => email[at] ^= 1 << chance.below(8),
            1 if at < email.len() => email[at] = TELLING[chance.below(TELLING.len())],
            2 => email.truncate(to.max(1)),
            3 => drop(email.drain(at..to.min(at + 400))),
            4 => email.insert(at, TELLING[chance.below(TELLING.len())]),
            5 => {
                let other = &emails[chance.below(emails.len())];
                let from = chance.below(other.len());
                email.truncate(at);
                email.extend_from_slice(&other[from..]);
            }
            _ => {
                let again = email[at..to.min(at + 200)].to_vec();
                for _ in 0..chance.below(20) {
                    email.splice(at..at, again.iter().copied());
                }
            }
        }
        if email.is_empty() {
            break;
        }
    }
    email
}

#[test]
fn corrupted_emails_are_harmless() {
    let seconds = std::env::var("RAVENPOST_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(3));
    let emails = all();
    let mut chance = Chance(1);
    let mut tried = 0_u64;
    while Instant::now() < end {
        let email = corrupt(&emails, &mut chance);
        let start = Instant::now();
        let read = reading::read(&email, &trust());
        let took = start.elapsed();
        tried += 1;
        assert!(took < LONGEST, "email {tried} took {took:?}");
        if let Ok(read) = read {
            let kept: usize = read.written.lines.iter().map(|line| line.raw.len()).sum();
            // Decoding a charset or an HTML entity grows text at most threefold.
            assert!(kept <= 3 * email.len(), "email {tried} grew to {kept}");
        }
    }
    assert!(tried > 0, "there was time for an email");
    println!("{tried} emails");
}
