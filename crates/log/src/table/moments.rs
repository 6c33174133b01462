//! The moment at which something answers by itself: a bot, a steward, an instruction. Where that
//! moment could tell what others may not know, it is drawn from the game's secret and the question,
//! by one law: whatever the seat holds, and whether or not it has left something for it.

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::pending::{Pending, Time, outside};
use super::status::GameStatus;
use crate::act::Outage;
use ravenpost_rules::Seat;

/// What sets these draws apart from all others.
const PURPOSE: &[u8] = b"ravenpost moment 1";
/// No answer comes earlier than this, in seconds.
const LEAST: i64 = 60;
/// A question that has a deadline is answered within this part of its time.
const PART: i32 = 16;

/// What the draws hang on.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// The secret of the game's dice.
    pub secret: &'a [u8; 32],
    /// The game.
    pub game: &'a str,
}

impl GameStatus {
    /// When what answers by itself does so for a seat that is asked. An open question is answered
    /// at once, and so is every one where a single person plays: there bots alone answer by
    /// themselves before that person's eyes, always at once, whatever they hold.
    pub fn moment(&self, seat: Seat, drawn: Drawn) -> Option<DateTime<Utc>> {
        let wait = self.waits.get(&seat)?;
        let several = self.held_seats().len() > 1;
        let most = self.moments.filter(|_| wait.private && several);
        Some(most.map_or(wait.put, |most| self.awake(wait.put, self.span(wait, most, seat, drawn))))
    }

    /// So long after `put`, without what of it the game stood still or the server was down: an
    /// answer in the very second in which the game goes on would show that
    /// nobody had to be asked.
    fn awake(&self, put: DateTime<Utc>, span: Duration) -> DateTime<Utc> {
        let down = self.outages.iter().filter(|one| one.what == Outage::Server);
        let aside: Vec<Time> =
            self.pauses.iter().copied().chain(down.map(|one| one.time)).collect();
        let mut at = put + span;
        loop {
            let lacks = span - outside((put, at), &aside);
            if lacks <= Duration::zero() {
                return at;
            }
            at += lacks;
        }
    }

    fn span(&self, wait: &Pending, most: Duration, seat: Seat, drawn: Drawn) -> Duration {
        let part = self.pace.turn.map(|turn| Duration::seconds(turn.into()) / PART);
        let most = part.map_or(most, |part| part.min(most)).num_seconds().max(LEAST + 1);
        let mut mac = Hmac::<Sha256>::new_from_slice(drawn.secret).expect("any length is a key");
        let put = wait.put.timestamp_millis().to_be_bytes();
        for part in [PURPOSE, drawn.game.as_bytes(), &[seat.0], wait.decision.as_bytes(), &put] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let (first, _) = bytes.split_first_chunk::<8>().expect("thirty-two bytes");
        // The remainder favours small numbers by less than one in a million millions.
        let among = u64::try_from(most - LEAST).unwrap_or(1);
        let extra = i64::try_from(u64::from_be_bytes(*first) % among).unwrap_or(0);
        Duration::seconds(LEAST + extra)
    }
}
