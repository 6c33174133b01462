//! Replies to emails in this machine's outbox, written on the email's page. They are processed like
//! any other inbound email, with a key of their own.

use crate::handles::Inbox;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::post::reply_address::Fresh;
use ravenpost_store::post::incoming::{self, Arrival};
use ravenpost_store::post::keys::{self, Key};
use ravenpost_store::writes;

/// The name of this mail source.
const SOURCE: &str = "page";
/// Minimum length of a form key. It replaces the key of an email, so it must not be guessable.
const SHORTEST: usize = 20;
/// Maximum length of a reply in characters.
const LONGEST: usize = 20_000;

impl Inbox<'_> {
    /// Whether replies to an email are read here.
    pub async fn is_answerable(self, email: i64) -> Result<bool, ServiceError> {
        if self.settings().answers.is_none() {
            return Ok(false);
        }
        Ok(keys::of_email(self.store().read(), email).await?.is_some())
    }

    /// Takes in a reply to an email as if its recipient had sent it. Submitting the same form twice
    /// has one effect. Returns `Refused` if replies are not read here, or if the text is empty.
    pub async fn answer_here(
        self,
        now: DateTime<Utc>,
        email: i64,
        words: &str,
        form: &str,
    ) -> Result<(), ServiceError> {
        self.emails().email(email).await?;
        let Some(answers) = &self.settings().answers else {
            return Err(ServiceError::refused("this server does not read replies to emails"));
        };
        match words.trim().chars().count() {
            0 => return Err(ServiceError::refused("your reply is empty: write something first")),
            1..=LONGEST => {}
            _ => {
                return Err(ServiceError::refused(
                    "your reply is too long: it may have at most \
                20,000 characters",
                ));
            }
        }
        let Some(known) = keys::of_email(self.store().read(), email).await? else {
            return Err(ServiceError::refused(
                "replies to this email have no effect, or no longer have one",
            ));
        };
        if form.len() < SHORTEST {
            return Err(ServiceError::refused(
                "this form is out of date: reload the page and reply \
                again",
            ));
        }
        let fresh = Fresh::of_form(&format!("answer to letter {email} by form {form}"));
        let to = answers.address(known.purpose, &fresh.text);
        let raw = message(&known.address, &to, words);
        let arrival = Arrival { source: SOURCE, uid: None, recipient: to, raw, at: now };
        let key = Key { hash: fresh.hash, ..known };
        let stored = self.store().write(writes!(|tx| {
            if keys::find(&mut *tx, &key.hash).await?.is_none() {
                keys::add(tx, &key).await?;
            }
            incoming::add(tx, &arrival).await.map(drop)
        }));
        Ok(stored.await?)
    }
}

/// Formats the reply as an email. It has no date, so that a second submission yields the same
/// bytes.
fn message(from: &str, to: &str, words: &str) -> Vec<u8> {
    let words = words.replace("\r\n", "\n").replace('\n', "\r\n");
    format!(
        "From: {from}\r\nTo: {to}\r\nSubject: Re:\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
         {words}\r\n"
    )
    .into_bytes()
}
