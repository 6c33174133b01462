//! The relay: whether it can be reached, protected, signed in to, and given a letter.

use super::Visit;
use super::finding::DoctorReport;
use crate::config::Config;
use crate::letters::{Frame, Probe, SafeLine};
use crate::mail::outgoing::failure::Failure;
use crate::mail::outgoing::message::Outgoing;
use crate::mail::outgoing::relay::Relay;
use crate::mail::outgoing::setup;
use crate::mail::outgoing::transport::Transport;

/// Somebody at another domain, where nobody else is known.
const ELSEWHERE: &str = "postmaster@example.com";

/// Connects, signs in, and asks whether letters for other domains are taken. Tells whether the
/// relay was reached.
pub(super) async fn look(config: &Config, to: Option<&str>, report: &mut DoctorReport) -> bool {
    let Ok(settings) = setup::relay(config) else { return false };
    let relay = match Relay::new(&settings) {
        Ok(relay) => relay,
        Err(error) => {
            report.bad("relay", error.to_string(), "Mend the section [mail] of the settings.");
            return false;
        }
    };
    let way = format!("{}, port {}, {}", settings.host, settings.port, settings.security.words());
    match relay.probe().await {
        Ok(()) => {
            let signed_in = if settings.login.is_some() { " and lets us sign in" } else { "" };
            report.good("relay", format!("{way}: it answers{signed_in}"));
            carries(config, &relay, to, report).await;
            true
        }
        Err(failure) => {
            report.bad("relay", format!("{way}: {failure}"), cure(&failure));
            false
        }
    }
}

/// Whether letters to people get out: to this server's own address a relay takes them anyway.
async fn carries(config: &Config, relay: &Relay, to: Option<&str>, report: &mut DoctorReport) {
    let operator = Some(config.mail.admin.as_str()).filter(|to| !to.ends_with("@localhost"));
    let elsewhere = |to: &&str| !to.ends_with(&format!("@{}", config.mail.sender_domain()));
    let to = to.or(operator).filter(elsewhere).unwrap_or(ELSEWHERE);
    let Ok(writer) = setup::writer(config) else { return };
    let Ok(envelope) = writer.envelope(to, None) else { return };
    let Err(failure) = relay.carries(&envelope).await else { return };
    if failure.code.is_some() && failure.words.to_ascii_lowercase().contains("relay") {
        report.bad(
            "relay",
            format!("it takes no letters for people at other domains: {failure}"),
            "All letters would be refused. Set mail.smtp_username and mail.smtp_password; or, \
             where the relay is your own Postfix, let permit_mynetworks stand in \
             smtpd_relay_restrictions and before every reject_unauth_destination \
             (docs/mail.md, 2a).",
        );
    }
}

fn cure(failure: &Failure) -> &'static str {
    let words = failure.words.to_ascii_lowercase();
    match failure.code {
        Some(535 | 534) => {
            "Check mail.smtp_username and mail.smtp_password. Many providers want a password made \
             for this program alone instead of the one you sign in with."
        }
        Some(530 | 550 | 554) => {
            "The relay wants a sign-in, or does not take mail from this machine. Set \
             mail.smtp_username and mail.smtp_password, or ask whoever runs the relay."
        }
        _ if words.contains("certificate") || words.contains("tls") => {
            "Check that mail.smtp_host is the very name in the relay's certificate and that \
             mail.smtp_tls fits the port: \"starttls\" for 587, \"tls\" for 465."
        }
        _ if words.contains("lookup") || words.contains("resolve") || words.contains("dns") => {
            "The relay's name was not found. Check the spelling of mail.smtp_host."
        }
        _ => {
            "Check mail.smtp_host and mail.smtp_port. Many hosters block outgoing mail on port \
             25; 587 with \"starttls\" or 465 with \"tls\" is usually open."
        }
    }
}

/// Sends a trial letter.
pub(super) async fn probe(visit: &Visit<'_>, to: &str, reached: bool, report: &mut DoctorReport) {
    if !reached {
        let why = format!("no letter was sent to {to}, because the relay was not reached");
        report.bad("trial", why, "Mend the relay first.");
        return;
    }
    match send(visit, to).await {
        Ok(answer) => {
            report.good("trial", format!("a letter to {to} has left; the relay said: {answer}"));
            report.note(
                "trial",
                "look whether it arrived, and where",
                "If it lies among the junk, look at its Authentication-Results line: spf, dkim \
                 and dmarc should all say pass.",
            );
        }
        Err(failure) => {
            let why = format!("a letter to {to} was not taken: {failure}");
            report.bad("trial", why, "The relay's own words above are the best hint.");
        }
    }
}

/// Sends a trial letter, and gives the relay's answer.
pub(super) async fn send(visit: &Visit<'_>, to: &str) -> Result<String, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::lasting(error.to_string());
    let writer = setup::writer(visit.config).map_err(|error| wrong(&error))?;
    let transport: Transport = setup::transport(visit.config).map_err(|error| wrong(&error))?;
    let base = visit.config.base_url();
    let frame = Frame {
        server: SafeLine::from("Ravenpost"),
        home: format!("{base}/"),
        reader: SafeLine::from(""),
        zone: chrono_tz::Tz::UTC,
        now: visit.now,
        settings: None,
        stop: None,
        answered: false,
        short: false,
        heard: Vec::new(),
        more: 0,
        seal: None,
        key: None,
    };
    let way = SafeLine::from(transport.words());
    let letter = Probe { frame, way, signed: writer.signer.is_some() }.compose();
    let message_id = format!("probe.{}@{}", visit.now.timestamp_micros(), writer.domain);
    let message = writer
        .write(&Outgoing {
            letter: &letter,
            png: None,
            to,
            message_id: &message_id,
            refs: &[],
            reply_to: None,
            stop_to: None,
            date: visit.now,
        })
        .map_err(|error| wrong(&error))?;
    let envelope = writer.envelope(to, None).map_err(|error| wrong(&error))?;
    transport.send(&envelope, &message).await
}
