//! A round-trip test: sends an email to this server through the relay and waits until it comes back
//! through a mail source. The server recognises the address and only records the arrival.

use std::time::Duration;

use chrono::TimeDelta;

use super::Visit;
use super::finding::DoctorReport;
use super::test_email::{self, Reached, Trouble};
use crate::mail::incoming::imap;
use crate::mail::incoming::imap::mailbox::Mailbox;
use crate::mail::incoming::spool::Spool;
use crate::mail::outgoing::failure::Failure;
use crate::service::game::outage;
use crate::service::post::reply_address::{Answers, ProbeAddress};
use ravenpost_store::post::incoming::{self, Incoming};
use ravenpost_store::{Store, StoreError};

/// How often to check for the arrival.
const LOOK: Duration = Duration::from_millis(500);
/// A server without a heartbeat for this long is considered stopped.
const STIRS: TimeDelta = TimeDelta::minutes(2);

const UNSENT: &str = "no letter was sent to this server itself";

/// Sends the email and returns whether it arrived.
pub(super) async fn send(visit: &Visit<'_>, reached: Reached, report: &mut DoctorReport) -> bool {
    let Some((domain, mailbox)) = visit.config.mail.answers() else { return false };
    if !test_email::is_reached(reached, "way in", UNSENT, report) {
        return false;
    }
    let store = match &visit.store {
        Some(store) if runs(store, visit).await => store,
        _ => {
            report.note(
                "way in",
                format!("{UNSENT}, because it does not run"),
                "Start it with `ravenpost serve`, and ask the doctor again.",
            );
            return false;
        }
    };
    let wrong =
        |error: &dyn std::fmt::Display| Trouble::Refused(Failure::lasting(error.to_string()));
    let sent = async {
        let probe = Answers { domain, mailbox }.probe().map_err(|error| wrong(&error))?;
        let after = incoming::last(store.read()).await.map_err(|error| wrong(&error))?;
        test_email::send(visit, &probe.address).await?;
        Ok::<_, Trouble>((probe, after))
    };
    let (probe, after) = match sent.await {
        Ok(sent) => sent,
        Err(trouble) => {
            trouble.report("way in", "a letter to this server itself", report);
            return false;
        }
    };
    match arrived(store, visit.patience, &probe, after).await {
        Ok(Some((letter, took))) => {
            came(&letter, took, report);
            return true;
        }
        Ok(None) => lost(visit, &probe, report).await,
        Err(error) => {
            report.bad(
                "way in",
                format!("the database cannot be read: {error}"),
                "Look at the log.",
            );
        }
    }
    false
}

async fn runs(store: &Store, visit: &Visit<'_>) -> bool {
    let seen = outage::last_seen(store).await.ok().flatten();
    seen.is_some_and(|seen| visit.now - seen < STIRS)
}

/// Waits until the server has recorded the email.
async fn arrived(
    store: &Store,
    patience: Duration,
    probe: &ProbeAddress,
    after: i64,
) -> Result<Option<(Incoming, Duration)>, StoreError> {
    let begun = std::time::Instant::now();
    while begun.elapsed() < patience {
        if let Some(letter) = incoming::keyed(store.read(), after, &probe.hash).await? {
            return Ok(Some((letter, begun.elapsed())));
        }
        tokio::time::sleep(LOOK).await;
    }
    Ok(None)
}

fn came(letter: &Incoming, took: Duration, report: &mut DoctorReport) {
    let door = match letter.door.as_str() {
        "imap" => "from the mailbox",
        _ => "by the folder of letters",
    };
    let took = match took.as_secs() {
        0 => "at once".to_owned(),
        1 => "after a second".to_owned(),
        more => format!("after {more} seconds"),
    };
    report.good("way in", format!("a letter to this server came in {door}, {took}"));
    if letter.found.verdict.as_deref() == Some("doubtful") {
        report.warn(
            "gate",
            "the gate did not vouch for our own letter",
            "If it does not check letters that come from this machine, this is no fault. Otherwise \
             compare mail.authserv_id with the name in the letter's Authentication-Results, and \
             look whether it says dmarc=pass; ARC-Authentication-Results, which anybody can bring \
             along, count for nothing. People's letters would be held and not done.",
        );
    }
}

/// Locates an email that the server has not recorded, and reports where it is.
async fn lost(visit: &Visit<'_>, probe: &ProbeAddress, report: &mut DoctorReport) {
    let seconds = visit.patience.as_secs();
    let what = format!("a letter to {} has not come in for {seconds} seconds", probe.address);
    let folder = Spool::at(visit.config.incoming());
    if folder.holds(&probe.address).unwrap_or_default() {
        return report.bad(
            "way in",
            format!("{what}: it lies in {}, and the server does not take it", folder.shown()),
            "Look at the server's log: perhaps it may not read that folder.",
        );
    }
    if let Ok(Some(mailbox)) = Mailbox::of(visit.config) {
        let looked = async {
            let mut line = imap::call(&mailbox).await?;
            imap::letters::holds(&mut line, &mailbox, &probe.address).await
        };
        if looked.await.unwrap_or_default() {
            return report.bad(
                "way in",
                format!("{what}: it lies in {}, and the server does not fetch it", mailbox.words()),
                "Look at the server's log.",
            );
        }
    }
    report.bad(
        "way in",
        what,
        "The relay has taken it. Look for that address in the relay's log and in that of the mail \
         server that the domain's MX record names: there it is refused, waits, or goes elsewhere. \
         Slow relays may also need longer; then it is noted in `ravenpost mail inbox ignored`.",
    );
}
