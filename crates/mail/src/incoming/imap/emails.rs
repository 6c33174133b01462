//! Fetches new emails from a mailbox into the store, one at a time.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;

use super::call::{ImapSession, WORDS};
use super::error::{ImapError, ImapStep};
use super::mailbox::Mailbox;
use crate::incoming::arrival::arrival;
use crate::incoming::reading::Trust;
use crate::incoming::spool::{MOST, STORED_SIZE};
use crate::incoming::stored_email::at_source;
use ravenpost_service::Service;
use ravenpost_store::post::incoming::Arrival;
use ravenpost_store::post::mail_sources::MailboxPlace;

/// The number of UIDs queried at once. Some of them may not exist.
const WINDOW: u32 = 200;

/// Fetches emails from a mailbox into the store.
pub(super) struct Fetcher<'a> {
    pub service: &'a Service,
    pub mailbox: &'a Mailbox,
    pub trust: &'a Trust,
}

impl Fetcher<'_> {
    /// Fetches all new emails. On success, everything that was in the mailbox when this was called
    /// is in the store.
    pub async fn bring_in(
        &self,
        line: &mut ImapSession,
        now: DateTime<Utc>,
    ) -> Result<(), ImapError> {
        // Examine the folder each time, to get the current UIDNEXT and UIDVALIDITY.
        line.get_mut().allow(WORDS);
        let opened = ImapStep::Folder.within(line.examine(&self.mailbox.folder)).await?;
        let (Some(validity), Some(next)) = (opened.uid_validity, opened.uid_next) else {
            return Err(ImapStep::Folder.failed("the server does not support UIDs"));
        };
        let key = self.mailbox.key();
        let mut place = match self.service.inbox().place_in(&key).await? {
            Some(place) if place.validity == validity => place,
            known => {
                let uid = match &known {
                    // First start: skip existing emails, which cannot be replies to this server.
                    None => next.saturating_sub(1),
                    Some(before) => renumbered(line, before.begun_at, next).await?,
                };
                let begun_at = known.map_or(now, |before| before.begun_at);
                let place = MailboxPlace { validity, uid, begun_at };
                self.service.inbox().move_in(&key, place).await?;
                place
            }
        };
        while place.uid < next.saturating_sub(1) {
            let last = place.uid.saturating_add(WINDOW).min(next - 1);
            for (uid, size) in sizes(line, place.uid + 1, last).await? {
                place.uid = uid;
                self.bring(line, uid, size, place, now).await?;
            }
            if place.uid != last {
                place.uid = last;
                self.service.inbox().move_in(&key, place).await?;
            }
        }
        Ok(())
    }

    async fn bring(
        &self,
        line: &mut ImapSession,
        uid: u32,
        size: u32,
        place: MailboxPlace,
        now: DateTime<Utc>,
    ) -> Result<(), ImapError> {
        let key = self.mailbox.key();
        let called = format!("{}/{uid}", place.validity);
        if u64::from(size) > MOST {
            let raw = format!("{key} {called}").into_bytes();
            let recipient = String::new();
            let arrival = Arrival { source: "imap", uid: Some(called), recipient, raw, at: now };
            let why = format!("not fetched: {} MB is too large", size >> 20);
            return Ok(self.service.inbox().email_left(now, arrival, why, &key, place).await?);
        }
        match raw(line, uid).await? {
            Some(raw) => {
                let arrival = arrival("imap", Some(called), raw, self.trust, now).await;
                Ok(self.service.inbox().email_fetched(arrival, &key, place).await?)
            }
            // The email was deleted in the meantime.
            None => Ok(self.service.inbox().move_in(&key, place).await?),
        }
    }
}

/// Returns the UID before the first email to fetch after UIDVALIDITY has changed. Everything since
/// the first start is fetched again; emails already in the store are recognised. Starts a day
/// earlier, because IMAP searches by date in the server's time zone.
async fn renumbered(
    line: &mut ImapSession,
    begun: DateTime<Utc>,
    next: u32,
) -> Result<u32, ImapError> {
    line.get_mut().allow(8 * WORDS);
    let since = format!("SINCE {}", (begun - TimeDelta::days(1)).format("%-d-%b-%Y"));
    let found = ImapStep::Read.within(line.uid_search(since)).await?;
    Ok(found.into_iter().min().unwrap_or(next).saturating_sub(1))
}

/// Returns the emails in this UID range with their reported sizes.
async fn sizes(
    line: &mut ImapSession,
    first: u32,
    last: u32,
) -> Result<BTreeMap<u32, u32>, ImapError> {
    line.get_mut().allow(WORDS);
    let asked = async {
        let found = line.uid_fetch(format!("{first}:{last}"), "(UID RFC822.SIZE)").await?;
        found.try_collect::<Vec<_>>().await
    };
    let found = ImapStep::Read.within(asked).await?;
    let of = |uid: &u32| (first..=last).contains(uid);
    Ok(found
        .into_iter()
        .filter_map(|email| Some((email.uid.filter(of)?, email.size.unwrap_or(u32::MAX))))
        .collect())
}

/// Fetches the raw email, limited to the size a mail source accepts, whatever size was reported.
async fn raw(line: &mut ImapSession, uid: u32) -> Result<Option<Vec<u8>>, ImapError> {
    line.get_mut().allow(WORDS + STORED_SIZE);
    let asked = async {
        let query = format!("(UID BODY.PEEK[]<0.{STORED_SIZE}>)");
        let found = line.uid_fetch(uid.to_string(), query).await?;
        found.try_collect::<Vec<_>>().await
    };
    let found = ImapStep::Read.within(asked).await?;
    let email = found.iter().find(|email| email.uid == Some(uid));
    let bytes = email.and_then(|email| email.body()).map(<[u8]>::to_vec);
    // An email of exactly the maximum size has almost certainly been truncated.
    Ok(bytes.map(|bytes| at_source(bytes, STORED_SIZE - 1)))
}

/// Returns whether the mailbox contains an email to this address.
pub async fn holds(
    line: &mut ImapSession,
    mailbox: &Mailbox,
    address: &str,
) -> Result<bool, ImapError> {
    line.get_mut().allow(8 * WORDS);
    ImapStep::Folder.within(line.examine(&mailbox.folder)).await?;
    let asked = line.uid_search(format!("HEADER To \"{address}\""));
    Ok(!ImapStep::Read.within(asked).await?.is_empty())
}
