//! The relay: the mail server that accepts all outgoing emails.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;

use super::call::{Call, Protection, Route, SmtpTimeouts};
use super::failure::{Failure, FailureKind, SmtpStep};

/// The timeout of a probe, regardless of the other timeouts.
const KNOCK: Duration = Duration::from_secs(60);
/// Connections kept open for the next emails of a batch.
const CONNECTIONS: usize = 8;

/// How the connection to the relay is encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Security {
    /// Mandatory STARTTLS.
    Starttls,
    /// TLS from the start.
    Tls,
    /// No encryption; only allowed for a relay on this machine.
    None,
}

impl Security {
    /// Returns the default port: 587, 465 or 25.
    pub fn port(self) -> u16 {
        match self {
            Security::Starttls => 587,
            Security::Tls => 465,
            Security::None => 25,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Security::Starttls => "starttls",
            Security::Tls => "tls",
            Security::None => "no encryption",
        }
    }
}

/// The address and credentials of the relay.
#[derive(Clone)]
pub struct RelaySettings {
    pub host: String,
    pub port: u16,
    pub security: Security,
    /// User name and password; `None` if the relay requires none.
    pub login: Option<(String, String)>,
    /// The host name for EHLO.
    pub hello: String,
    /// Trusted certificates in PEM, in addition to those of the system.
    pub root: Option<Vec<u8>>,
    pub timeouts: SmtpTimeouts,
}

/// Why the relay settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadRelay {
    #[error(
        "mail.smtp_tls: \"none\" is only allowed on this machine, but {0} is another host; use \
         \"starttls\" or \"tls\""
    )]
    Unprotected(String),
    #[error(
        "mail.ca_certificates: {0}; replace the file in mail.ca_certificates_file with the \
         certificate of the authority in PEM format"
    )]
    Authority(lettre::transport::smtp::Error),
    #[error("cannot set up TLS: {0}")]
    Tls(lettre::transport::smtp::Error),
}

/// A relay. Each email has its own connection. A connection whose commands all succeeded is reused
/// for the next email of a batch.
pub struct Relay {
    way: Route,
    idle: Mutex<Vec<Call>>,
    words: String,
}

/// A connection on which the relay is waiting for a message.
pub struct Ready<'a> {
    relay: &'a Relay,
    call: Call,
}

impl Relay {
    pub fn new(settings: &RelaySettings) -> Result<Relay, BadRelay> {
        let RelaySettings { host, port, security, hello, .. } = settings;
        let protection = match security {
            Security::None if !near(host) => return Err(BadRelay::Unprotected(host.clone())),
            Security::None => Protection::None,
            Security::Starttls => Protection::Later(parameters(settings)?),
            Security::Tls => Protection::First(parameters(settings)?),
        };
        let way = Route {
            host: host.clone(),
            port: *port,
            protection,
            login: settings.login.clone().map(|(name, password)| Credentials::new(name, password)),
            hello: ClientId::Domain(hello.clone()),
            timeouts: settings.timeouts,
        };
        let words = format!("relay {host}, port {port}, {}", security.words());
        Ok(Relay { way, idle: Mutex::default(), words })
    }

    pub(super) fn words(&self) -> String {
        self.words.clone()
    }

    /// Sends everything before the message. On success, the relay has accepted sender and recipient
    /// and is waiting for the message.
    pub(super) async fn ready(&self, envelope: &Envelope) -> Result<Ready<'_>, Failure> {
        let mut call = match self.addressed(envelope).await {
            Ok(call) => call,
            Err((failure, call)) => {
                // After a regular refusal, close the connection with QUIT.
                if let Some(call) = call.filter(|_| failure.code.is_some()) {
                    call.leave();
                }
                return Err(failure);
            }
        };
        call.begin().await?;
        Ok(Ready { relay: self, call })
    }

    async fn addressed(&self, envelope: &Envelope) -> Result<Call, (Failure, Option<Call>)> {
        let idle = self.idle().pop();
        if let Some(mut call) = idle {
            match call.address(envelope).await {
                Ok(()) => return Ok(call),
                // Relays close idle connections; that does not mean that the relay is down.
                Err(failure) if failure.failure_kind == FailureKind::Relay => {}
                Err(failure) => return Err((failure, Some(call))),
            }
        }
        let mut call = Call::open(&self.way).await.map_err(|failure| (failure, None))?;
        match call.address(envelope).await {
            Ok(()) => Ok(call),
            Err(failure) => Err((failure, Some(call))),
        }
    }

    /// Closes idle connections until there are emails again.
    pub(super) fn rest(&self) {
        self.idle().drain(..).for_each(Call::leave);
    }

    /// Connects, encrypts, signs in, and disconnects.
    pub async fn probe(&self) -> Result<(), Failure> {
        match tokio::time::timeout(KNOCK, Call::open(&self.way)).await {
            Ok(call) => call.map(Call::leave),
            Err(_) => Err(Failure::broken(SmtpStep::Connect, "no response in time")),
        }
    }

    /// Tests whether the relay would accept an email with this envelope, without sending one.
    pub async fn carries(&self, envelope: &Envelope) -> Result<(), Failure> {
        let asked = async {
            let mut call = Call::open(&self.way).await?;
            let answer = call.address(envelope).await;
            call.leave();
            answer
        };
        match tokio::time::timeout(KNOCK, asked).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::broken(SmtpStep::To, "no response in time")),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Call>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ready<'_> {
    /// Sends the message and returns the relay's reply.
    pub(super) async fn hand_over(mut self, message: &[u8]) -> Result<String, Failure> {
        let answer = self.call.text(message).await?;
        let mut idle = self.relay.idle();
        if idle.len() < CONNECTIONS {
            idle.push(self.call);
        } else {
            self.call.leave();
        }
        Ok(answer)
    }
}

fn parameters(settings: &RelaySettings) -> Result<TlsParameters, BadRelay> {
    let builder = TlsParameters::builder(settings.host.clone());
    let Some(root) = &settings.root else { return builder.build().map_err(BadRelay::Tls) };
    let root = Certificate::from_pem(root).map_err(BadRelay::Authority)?;
    builder.add_root_certificate(root).build().map_err(BadRelay::Authority)
}

/// Returns whether a host is this machine.
pub fn near(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
