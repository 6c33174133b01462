//! The relay: one mail server that takes all letters and passes them on.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;

use super::call::{Call, Patience, Protection, Route};
use super::failure::{Failure, Fate, SmtpStep};

/// Looking whether the relay is there takes no longer, whatever the patience with letters.
const KNOCK: Duration = Duration::from_secs(60);
/// Calls kept for the next letter of a batch.
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
    /// The port that is usual for that protection: 587, 465 or 25.
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
    /// Name and password to sign in with; none where the relay asks for none.
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
    #[error("mail.smtp_tls = \"none\" is only for a relay on this machine, and {0} is not")]
    Unprotected(String),
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] lettre::transport::smtp::Error),
}

/// A relay. A letter has a call for itself; the next letter of a batch may have it after it, when
/// everything on it was answered in order.
pub struct Relay {
    way: Route,
    kept: Mutex<Vec<Call>>,
    words: String,
}

/// A call in which the relay waits for the message of an addressed letter.
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
        let mut call = match self.addressed(envelope).await {
            Ok(call) => call,
            Err((failure, call)) => {
                // A refusal in order: the relay may be left as one leaves.
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
        let kept = self.kept().pop();
        if let Some(mut call) = kept {
            match call.address(envelope).await {
                Ok(()) => return Ok(call),
                // Relays hang up on idle calls, which says nothing about the relay.
                Err(failure) if failure.fate == Fate::Relay => {}
                Err(failure) => return Err((failure, Some(call))),
            }
        }
        let mut call = Call::open(&self.way).await.map_err(|failure| (failure, None))?;
        match call.address(envelope).await {
            Ok(()) => Ok(call),
            Err(failure) => Err((failure, Some(call))),
        }
    }

    /// Leaves the relay, until there are letters again.
    pub(super) fn rest(&self) {
        self.kept().drain(..).for_each(Call::leave);
    }

    /// Connects, encrypts, signs in, and leaves.
    pub async fn probe(&self) -> Result<(), Failure> {
        match tokio::time::timeout(KNOCK, Call::open(&self.way)).await {
            Ok(call) => call.map(Call::leave),
            Err(_) => Err(Failure::broken(SmtpStep::Connect, "no answer in time")),
        }
    }

    /// Asks whether it would take a letter for that envelope, and sends none.
    pub async fn carries(&self, envelope: &Envelope) -> Result<(), Failure> {
        let asked = async {
            let mut call = Call::open(&self.way).await?;
            let answer = call.address(envelope).await;
            call.leave();
            answer
        };
        match tokio::time::timeout(KNOCK, asked).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::broken(SmtpStep::To, "no answer in time")),
        }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<Call>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ready<'_> {
    /// Hands the message over. What the relay said when it had taken it comes back.
    pub(super) async fn hand_over(mut self, message: &[u8]) -> Result<String, Failure> {
        let answer = self.call.text(message).await?;
        let mut kept = self.relay.kept();
        if kept.len() < KEPT {
            kept.push(self.call);
        } else {
            self.call.leave();
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
