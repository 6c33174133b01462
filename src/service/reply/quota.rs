//! How often a letter that changed nothing is answered. Programs answer letters while people are
//! away, and some do not say that they are programs: without a bound, theirs and ours would go on
//! for ever. Who gives orders is always answered.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::store::{StoreError, Tx, tally};

/// Answers a day to one person whose letters change nothing.
pub(super) const A_DAY: u64 = 10;

/// A letter that changed nothing.
pub(super) struct Idle {
    whom: String,
    /// What was refused, and where; none when nothing was.
    refused: Option<String>,
}

/// Whether such a letter is answered.
pub(super) enum Answered {
    Yes,
    /// For the last time today.
    Last,
    No(&'static str),
}

impl Idle {
    /// `whom` is one person's and nobody else's; `refused` is told apart by where it was written
    /// and what.
    pub fn new(whom: &str, refused: Option<&[&str]>) -> Idle {
        let known = |parts: &[&str]| {
            let mut hash = Sha256::new();
            for part in parts {
                hash.update(part.as_bytes());
                hash.update([0]);
            }
            data_encoding::HEXLOWER.encode(&hash.finalize()[..16])
        };
        Idle { whom: whom.to_owned(), refused: refused.map(known) }
    }

    /// Counts it, if it is to be answered. The same words are refused once a day: a person writes
    /// something else the next time, a program does not.
    pub async fn count(&self, tx: &mut Tx, now: DateTime<Utc>) -> Result<Answered, StoreError> {
        let day = now.timestamp().div_euclid(86_400);
        let all = format!("answer {}", self.whom);
        // Looked up first, so that nobody fills the table with words that are refused.
        if tally::count(&mut *tx, &all, day).await? >= A_DAY {
            return Ok(Answered::No("as many answers as a day has went there already"));
        }
        if let Some(refused) = &self.refused
            && tally::bump(tx, &format!("{all} {refused}"), day).await? > 1
        {
            return Ok(Answered::No("the same was refused today already"));
        }
        Ok(match tally::bump(tx, &all, day).await? {
            A_DAY => Answered::Last,
            _ => Answered::Yes,
        })
    }
}

/// What the last answer of a day says besides.
pub(super) const LAST: &str = "This was the tenth letter today that changed nothing. More of them \
    are read but not answered before tomorrow; orders that are taken always are.";
