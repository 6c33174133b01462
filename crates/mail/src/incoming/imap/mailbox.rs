//! The connection settings of a mailbox.

use std::sync::Arc;

use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName};
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore, crypto};

use ravenpost_config::{Config, Secret, Tls, is_loopback};

/// The address and credentials of a mailbox.
#[derive(Clone)]
pub struct Mailbox {
    pub host: String,
    pub port: u16,
    pub protection: Protection,
    pub name: String,
    pub password: Secret,
    pub folder: String,
}

/// How the connection is encrypted.
#[derive(Clone)]
pub enum Protection {
    /// Not encrypted; only allowed on this machine.
    None,
    /// STARTTLS, which is mandatory.
    Later(Arc<ClientConfig>, ServerName<'static>),
    /// TLS from the start.
    First(Arc<ClientConfig>, ServerName<'static>),
}

/// Invalid mailbox settings.
#[derive(Debug, thiserror::Error)]
pub enum BadMailbox {
    #[error("mail.imap_tls: \"none\" is only allowed on this machine, but {0} is another host")]
    Unprotected(String),
    #[error("mail.imap_host: \"{0}\" is not a host name")]
    Host(String),
    #[error(
        "mail.ca_certificates: {0}; replace the file in mail.ca_certificates_file with the \
         certificate of the authority in PEM format"
    )]
    Authority(String),
    #[error("cannot set up TLS: {0}")]
    Tls(#[from] rustls::Error),
}

impl Mailbox {
    /// Returns the mailbox in the settings; `None` if none is configured.
    pub fn of(config: &Config) -> Result<Option<Mailbox>, BadMailbox> {
        let mail = &config.mail;
        if mail.imap_host.is_empty() {
            return Ok(None);
        }
        let host = mail.imap_host.clone();
        let usual = if mail.imap_tls == Tls::Tls { 993 } else { 143 };
        let protected = || -> Result<_, BadMailbox> {
            let name = ServerName::try_from(host.clone());
            let name = name.map_err(|_: InvalidDnsNameError| BadMailbox::Host(host.clone()))?;
            Ok((client(mail.ca_certificates.expose())?, name))
        };
        let protection = match mail.imap_tls {
            Tls::None if !is_loopback(&host) => return Err(BadMailbox::Unprotected(host)),
            Tls::None => Protection::None,
            Tls::Starttls => protected().map(|(tls, name)| Protection::Later(tls, name))?,
            Tls::Tls => protected().map(|(tls, name)| Protection::First(tls, name))?,
        };
        Ok(Some(Mailbox {
            port: if mail.imap_port == 0 { usual } else { mail.imap_port },
            host,
            protection,
            name: mail.imap_username.clone(),
            password: mail.imap_password.clone(),
            folder: mail.imap_folder.clone(),
        }))
    }

    /// Returns the identifier of the mailbox in the store.
    pub fn key(&self) -> String {
        format!("{}@{}/{}", self.name, self.host, self.folder)
    }

    /// Describes the mailbox for the doctor and the log.
    pub fn words(&self) -> String {
        format!("{} of {} at {}, port {}", self.folder, self.name, self.host, self.port)
    }
}

/// Builds a TLS configuration that trusts the system certificates and the given ones.
fn client(more: &str) -> Result<Arc<ClientConfig>, BadMailbox> {
    let mut roots = RootCertStore::empty();
    // Ignore unreadable system certificates.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    for certificate in CertificateDer::pem_slice_iter(more.as_bytes()) {
        let certificate = certificate.map_err(|why| BadMailbox::Authority(why.to_string()))?;
        roots.add(certificate).map_err(|why| BadMailbox::Authority(why.to_string()))?;
    }
    let ring = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(ring).with_safe_default_protocol_versions()?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}
