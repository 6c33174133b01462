//! Limits how often the server answers replies that changed nothing. Autoresponders do not always
//! identify themselves, and two programs could otherwise answer each other forever. Orders are
//! always answered; requests to show something have a limit of their own.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use ravenpost_store::lists::counters;
use ravenpost_store::{StoreError, Tx};

/// Why a reply changed nothing; each kind is counted separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// Something in it was refused, and the writer is not awaited.
    Refused,
    /// It only requested information.
    Asked,
    /// It contains an order or something close to one, or its writer is awaited. People retry until
    /// it is right.
    Awaited,
}

impl Sort {
    /// Maximum number of answers a day to one person.
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

    /// The notice in the last answer of a day.
    pub fn last(self) -> &'static str {
        match self {
            Sort::Refused => {
                "This was your tenth email today that changed nothing. Until tomorrow, we will \
                 still read your emails, but answer only those with a valid move."
            }
            Sort::Asked => {
                "This was your thirtieth email today that only asked for information. Until \
                 tomorrow, we will answer only emails with moves."
            }
            Sort::Awaited => {
                "This was your hundredth email today that changed nothing. Until tomorrow, we will \
                 still read your emails, but answer only those with a valid move."
            }
        }
    }
}

pub(super) struct IdleEmail {
    whom: String,
    sort: Sort,
    /// A digest of what was refused, where and why. `None` if repetitions are not limited.
    refused: Option<String>,
    /// How many replies with the same text are answered in a day.
    alike: u64,
}

pub(super) enum AnswerQuota {
    Yes,
    /// Answer for the last time today.
    Last,
    No(&'static str),
}

impl IdleEmail {
    /// `whom` identifies one person. `refused` distinguishes refusals by place, text and reason.
    pub fn new(whom: &str, sort: Sort, refused: Option<&[&str]>) -> IdleEmail {
        let known = |parts: &[&str]| {
            let mut hash = Sha256::new();
            for part in parts {
                hash.update(part.as_bytes());
                hash.update([0]);
            }
            data_encoding::HEXLOWER.encode(&hash.finalize()[..16])
        };
        IdleEmail { whom: whom.to_owned(), sort, refused: refused.map(known), alike: 1 }
    }

    /// Sets how many replies with the same text are answered in a day.
    pub fn answered(self, alike: u64) -> IdleEmail {
        IdleEmail { alike, ..self }
    }

    /// Returns the notice in the last answer of a day.
    pub fn last(&self) -> &'static str {
        self.sort.last()
    }

    /// Counts the reply if it is to be answered. Repetitions of the same refused text have a lower
    /// limit, because an autoresponder keeps sending the same text.
    pub async fn count(&self, tx: &mut Tx, now: DateTime<Utc>) -> Result<AnswerQuota, StoreError> {
        let day = now.timestamp().div_euclid(86_400);
        let all = format!("{} {}", self.sort.counted(), self.whom);
        // Checked first, so that refused texts cannot fill the table.
        if counters::count(&mut *tx, &all, day).await? >= self.sort.a_day() {
            return Ok(AnswerQuota::No("the daily limit of answers was reached"));
        }
        if let Some(refused) = &self.refused
            && counters::bump(tx, &format!("{all} {refused}"), day).await? > self.alike
        {
            return Ok(AnswerQuota::No("the same text was already refused today"));
        }
        Ok(match counters::bump(tx, &all, day).await? {
            last if last == self.sort.a_day() => AnswerQuota::Last,
            _ => AnswerQuota::Yes,
        })
    }
}
