//! An answer to a letter that lies in the outbox of this machine, written on its page: it comes in
//! like any other, by a key of its own.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::post::reply_address::Fresh;
use ravenpost_store::post::incoming::{self, Arrival};
use ravenpost_store::post::keys::{self, Key};
use ravenpost_store::writes;

/// How that door is called among the others.
const DOOR: &str = "page";
/// The shortest key of a form: it stands for the key of a letter, which nobody may guess.
const SHORTEST: usize = 20;
/// The longest answer, in letters: more is more than people write by hand.
const LONGEST: usize = 20_000;

impl Service {
    /// Whether answers to a letter are read here.
    pub async fn is_answerable(&self, letter: i64) -> Result<bool, ServiceError> {
        if self.settings().answers.is_none() {
            return Ok(false);
        }
        Ok(keys::of_letter(self.store().read(), letter).await?.is_some())
    }

    /// Takes an answer to a letter in, as if its reader had sent it by mail: the same form twice is
    /// one answer. `Refused` where answers are not read, or where nothing stands in it.
    pub async fn answer_here(
        &self,
        now: DateTime<Utc>,
        letter: i64,
        words: &str,
        form: &str,
    ) -> Result<(), ServiceError> {
        self.letter(letter).await?;
        let Some(answers) = &self.settings().answers else {
            return Err(ServiceError::refused("answers to letters are not read here"));
        };
        match words.trim().chars().count() {
            0 => return Err(ServiceError::refused("there is nothing in your answer")),
            1..=LONGEST => {}
            _ => return Err(ServiceError::refused("an answer has at most 20,000 letters")),
        }
        let Some(known) = keys::of_letter(self.store().read(), letter).await? else {
            return Err(ServiceError::refused(
                "nothing is done by answering this letter, or not any more",
            ));
        };
        if form.len() < SHORTEST {
            return Err(ServiceError::refused("load the page again and answer from there"));
        }
        let fresh = Fresh::of_form(&format!("answer to letter {letter} by form {form}"));
        let to = answers.address(known.purpose, &fresh.text);
        let raw = message(&known.address, &to, words);
        let arrival = Arrival { door: DOOR, uid: None, recipient: to, raw, at: now };
        let key = Key { hash: fresh.hash, ..known };
        let kept = self.store().write(writes!(|tx| {
            if keys::find(&mut *tx, &key.hash).await?.is_none() {
                keys::add(tx, &key).await?;
            }
            incoming::add(tx, &arrival).await.map(drop)
        }));
        Ok(kept.await?)
    }
}

/// The answer as mail programs write one; without a date, so that it is the same when it is sent
/// again.
fn message(from: &str, to: &str, words: &str) -> Vec<u8> {
    let words = words.replace("\r\n", "\n").replace('\n', "\r\n");
    format!(
        "From: {from}\r\nTo: {to}\r\nSubject: Re:\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
         {words}\r\n"
    )
    .into_bytes()
}
