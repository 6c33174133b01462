//! Sends test emails through the relay, with the same form of envelope sender as real emails.

use super::Visit;
use super::finding::DoctorReport;
use crate::outgoing::failure::Failure;
use crate::outgoing::message::Outgoing;
use crate::outgoing::setup;
use crate::outgoing::transport::Transport;
use ravenpost_config::Config;
use ravenpost_emails::{Frame, Probe, SafeLine};
use ravenpost_service::post::reply_address::Answers;

/// The remedy if the relay only accepts emails from the address in `From`.
pub(super) const ENVELOPE: &str = "Set mail.envelope to \"from\" \
    (docs/operate/inbound-email.md, 1), or allow this account every address at mail.reply_domain. \
    The relay only accepts the address in mail.from.";
/// The advice after a deferral: no action is needed.
pub(super) const RETRIED: &str = "Run the doctor again in a few minutes. The server retries \
    deferred email automatically, and relays with greylisting accept it later.";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reached {
    Yes,
    /// It asked to retry later.
    Deferred,
    No,
}

/// Why a test email was not sent.
#[derive(Debug)]
pub(super) enum SendError {
    /// The relay asked to retry later.
    Deferred(Failure),
    /// The relay refused the envelope sender, but accepted the email from the address in `From`.
    Envelope(Failure),
    Refused(Failure),
}

impl SendError {
    /// Reports the outcome of an email; `what` names the email.
    pub fn report(&self, about: &'static str, what: &str, report: &mut DoctorReport) {
        match self {
            SendError::Deferred(failure) => {
                report.warn(about, format!("{what} was deferred: {failure}"), RETRIED);
            }
            SendError::Envelope(failure) => {
                let what = format!("{what} was refused for its envelope sender: {failure}");
                report.bad(about, what, ENVELOPE);
            }
            SendError::Refused(failure) => report.bad(
                about,
                format!("{what} was rejected: {failure}"),
                "Follow the hint in the relay's message above.",
            ),
        }
    }
}

/// Returns an envelope sender of the same form as in real emails; `None` if that is the address in
/// `From`.
pub(super) fn sender(config: &Config) -> Option<String> {
    let (domain, mailbox) = config.mail.bounces()?;
    Answers { domain, mailbox }.probe().ok().map(|probe| probe.address)
}

/// Returns whether the relay was reached. If not, reports that no test email was sent.
pub(super) fn is_reached(
    reached: Reached,
    about: &'static str,
    what: &str,
    report: &mut DoctorReport,
) -> bool {
    match reached {
        Reached::Yes => {}
        Reached::Deferred => report.warn(
            about,
            format!("{what}, because the relay reported a temporary failure"),
            "Run the doctor again in a few minutes.",
        ),
        Reached::No => report.bad(
            about,
            format!("{what}, because the relay was not reached"),
            "Fix the connection to the relay first.",
        ),
    }
    reached == Reached::Yes
}

/// Sends a test email to a person.
pub(super) async fn to_person(
    visit: &Visit<'_>,
    to: &str,
    reached: Reached,
    report: &mut DoctorReport,
) {
    if !is_reached(reached, "test", &format!("no test email was sent to {to}"), report) {
        return;
    }
    match send(visit, to).await {
        Ok(answer) => {
            report.good("test", format!("test email sent to {to}; the relay replied: {answer}"));
            report.note(
                "test",
                "check whether it arrived, and in which folder",
                "If it is in the spam folder, check its Authentication-Results header: spf, dkim \
                 and dmarc should all be pass.",
            );
        }
        Err(trouble) => trouble.report("test", &format!("the test email to {to}"), report),
    }
}

/// Sends a test email and returns the relay's reply.
pub(super) async fn send(visit: &Visit<'_>, to: &str) -> Result<String, SendError> {
    let own = sender(visit.config);
    match send_from(visit, to, own.as_deref()).await {
        Ok(answer) => Ok(answer),
        Err(failure) if failure.is_temporary() => Err(SendError::Deferred(failure)),
        // Some relays check the sender only after they have received the whole message.
        Err(failure) if own.is_some() && failure.code.is_some() => {
            match send_from(visit, to, None).await {
                Ok(_) => Err(SendError::Envelope(failure)),
                Err(_) => Err(SendError::Refused(failure)),
            }
        }
        Err(failure) => Err(SendError::Refused(failure)),
    }
}

async fn send_from(visit: &Visit<'_>, to: &str, from: Option<&str>) -> Result<String, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::lasting(error.to_string());
    let writer = setup::writer(visit.config).map_err(|error| wrong(&error))?;
    let transport: Transport = setup::transport(visit.config).map_err(|error| wrong(&error))?;
    let base = visit.config.base_url();
    let frame = Frame {
        server: SafeLine::from("Ravenpost"),
        home: format!("{base}/"),
        reader: SafeLine::from(""),
        zone: ravenpost_zone::Zone::UTC,
        now: visit.now,
        settings: None,
        stop: None,
        stops: None,
        answered: false,
        short: false,
        heard: Vec::new(),
        notices: Vec::new(),
        more: 0,
        many: None,
        seal: None,
        key: None,
    };
    let way = SafeLine::from(transport.words());
    let email = Probe { frame, way, signed: writer.signer.is_some() }.compose();
    let message_id = format!("probe.{}@{}", visit.now.timestamp_micros(), writer.domain);
    let message = writer
        .write(&Outgoing {
            email: &email,
            png: None,
            to,
            message_id: &message_id,
            refs: &[],
            reply_to: None,
            stop_to: None,
            date: visit.now,
        })
        .map_err(|error| wrong(&error))?;
    let envelope = writer.envelope(to, from).map_err(|error| wrong(&error))?;
    transport.send(&envelope, &message).await
}
