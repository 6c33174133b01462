//! Checks the relay: whether it is reachable, encrypts, accepts the login and accepts email.

use super::finding::DoctorReport;
use super::greeting::{self, Greeting};
use super::test_email::{ENVELOPE, RETRIED, Reached, sender};
use crate::outgoing::failure::{Failure, SmtpStep};
use crate::outgoing::relay::{Relay, RelaySettings, Security};
use crate::outgoing::setup;
use ravenpost_config::Config;

/// A recipient at a foreign domain, used when no other address is known.
const ELSEWHERE: &str = "postmaster@example.com";

/// Connects, signs in, and tests whether the relay accepts email to other domains. Returns whether
/// the relay was reached.
pub(super) async fn look(config: &Config, to: Option<&str>, report: &mut DoctorReport) -> Reached {
    let Ok(settings) = setup::relay(config) else { return Reached::No };
    let relay = match Relay::new(&settings) {
        Ok(relay) => relay,
        Err(error) => {
            report.bad("relay", error.to_string(), "Fix the section [mail] of the settings.");
            return Reached::No;
        }
    };
    let way = format!("{}, port {}, {}", settings.host, settings.port, settings.security.words());
    match relay.probe().await {
        Ok(()) => {
            let signed_in = if settings.login.is_some() { " and accepts the login" } else { "" };
            report.good("relay", format!("{way}: it responds{signed_in}"));
            carries(config, &relay, to, report).await;
            Reached::Yes
        }
        Err(failure) if failure.is_temporary() => {
            report.warn("relay", format!("{way}: temporary failure: {failure}"), RETRIED);
            Reached::Deferred
        }
        Err(failure) => {
            let cure = cure(&settings, &failure).await;
            report.bad("relay", format!("{way}: {failure}"), cure);
            Reached::No
        }
    }
}

/// Tests whether the relay accepts email to a foreign domain; relays accept the server's own domain
/// in any case. Uses the same form of envelope sender as real emails.
async fn carries(config: &Config, relay: &Relay, to: Option<&str>, report: &mut DoctorReport) {
    let admin = Some(config.mail.admin.as_str()).filter(|to| !to.ends_with("@localhost"));
    let elsewhere = |to: &&str| !to.ends_with(&format!("@{}", config.mail.sender_domain()));
    let to = to.or(admin).filter(elsewhere).unwrap_or(ELSEWHERE);
    let Ok(writer) = setup::writer(config) else { return };
    let own = sender(config);
    let tried = async |from: Option<&str>| match writer.envelope(to, from) {
        Ok(envelope) => relay.carries(&envelope).await,
        Err(error) => Err(Failure::lasting(error.to_string())),
    };
    let Err(failure) = tried(own.as_deref()).await else { return };
    let words = failure.words.to_ascii_lowercase();
    if failure.code.is_none() {
        // The connection failed without a reply code; the test email will give more details.
        return;
    }
    if failure.is_temporary() {
        report.warn("relay", format!("it deferred an email to {to}: {failure}"), RETRIED);
    } else if let Some(own) = &own
        && tried(None).await.is_ok()
    {
        let what = format!("it rejects the envelope sender {own}: {failure}");
        report.bad("envelope", what, ENVELOPE);
    } else if failure.step == Some(SmtpStep::From) || words.contains("sender") {
        let from = writer.envelope_from.as_ref().unwrap_or(&writer.from.email);
        report.bad(
            "envelope",
            format!("it rejects email from {from}: {failure}"),
            "Set mail.from to an address that this account is allowed to send from.",
        );
    } else if words.contains("relay") {
        report.bad(
            "relay",
            format!("it rejects email to other domains: {failure}"),
            "Set mail.smtp_username and mail.smtp_password. If the relay is your own Postfix, put \
             permit_mynetworks into smtpd_relay_restrictions and before every \
             reject_unauth_destination (docs/operate/inbound-email.md, 2a).",
        );
    }
}

async fn cure(settings: &RelaySettings, failure: &Failure) -> &'static str {
    let words = failure.words.to_ascii_lowercase();
    match failure.code {
        Some(535 | 534) => {
            "Check mail.smtp_username and mail.smtp_password. Many providers require an app \
             password instead of your normal password."
        }
        Some(530 | 550 | 554) => {
            "Set mail.smtp_username and mail.smtp_password. If they are set, ask the admin of the \
             relay: it does not accept email from this machine."
        }
        _ if words.contains("certificate") && settings.root.is_some() => {
            "Check that mail.smtp_host matches the name in the relay's certificate, and that the \
             file in mail.ca_certificates_file is the authority that signed it."
        }
        _ if words.contains("certificate") => {
            "Check that mail.smtp_host matches the name in the relay's certificate. For a relay \
             with a private certificate, set mail.ca_certificates."
        }
        _ if words.contains("lookup") || words.contains("resolve") || words.contains("dns") => {
            "Check the spelling of mail.smtp_host: the name was not found."
        }
        _ if failure.step == Some(SmtpStep::Encrypt) => {
            "The relay offers no STARTTLS on this port. Set mail.smtp_tls to \"tls\", which uses \
             port 465, or to \"none\" for a relay on this machine."
        }
        _ => {
            let greets = greeting::of(&settings.host, settings.port, b"220").await;
            match (greets, settings.security) {
                (Greeting::Plain, Security::Tls) => {
                    "This port does not use TLS from the start. Set mail.smtp_tls to \"starttls\", \
                     or to \"none\" for a relay on this machine."
                }
                (Greeting::Silent, Security::Starttls | Security::None) => {
                    "The port is open, but sends no plain-text greeting. If it expects TLS from \
                     the start, set mail.smtp_tls to \"tls\"."
                }
                _ => {
                    "Check mail.smtp_host and mail.smtp_port. Many hosting providers block port \
                     25; use 587 with \"starttls\" or 465 with \"tls\"."
                }
            }
        }
    }
}
