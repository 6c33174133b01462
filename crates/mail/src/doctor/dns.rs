//! DNS lookups, behind a trait so that tests can supply the answers.

use std::future::Future;
use std::net::IpAddr;

use mail_auth::hickory_resolver::net::{DnsError, NetError};
use mail_auth::hickory_resolver::proto::op::ResponseCode;
use mail_auth::hickory_resolver::proto::rr::{Name, RData};
use mail_auth::spf::verify::SpfParameters;
use mail_auth::{MessageAuthenticator, SpfResult};

/// Why a lookup returned no records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Silence {
    Nothing,
    /// The lookup failed.
    Unreachable(String),
}

/// The result of an SPF check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spf {
    Pass,
    /// The domain does not say whether the address may send for it.
    Neutral,
    Fail,
    /// The record is malformed or could not be evaluated.
    Broken,
}

/// A DNS resolver.
pub trait Dns: Sync {
    /// Returns the TXT records of a name, with the strings of each record joined.
    fn texts(&self, name: &str) -> impl Future<Output = Result<Vec<String>, Silence>> + Send;
    fn addresses(&self, host: &str) -> impl Future<Output = Result<Vec<IpAddr>, Silence>> + Send;
    /// Returns the PTR names of an address, without the trailing dot.
    fn names(&self, address: IpAddr) -> impl Future<Output = Result<Vec<String>, Silence>> + Send;
    /// Returns whether the domain can receive email.
    fn takes_mail(&self, domain: &str) -> impl Future<Output = Result<bool, Silence>> + Send;
    /// Checks whether SPF allows the address to send for the domain of `sender`.
    fn spf(&self, from: IpAddr, sender: &str) -> impl Future<Output = Spf> + Send;
}

/// The system resolver.
pub struct Resolver(MessageAuthenticator);

impl Resolver {
    pub fn new() -> Result<Resolver, String> {
        let asker = MessageAuthenticator::new_system_conf();
        asker.map(Resolver).map_err(|error| format!("cannot set up DNS lookups: {error}"))
    }
}

impl Dns for Resolver {
    async fn texts(&self, name: &str) -> Result<Vec<String>, Silence> {
        let name = Name::from_utf8(name).map_err(|_| Silence::Nothing)?;
        let found = self.0.resolver().txt_lookup(name).await.map_err(|error| silence(&error))?;
        let texts = found.answers().iter().filter_map(|record| match &record.data {
            RData::TXT(text) => {
                let whole: Vec<u8> = text.txt_data.iter().flat_map(|part| part.to_vec()).collect();
                Some(String::from_utf8_lossy(&whole).into_owned())
            }
            _ => None,
        });
        Ok(texts.collect())
    }

    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Silence> {
        if let Ok(address) = host.parse() {
            return Ok(vec![address]);
        }
        let found = self.0.resolver().lookup_ip(host).await.map_err(|error| silence(&error))?;
        Ok(found.iter().collect())
    }

    async fn names(&self, address: IpAddr) -> Result<Vec<String>, Silence> {
        let found = self.0.resolver().reverse_lookup(address).await;
        let found = found.map_err(|error| silence(&error))?;
        let names = found.answers().iter().filter_map(|record| match &record.data {
            RData::PTR(name) => Some(name.to_utf8().trim_end_matches('.').to_lowercase()),
            _ => None,
        });
        Ok(names.collect())
    }

    async fn takes_mail(&self, domain: &str) -> Result<bool, Silence> {
        match self.0.resolver().mx_lookup(domain).await.map_err(|error| silence(&error)) {
            Ok(found) => Ok(found
                .answers()
                .iter()
                .any(|record| matches!(&record.data, RData::MX(mx) if !mx.exchange.is_root()))),
            // Without an MX record, email goes to the address of the domain itself.
            Err(Silence::Nothing) => Ok(self.addresses(domain).await.is_ok()),
            Err(silence) => Err(silence),
        }
    }

    async fn spf(&self, from: IpAddr, sender: &str) -> Spf {
        let domain = sender.rsplit('@').next().unwrap_or(sender);
        let asked = SpfParameters::verify_mail_from(from, domain, domain, sender);
        match self.0.verify_spf(asked).await.result() {
            SpfResult::Pass => Spf::Pass,
            SpfResult::Fail | SpfResult::SoftFail => Spf::Fail,
            SpfResult::Neutral | SpfResult::None => Spf::Neutral,
            SpfResult::TempError | SpfResult::PermError => Spf::Broken,
        }
    }
}

/// Distinguishes a missing record from a failed lookup.
fn silence(error: &NetError) -> Silence {
    match error {
        NetError::Dns(DnsError::NoRecordsFound(none))
            if matches!(none.response_code, ResponseCode::NoError | ResponseCode::NXDomain) =>
        {
            Silence::Nothing
        }
        other => Silence::Unreachable(other.to_string()),
    }
}
