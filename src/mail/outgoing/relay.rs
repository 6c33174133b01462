//! The relay: one mail server that takes all letters and passes them on.

use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::failure::Failure;

/// No single answer may take longer.
const PATIENCE: Duration = Duration::from_secs(60);
/// No letter may take longer altogether.
const WHOLE: Duration = Duration::from_secs(240);

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
    /// What we call ourselves; the machine's own name unless set.
    pub hello: Option<String>,
    /// A certificate in PEM that is trusted besides the machine's own.
    pub root: Option<Vec<u8>>,
}

/// Why a relay cannot be used as configured.
#[derive(Debug, thiserror::Error)]
pub enum BadRelay {
    #[error("mail.tls = \"none\" is only for a relay on this machine, and {0} is not")]
    Unprotected(String),
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] lettre::transport::smtp::Error),
}

/// A relay, with a few connections that are kept for seconds.
pub struct Relay {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    words: String,
}

impl Relay {
    pub fn new(settings: &RelaySettings) -> Result<Relay, BadRelay> {
        let RelaySettings { host, port, security, .. } = settings;
        let tls = match security {
            Security::None if !near(host) => return Err(BadRelay::Unprotected(host.clone())),
            Security::None => Tls::None,
            Security::Starttls => Tls::Required(parameters(settings)?),
            Security::Tls => Tls::Wrapper(parameters(settings)?),
        };
        // Relays hang up on idle connections, and the pool would not notice.
        let pool = PoolConfig::new().max_size(4).idle_timeout(Duration::from_secs(5));
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(*port)
            .tls(tls)
            .timeout(Some(PATIENCE))
            .pool_config(pool);
        if let Some((name, password)) = &settings.login {
            builder = builder.credentials(Credentials::new(name.clone(), password.clone()));
        }
        if let Some(hello) = &settings.hello {
            builder = builder.hello_name(ClientId::Domain(hello.clone()));
        }
        let words = format!("relay {host}, port {port}, {}", security.words());
        Ok(Relay { transport: builder.build(), words })
    }

    pub(super) fn words(&self) -> String {
        self.words.clone()
    }

    /// Hands one message over.
    pub(super) async fn send(
        &self,
        envelope: &Envelope,
        message: &[u8],
    ) -> Result<String, Failure> {
        let sending = self.transport.send_raw(envelope, message);
        let error = match tokio::time::timeout(WHOLE, sending).await {
            Ok(Ok(response)) => {
                return Ok(response.first_line().unwrap_or("taken").to_owned());
            }
            Ok(Err(error)) => Failure::of(&error),
            Err(_) => Failure::passing("the relay took too long"),
        };
        // A relay that turns everybody away at the door has said nothing about this letter.
        if error.permanent && self.knock().await.is_err() {
            return Err(Failure { permanent: false, ..error });
        }
        Err(error)
    }

    /// Connects, encrypts, signs in, and leaves.
    pub async fn knock(&self) -> Result<(), Failure> {
        match tokio::time::timeout(PATIENCE, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(Failure::passing("the relay does not answer as expected")),
            Ok(Err(error)) => Err(Failure::of(&error)),
            Err(_) => Err(Failure::passing("the relay took too long")),
        }
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
