//! The relay: one mail server that takes all letters and passes them on.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;

use super::failure::{Failure, Fate, Step};
use super::line::{Line, Patience, Protection, Way};

/// Looking whether the relay is there takes no longer, whatever the patience with letters.
const KNOCK: Duration = Duration::from_secs(60);
/// Lines kept for the next letter of a batch.
const KEPT: usize = 8;

/// How the way to the relay is kept from others' eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Security {
    /// Plain at first, then TLS or nothing.
    Starttls,
    /// TLS from the first byte.
    Tls,
    /// Never; only for a relay on this very machine.
    None,
}

impl Security {
    /// The usual port.
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

/// Where the relay is and how to sign in.
#[derive(Clone)]
pub struct RelaySettings {
    pub host: String,
    pub port: u16,
    pub security: Security,
    /// Name and password.
    pub login: Option<(String, String)>,
    /// What we call ourselves.
    pub hello: String,
    /// Certificates in PEM that are trusted besides the machine's own.
    pub root: Option<Vec<u8>>,
    pub patience: Patience,
}

/// Why a relay cannot be used as configured.
#[derive(Debug, thiserror::Error)]
pub enum BadRelay {
    #[error("mail.tls = \"none\" is only for a relay on this machine, and {0} is not")]
    Unprotected(String),
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] lettre::transport::smtp::Error),
}

/// A relay. A letter has a line for itself; the next letter of a batch may have it after it, when
/// everything on it was answered in order.
pub struct Relay {
    way: Way,
    kept: Mutex<Vec<Line>>,
    words: String,
}

/// A line on which the relay waits for the message of an addressed letter.
pub struct Ready<'a> {
    relay: &'a Relay,
    line: Line,
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
        let way = Way {
            host: host.clone(),
            port: *port,
            protection,
            login: settings.login.clone().map(|(name, password)| Credentials::new(name, password)),
            hello: ClientId::Domain(hello.clone()),
            patience: settings.patience,
        };
        let words = format!("relay {host}, port {port}, {}", security.words());
        Ok(Relay { way, kept: Mutex::default(), words })
    }

    pub(super) fn words(&self) -> String {
        self.words.clone()
    }

    /// Goes as far with a letter as one can without its text: when this comes back, the relay
    /// has taken sender and recipient and waits for the message.
    pub(super) async fn ready(&self, envelope: &Envelope) -> Result<Ready<'_>, Failure> {
        let mut line = match self.addressed(envelope).await {
            Ok(line) => line,
            Err((failure, line)) => {
                // A refusal in order: the relay may be left as one leaves.
                if let Some(line) = line.filter(|_| failure.code.is_some()) {
                    line.leave();
                }
                return Err(failure);
            }
        };
        line.begin().await?;
        Ok(Ready { relay: self, line })
    }

    async fn addressed(&self, envelope: &Envelope) -> Result<Line, (Failure, Option<Line>)> {
        let kept = self.kept().pop();
        if let Some(mut line) = kept {
            match line.address(envelope).await {
                Ok(()) => return Ok(line),
                // Relays hang up on idle lines, which says nothing about the relay.
                Err(failure) if failure.fate == Fate::Relay => {}
                Err(failure) => return Err((failure, Some(line))),
            }
        }
        let mut line = Line::open(&self.way).await.map_err(|failure| (failure, None))?;
        match line.address(envelope).await {
            Ok(()) => Ok(line),
            Err(failure) => Err((failure, Some(line))),
        }
    }

    /// Leaves the relay, until there are letters again.
    pub(super) fn rest(&self) {
        self.kept().drain(..).for_each(Line::leave);
    }

    /// Connects, encrypts, signs in, and leaves.
    pub async fn knock(&self) -> Result<(), Failure> {
        match tokio::time::timeout(KNOCK, Line::open(&self.way)).await {
            Ok(line) => line.map(Line::leave),
            Err(_) => Err(Failure::broken(Step::Connect, "no answer in time")),
        }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<Line>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ready<'_> {
    /// Hands the message over. What the relay said when it had taken it comes back.
    pub(super) async fn hand_over(mut self, message: &[u8]) -> Result<String, Failure> {
        let answer = self.line.text(message).await?;
        let mut kept = self.relay.kept();
        if kept.len() < KEPT {
            kept.push(self.line);
        } else {
            self.line.leave();
        }
        Ok(answer)
    }
}

fn parameters(settings: &RelaySettings) -> Result<TlsParameters, BadRelay> {
    let mut builder = TlsParameters::builder(settings.host.clone());
    if let Some(root) = &settings.root {
        builder = builder.add_root_certificate(Certificate::from_pem(root)?);
    }
    Ok(builder.build()?)
}

/// Whether a host is this machine.
pub fn near(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
