//! The clerk: takes letters from the doors into the store, reads them, and has them dealt with.
//!
//! A letter leaves its door only when the store has it, and is done with only when what it led to
//! is stored. Killed anywhere between, nothing is lost and nothing is done twice.

use std::path::Path;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use super::reading::{self, Character, Fate, Trust, Verdict};
use super::spool::Spool;
use crate::service::reply::{self, Reply, Returned, Written};
use crate::service::{Service, ServiceError};
use crate::store::incoming::{Arrival, State};

/// Letters dealt with in one go.
const BATCH: u32 = 64;
/// How often a letter is begun with before it is put aside for the operator.
const TRIES: u32 = 5;

/// Sees to the letters that come in.
pub struct Clerk {
    service: Service,
    spool: Spool,
    trust: Trust,
    /// One round at a time: both the folder's loop and the clocks' ask for rounds.
    busy: tokio::sync::Mutex<()>,
}

impl Clerk {
    pub fn new(service: Service, spool: Spool, trust: Trust) -> Clerk {
        Clerk { service, spool, trust, busy: tokio::sync::Mutex::default() }
    }

    /// Takes in what lies at the door, and deals with all that is new. Tells how many were dealt
    /// with.
    pub async fn round(&self, now: DateTime<Utc>) -> Result<usize, ServiceError> {
        let _turn = self.busy.lock().await;
        self.take_in(now).await?;
        self.take_up_again().await?;
        let mut dealt = 0;
        loop {
            let new = self.service.new_letters(BATCH).await?;
            if new.is_empty() {
                return Ok(dealt);
            }
            for id in new {
                self.deal_with(now, id).await?;
                dealt += 1;
            }
        }
    }

    /// Brings what lies in the spool into the store.
    async fn take_in(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let waiting = self.spool.waiting().map_err(|error| broken(&error))?;
        for place in waiting {
            let raw = self.spool.read(&place).map_err(|error| broken(&error))?;
            let recipient = recipient(&raw, &self.trust);
            let uid = place.file_name().map(|name| name.to_string_lossy().into_owned());
            let arrival = Arrival { door: "spool", uid, recipient, raw, at: now };
            self.service.letter_came(arrival).await?;
            self.clear(&place);
        }
        Ok(())
    }

    /// Has letters dealt with anew that a command asked for. What cannot be is left as it is: the
    /// operator sees why.
    async fn take_up_again(&self) -> Result<(), ServiceError> {
        let asked = self.spool.asked_again().map_err(|error| broken(&error))?;
        for (letter, request) in asked {
            // One that stays would be made good at every round.
            if let Err(error) = self.spool.done(&request) {
                tracing::warn!(letter, %error, "a request to deal with it again stays at the door");
                continue;
            }
            match self.service.handle_again_at_the_door(letter).await {
                Err(why @ (ServiceError::Refused(_) | ServiceError::NotFound(_))) => {
                    tracing::warn!(letter, %why, "a letter is not dealt with again");
                }
                done => done?,
            }
        }
        Ok(())
    }

    /// Takes a letter out of the way. One that stays is known again.
    fn clear(&self, place: &Path) {
        if let Err(error) = self.spool.done(place) {
            tracing::warn!(letter = %place.display(), %error, "a letter stays at its door");
        }
    }

    async fn deal_with(&self, now: DateTime<Utc>, id: i64) -> Result<(), ServiceError> {
        let Some(letter) = self.service.begin_letter(id).await? else { return Ok(()) };
        let raw = letter.raw.unwrap_or_default();
        if letter.tries >= TRIES {
            let why = "dealing with it has failed too often";
            return self.service.put_aside(now, id, State::Held, why).await;
        }
        let read = match reading::read(&raw, &self.trust) {
            Ok(read) => read,
            Err(why) => {
                let why = why.to_string();
                return self.service.put_aside(now, id, State::Ignored, &why).await;
            }
        };
        let mut recipients = read.recipients;
        recipients.extend(Some(letter.recipient).filter(|known| !known.is_empty()));
        match read.character {
            Character::Person => {}
            Character::Machine(why) => {
                let why = format!("a machine wrote it: {why:?}");
                return self.service.put_aside(now, id, State::Ignored, &why).await;
            }
            Character::Bounce(bounce) => {
                let hard = match bounce.fate {
                    Fate::Hard => Some(true),
                    Fate::Soft => Some(false),
                    Fate::Delayed => None,
                };
                let (key, why) = (bounce.key, bounce.reason.sentence());
                let returned = Returned { id, recipients, key, hard, why };
                return self.service.letter_returned(now, &returned).await.map(drop);
            }
        }
        let lines = read.written.lines.into_iter().filter(|line| !line.plain.trim().is_empty());
        let reply = Reply {
            id,
            sha: Sha256::digest(&raw).into(),
            message_id: read.message_id,
            from: read.from,
            verdict: verdict(read.verdict),
            recipients,
            lines: lines.map(|line| Written { raw: line.raw, plain: line.plain }).collect(),
        };
        let state = self.service.answer_reply(now, &reply).await?;
        tracing::info!(letter = id, state = state.word(), "a letter came in");
        Ok(())
    }
}

fn verdict(read: Verdict) -> reply::Verdict {
    match read {
        Verdict::Pass => reply::Verdict::Pass,
        Verdict::Fail | Verdict::None => reply::Verdict::Doubtful,
        Verdict::NoGate => reply::Verdict::NoGate,
    }
}

/// To whom a letter was delivered, where its lines say so.
fn recipient(raw: &[u8], trust: &Trust) -> String {
    let read = reading::read(raw, trust).ok();
    read.and_then(|read| read.recipients.into_iter().next()).unwrap_or_default()
}

fn broken(error: &std::io::Error) -> ServiceError {
    ServiceError::Broken(anyhow::anyhow!("letters that came in cannot be read: {error}"))
}
