//! Builds the sender from the settings.

use chrono::TimeDelta;
use lettre::message::Mailbox;

use super::call::SmtpTimeouts;
use super::dkim::Signer;
use super::message::Writer;
use super::relay::{BadRelay, Relay, RelaySettings, Security};
use super::send_loop::SendLoop;
use super::sender::Now;
use super::transport::Transport;
use ravenpost_config::{Config, Tls, Transport as Way};
use ravenpost_service::Service;
use ravenpost_store::post::outbox::Schedule;

/// Invalid settings in the section `mail`.
#[derive(Debug, thiserror::Error)]
pub enum BadSetup {
    #[error("mail.from: \"{0}\" is not an email address; write Ravenpost <post@example.org>")]
    From(String),
    #[error("mail.envelope_domain: \"{0}\" is not a domain")]
    Envelope(String),
    #[error("mail.dkim_key: {0}; name the file of the key in mail.dkim_key_file")]
    Dkim(String),
    #[error(transparent)]
    Relay(#[from] BadRelay),
}

/// Builds the sender of a service. Reports invalid settings at once instead of at the first
/// delivery.
pub fn sender(config: &Config, service: Service, now: Now) -> Result<SendLoop<Service>, BadSetup> {
    let store = service.store().clone();
    let schedule = Schedule {
        give_up: TimeDelta::from_std(config.mail.give_up_after.0).unwrap_or(TimeDelta::days(5)),
        ..Schedule::default()
    };
    Ok(SendLoop::new(service, store, writer(config)?, transport(config)?, schedule, now))
}

/// Builds the writer: the `From` address, the envelope sender and the signing key.
pub fn writer(config: &Config) -> Result<Writer, BadSetup> {
    let mail = &config.mail;
    let from = from(config)?;
    let domain = from.email.domain().to_owned();
    let envelope_from = match mail.envelope_domain.as_str() {
        "" => None,
        other => {
            let bounces = format!("bounces@{other}").parse();
            Some(bounces.map_err(|_| BadSetup::Envelope(other.to_owned()))?)
        }
    };
    let signer = match signing(config)? {
        Some((selector, domain)) => {
            let pem = mail.dkim_key.expose();
            Some(Signer::new(pem, &domain, &selector).map_err(BadSetup::Dkim)?)
        }
        None => None,
    };
    Ok(Writer { from, domain, envelope_from, signer })
}

/// Parses the `From` address in the settings.
pub fn from(config: &Config) -> Result<Mailbox, BadSetup> {
    let from = &config.mail.from;
    from.parse().map_err(|_| BadSetup::From(from.clone()))
}

/// Returns selector and domain of the DKIM signature, if emails are signed here.
pub fn signing(config: &Config) -> Result<Option<(String, String)>, BadSetup> {
    let mail = &config.mail;
    if mail.dkim_selector.is_empty() || mail.dkim_key.is_empty() {
        return Ok(None);
    }
    let domain = match mail.dkim_domain.as_str() {
        "" => from(config)?.email.domain().to_owned(),
        other => other.to_owned(),
    };
    Ok(Some((mail.dkim_selector.clone(), domain)))
}

/// Builds the transport in the settings.
pub fn transport(config: &Config) -> Result<Transport, BadSetup> {
    Ok(match config.mail.transport {
        Way::Local => Transport::Local,
        Way::Smtp => Transport::Relay(Box::new(Relay::new(&relay(config)?)?)),
    })
}

/// Returns the address and credentials of the relay.
pub fn relay(config: &Config) -> Result<RelaySettings, BadSetup> {
    let mail = &config.mail;
    let security = match mail.smtp_tls {
        Tls::None => Security::None,
        Tls::Starttls => Security::Starttls,
        Tls::Tls => Security::Tls,
    };
    let login = (!mail.smtp_username.is_empty())
        .then(|| (mail.smtp_username.clone(), mail.smtp_password.expose().to_owned()));
    let port = if mail.smtp_port == 0 { security.port() } else { mail.smtp_port };
    let ca = mail.ca_certificates.expose();
    Ok(RelaySettings {
        host: mail.smtp_host.clone(),
        port,
        security,
        login,
        hello: hello(config),
        root: (!ca.is_empty()).then(|| ca.as_bytes().to_vec()),
        timeouts: SmtpTimeouts::default(),
    })
}

/// Returns the host name for EHLO: the configured one, or the host of the base URL. The machine's
/// host name often has no dot, and strict relays refuse that.
fn hello(config: &Config) -> String {
    let mail = &config.mail;
    if !mail.helo_name.is_empty() {
        return mail.helo_name.clone();
    }
    let url = config.base_url();
    let host = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = host.split(['/', ':']).next().unwrap_or_default();
    let named = host.contains('.') && !host.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.'));
    if named { host.to_owned() } else { mail.domain().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relay_gets_a_qualified_host_name() {
        let mut config = Config::default();
        let mut named = |base: &str, hello: &str| {
            config.server.base_url = base.to_owned();
            config.mail.helo_name = hello.to_owned();
            config.mail.from = "Ravenpost <post@raven.example>".to_owned();
            super::hello(&config)
        };
        assert_eq!(named("https://play.example.org:8443/", ""), "play.example.org");
        assert_eq!(named("", ""), "raven.example", "not an address without a name");
        assert_eq!(named("http://ravenbox:8080", ""), "raven.example", "not a bare word");
        assert_eq!(named("https://play.example.org", "mx.example.net"), "mx.example.net");
    }
}
