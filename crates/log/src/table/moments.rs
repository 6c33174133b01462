//! The moment of automatic answers by bots, default players and instructions. If the time of an
//! answer could reveal hidden information, it is drawn from the game's secret and the question. The
//! distribution does not depend on what the seat holds or whether it left an instruction.

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::clock_state::Clocks;
use super::clock_state::pending::{Pending, Time, outside};
use super::status::GameStatus;
use crate::act::Outage;
use crate::act::pace::Pace;
use ravenpost_rules::Seat;

/// The label that separates these draws from all others.
const PURPOSE: &[u8] = b"ravenpost moment 1";
/// The minimum delay of an answer, in seconds.
const LEAST: i64 = 60;
/// With deadlines, the delay is at most the time per turn divided by this.
const PART: i32 = 16;

/// What the draws depend on.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// The secret of the game's dice.
    pub secret: &'a [u8; 32],
    /// The game's id.
    pub game: &'a str,
}

impl GameStatus {
    /// Returns when an automatic answer is due for a seat that is asked. An open question is
    /// answered at once. So is a private one if only one person plays: that person sees only
    /// automatic answers by bots, which always answer at once.
    pub fn moment(&self, seat: Seat, drawn: Drawn) -> Option<DateTime<Utc>> {
        let wait = self.clocks.waits.get(&seat)?;
        let several = self.seats.held_seats().len() > 1;
        let most = self.clocks.moments.filter(|_| wait.private && several);
        let span = |most| span(&self.pace, wait, most, seat, drawn);
        Some(most.map_or(wait.put, |most| self.clocks.awake(wait.put, span(most))))
    }
}

impl Clocks {
    /// Returns the moment `span` after `put`, not counting stops of the game and outages of the
    /// server. An answer in the very second of a resumption would show that it was automatic.
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
}

/// Returns the delay drawn for a seat's question, at most `most`.
fn span(pace: &Pace, wait: &Pending, most: Duration, seat: Seat, drawn: Drawn) -> Duration {
    let part = pace.turn.map(|turn| Duration::seconds(turn.into()) / PART);
    let most = part.map_or(most, |part| part.min(most)).num_seconds().max(LEAST + 1);
    let mut mac = Hmac::<Sha256>::new_from_slice(drawn.secret).expect("any length is a key");
    let put = wait.put.timestamp_millis().to_be_bytes();
    for part in [PURPOSE, drawn.game.as_bytes(), &[seat.0], wait.decision.as_bytes(), &put] {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    let bytes: [u8; 32] = mac.finalize().into_bytes().into();
    let (first, _) = bytes.split_first_chunk::<8>().expect("thirty-two bytes");
    // The bias of the modulo towards small numbers is below one in a million million.
    let among = u64::try_from(most - LEAST).unwrap_or(1);
    let extra = i64::try_from(u64::from_be_bytes(*first) % among).unwrap_or(0);
    Duration::seconds(LEAST + extra)
}
