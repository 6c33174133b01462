//! How often a letter that changed nothing is answered. Programs answer letters while people are
//! away, and some do not say that they are programs: without a bound, theirs and ours would go on
//! for ever. Who gives orders is always answered, and who only looks has a count of his own.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use ravenpost_store::lists::counters;
use ravenpost_store::{StoreError, Tx};

/// What sort of letter changed nothing, and so with which others it is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// Something in it was refused, and nobody waits for it.
    Refused,
    /// It only asked to be shown something.
    Asked,
    /// It has something like an order, or its writer is awaited: people go on until it is right.
    Awaited,
}

impl Sort {
    /// Answers a day to one person. Without a limit, an autoresponder could be answered for ever.
    fn a_day(self) -> u64 {
        match self {
            Sort::Refused => 10,
            Sort::Asked => 30,
            Sort::Awaited => 100,
        }
    }

    fn counted(self) -> &'static str {
        match self {
            Sort::Refused => "replies_rejected",
            Sort::Asked => "replies_shown",
            Sort::Awaited => "replies_awaited",
        }
    }

    /// What the last answer of a day says besides.
    pub fn last(self) -> &'static str {
        match self {
            Sort::Refused => {
                "This was the tenth letter today that changed nothing. More of them are read but \
                 not answered before tomorrow; orders always are."
            }
            Sort::Asked => {
                "This was the thirtieth letter today that only asked to be shown something. More \
                 of them are not answered before tomorrow; orders always are."
            }
            Sort::Awaited => {
                "This was the hundredth letter today that changed nothing. More of them are read \
                 but not answered before tomorrow; orders that are taken always are."
            }
        }
    }
}

/// A letter that changed nothing.
pub(super) struct IdleLetter {
    whom: String,
    sort: Sort,
    /// What was refused, where and why; none where it may be refused any number of times.
    refused: Option<String>,
    /// How many with the same words are answered in a day.
    alike: u64,
}

/// Whether such a letter is answered.
pub(super) enum AnswerQuota {
    Yes,
    /// For the last time today.
    Last,
    No(&'static str),
}

impl IdleLetter {
    /// `whom` is one person's and nobody else's; `refused` is told apart by where it was written,
    /// what, and why it is refused.
    pub fn new(whom: &str, sort: Sort, refused: Option<&[&str]>) -> IdleLetter {
        let known = |parts: &[&str]| {
            let mut hash = Sha256::new();
            for part in parts {
                hash.update(part.as_bytes());
                hash.update([0]);
            }
            data_encoding::HEXLOWER.encode(&hash.finalize()[..16])
        };
        IdleLetter { whom: whom.to_owned(), sort, refused: refused.map(known), alike: 1 }
    }

    /// The same where so many with the same words are answered in a day.
    pub fn answered(self, alike: u64) -> IdleLetter {
        IdleLetter { alike, ..self }
    }

    /// What the last answer of a day says besides.
    pub fn last(&self) -> &'static str {
        self.sort.last()
    }

    /// Counts it, if it is to be answered. The same words are refused for the same reason so often
    /// and no more: a program does not write something else the next time.
    pub async fn count(&self, tx: &mut Tx, now: DateTime<Utc>) -> Result<AnswerQuota, StoreError> {
        let day = now.timestamp().div_euclid(86_400);
        let all = format!("{} {}", self.sort.counted(), self.whom);
        // Looked up first, so that nobody fills the table with words that are refused.
        if counters::count(&mut *tx, &all, day).await? >= self.sort.a_day() {
            return Ok(AnswerQuota::No("as many answers as a day has went there already"));
        }
        if let Some(refused) = &self.refused
            && counters::bump(tx, &format!("{all} {refused}"), day).await? > self.alike
        {
            return Ok(AnswerQuota::No("the same was refused today already"));
        }
        Ok(match counters::bump(tx, &all, day).await? {
            last if last == self.sort.a_day() => AnswerQuota::Last,
            _ => AnswerQuota::Yes,
        })
    }
}
