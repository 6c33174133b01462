//! A round-trip test: sends an email to this server through the relay and waits until it comes back
//! through a mail source. The server recognises the address and only records the arrival.

use std::time::Duration;

use chrono::TimeDelta;

use super::Visit;
use super::finding::DoctorReport;
use super::test_email::{self, Reached, SendError};
use crate::incoming::imap;
use crate::incoming::imap::mailbox::Mailbox;
use crate::incoming::spool::Spool;
use crate::outgoing::failure::Failure;
use ravenpost_service::game::clocks::outage;
use ravenpost_service::post::reply_address::{Answers, ProbeAddress};
use ravenpost_store::post::incoming::{self, Incoming};
use ravenpost_store::{Store, StoreError};

/// How often to check for the arrival.
const LOOK: Duration = Duration::from_millis(500);
/// A server without a heartbeat for this long is considered stopped.
const ACTIVITY_INTERVAL: TimeDelta = TimeDelta::minutes(2);

const UNSENT: &str = "no test email was sent to this server";

/// Sends the email and returns whether it arrived.
pub(super) async fn send(visit: &Visit<'_>, reached: Reached, report: &mut DoctorReport) -> bool {
    let Some((domain, mailbox)) = visit.config.mail.answers() else { return false };
    if !test_email::is_reached(reached, "inbound", UNSENT, report) {
        return false;
    }
    let store = match &visit.store {
        Some(store) if runs(store, visit).await => store,
        _ => {
            report.note(
                "inbound",
                format!("{UNSENT}, because it is not running"),
                "Start it with `ravenpost serve`, and run the doctor again.",
            );
            return false;
        }
    };
    let wrong =
        |error: &dyn std::fmt::Display| SendError::Refused(Failure::lasting(error.to_string()));
    let sent = async {
        let probe = Answers { domain, mailbox }.probe().map_err(|error| wrong(&error))?;
        let after = incoming::last(store.read()).await.map_err(|error| wrong(&error))?;
        test_email::send(visit, &probe.address).await?;
        Ok::<_, SendError>((probe, after))
    };
    let (probe, after) = match sent.await {
        Ok(sent) => sent,
        Err(trouble) => {
            trouble.report("inbound", "the test email to this server", report);
            return false;
        }
    };
    match arrived(store, visit.patience, &probe, after).await {
        Ok(Some((email, took))) => {
            came(&email, took, report);
            return true;
        }
        Ok(None) => lost(visit, &probe, report).await,
        Err(error) => {
            report.bad(
                "inbound",
                format!("the database cannot be read: {error}"),
                "Check the log.",
            );
        }
    }
    false
}

async fn runs(store: &Store, visit: &Visit<'_>) -> bool {
    let seen = outage::last_seen(store).await.ok().flatten();
    seen.is_some_and(|seen| visit.now - seen < ACTIVITY_INTERVAL)
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
        if let Some(email) = incoming::keyed(store.read(), after, &probe.hash).await? {
            return Ok(Some((email, begun.elapsed())));
        }
        tokio::time::sleep(LOOK).await;
    }
    Ok(None)
}

fn came(email: &Incoming, took: Duration, report: &mut DoctorReport) {
    let source = match email.source.as_str() {
        "imap" => "from the mailbox",
        _ => "through the incoming folder",
    };
    let took = match took.as_secs() {
        0 => "immediately".to_owned(),
        1 => "after 1 second".to_owned(),
        more => format!("after {more} seconds"),
    };
    report.good("inbound", format!("the test email to this server arrived {source}, {took}"));
    if email.found.verdict.as_deref() == Some("doubtful") {
        report.warn(
            "authserv",
            "the sender of the test email was not verified",
            "This is fine if the upstream mail server does not check email from this machine. \
             Otherwise replies would be held: compare mail.authserv_id with the name in the \
             email's Authentication-Results, and check for dmarc=pass there. \
             ARC-Authentication-Results are ignored, because anyone can forge them.",
        );
    }
}

/// Locates an email that the server has not recorded, and reports where it is.
async fn lost(visit: &Visit<'_>, probe: &ProbeAddress, report: &mut DoctorReport) {
    let seconds = visit.patience.as_secs();
    let what =
        format!("the test email to {} has not arrived within {seconds} seconds", probe.address);
    let folder = Spool::at(visit.config.incoming());
    if folder.holds(&probe.address).unwrap_or_default() {
        return report.bad(
            "inbound",
            format!("{what}: it is in {}, but the server does not read it", folder.shown()),
            "Check the server's log, and the permissions of that folder.",
        );
    }
    if let Ok(Some(mailbox)) = Mailbox::of(visit.config) {
        let looked = async {
            let mut line = imap::call(&mailbox).await?;
            imap::emails::holds(&mut line, &mailbox, &probe.address).await
        };
        if looked.await.unwrap_or_default() {
            return report.bad(
                "inbound",
                format!("{what}: it is in {}, but the server does not fetch it", mailbox.words()),
                "Check the server's log.",
            );
        }
    }
    report.bad(
        "inbound",
        what,
        "The relay accepted it. Search for that address in the logs of the relay and of the mail \
         server in the domain's MX record: it was rejected, deferred or misrouted there. If it \
         arrives late, it is listed by `ravenpost mail inbox ignored`.",
    );
}
