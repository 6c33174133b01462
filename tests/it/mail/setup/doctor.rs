//! The mail doctor: its findings for good and bad set-ups, with a fake DNS and a real relay.

use std::collections::BTreeMap;
use std::net::IpAddr;

use ravenpost::config::{Config, Transport};
use ravenpost::mail::doctor::dns::Spf;
use ravenpost::mail::doctor::{Dns, DoctorReport, Finding, Grade, Silence, Visit, examine};
use ravenpost::mail::outgoing::Signer;

use crate::emails::samples::moment;
use crate::mail::outgoing::dkim::key;
use crate::mail::outgoing::smtp::Sink;

/// A fake DNS with preset answers.
#[derive(Clone)]
pub struct FakeDns {
    pub texts: BTreeMap<String, Vec<String>>,
    addresses: BTreeMap<String, Vec<IpAddr>>,
    names: BTreeMap<IpAddr, Vec<String>>,
    pub mail: bool,
    spf: Spf,
    down: bool,
}

impl FakeDns {
    /// A correct set-up for post@raven.example through relay.example.
    pub fn well() -> FakeDns {
        let far: IpAddr = "192.0.2.25".parse().unwrap();
        let text = |name: &str, text: &str| (name.to_owned(), vec![text.to_owned()]);
        FakeDns {
            texts: BTreeMap::from([
                text("raven.example", "v=spf1 ip4:192.0.2.25 -all"),
                text("_dmarc.raven.example", "v=DMARC1; p=quarantine"),
            ]),
            addresses: BTreeMap::from([
                ("localhost".into(), vec!["127.0.0.1".parse().unwrap()]),
                ("relay.example".into(), vec![far]),
            ]),
            names: BTreeMap::from([(far, vec!["relay.example".into()])]),
            mail: true,
            spf: Spf::Pass,
            down: false,
        }
    }

    fn look<K: Ord, V: Clone>(&self, map: &BTreeMap<K, V>, name: &K) -> Result<V, Silence> {
        if self.down {
            return Err(Silence::Unreachable("no name server".into()));
        }
        map.get(name).cloned().ok_or(Silence::Nothing)
    }
}

impl Dns for FakeDns {
    async fn texts(&self, name: &str) -> Result<Vec<String>, Silence> {
        self.look(&self.texts, &name.to_owned())
    }

    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Silence> {
        self.look(&self.addresses, &host.to_owned())
    }

    async fn names(&self, address: IpAddr) -> Result<Vec<String>, Silence> {
        self.look(&self.names, &address)
    }

    async fn takes_mail(&self, _domain: &str) -> Result<bool, Silence> {
        if self.down { Err(Silence::Unreachable("no name server".into())) } else { Ok(self.mail) }
    }

    async fn spf(&self, _from: IpAddr, _sender: &str) -> Spf {
        self.spf
    }
}

fn config(folder: &std::path::Path) -> Config {
    let mut config = Config::default();
    config.server.base_url = "https://raven.example".into();
    config.server.trusted_proxies = vec!["127.0.0.1".into()];
    config.data.dir = folder.display().to_string();
    config.mail.transport = Transport::Smtp;
    config.mail.smtp_host = "relay.example".into();
    config.mail.from = "Ravenpost <post@raven.example>".into();
    config
}

/// A configuration that sends through a mail server on this machine.
fn by(sink: &Sink, folder: &std::path::Path) -> Config {
    let mut config = config(folder);
    config.mail.smtp_host = "localhost".into();
    config.mail.smtp_port = sink.port;
    config.mail.smtp_tls = ravenpost::config::Tls::None;
    config
}

async fn examined(config: &Config, dns: &FakeDns, to: Option<&str>) -> DoctorReport {
    let now = moment("2025-11-20T09:00:00Z");
    let patience = std::time::Duration::from_secs(5);
    examine(&Visit { config, to, now, store: None, patience, files: Vec::new() }, dns).await
}

pub(in crate::mail) fn about<'r>(report: &'r DoctorReport, about: &str) -> Vec<&'r Finding> {
    report.findings.iter().filter(|finding| finding.about == about).collect()
}

/// Asserts the single finding about `what`: its grade, and that its text contains `words`.
pub(in crate::mail) fn only(report: &DoctorReport, what: &str, grade: Grade, words: &str) {
    let found = about(report, what);
    assert_eq!(found.len(), 1, "about {what} in\n{report}");
    assert_eq!(found[0].grade, grade, "about {what} in\n{report}");
    let said = format!("{} {}", found[0].what, found[0].cure);
    assert!(said.contains(words), "{words:?} is not in {said:?}");
    let needs_cure = grade > Grade::Note;
    assert!(!needs_cure || !found[0].cure.is_empty(), "{what} is bad and nothing is advised");
}

#[tokio::test]
async fn server_without_mail_passes() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config { mail: Default::default(), ..config(folder.path()) };
    config.server.base_url = "http://127.0.0.1:8080".into();
    let report = examined(&config, &FakeDns::well(), None).await;
    assert!(report.is_well(), "{report}");
    let text = report.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("emails are stored in the local outbox at http://127.0.0.1:8080/outbox"));
    assert!(text.ends_with("No problems found."), "{text}");

    let report = examined(&config, &FakeDns::well(), Some("ann@good.example")).await;
    only(&report, "test", Grade::Bad, "ann@good.example");
}

/// The configuration lacks the trusted proxy and a mail transport.
#[tokio::test]
async fn local_only_settings_cause_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config { mail: Default::default(), ..config(folder.path()) };
    config.server.trusted_proxies = Vec::new();
    let report = examined(&config, &FakeDns::well(), None).await;
    only(&report, "proxy", Grade::Warning, "share one network address");
    only(&report, "outbox", Grade::Warning, "http://127.0.0.1:8080/outbox");
    assert!(!report.to_string().contains("No problems found"), "{report}");
    config.server.bind = "0.0.0.0:8080".into();
    let report = examined(&config, &FakeDns::well(), None).await;
    only(&report, "settings", Grade::Bad, "the server does not start");
}

#[tokio::test]
async fn working_relay_accepts_a_test_email() {
    let (folder, sink) = (tempfile::tempdir().unwrap(), Sink::new(&[]));
    let config = by(&sink, folder.path());
    let report = examined(&config, &FakeDns::well(), Some("ann@good.example")).await;
    assert!(report.is_well(), "{report}");
    only(&report, "relay", Grade::Good, "localhost");
    only(&report, "spf", Grade::Note, "must include its public address");
    only(&report, "dkim", Grade::Note, "not signed here");
    only(&report, "dmarc", Grade::Good, "p=quarantine");
    only(&report, "bounces", Grade::Good, "raven.example");
    let taken = sink.taken();
    assert_eq!(taken[0].0["to"][0], "ann@good.example");
    let message = String::from_utf8(taken[0].1.clone()).unwrap();
    assert!(message.contains("This is a test email."), "{message}");
    assert!(message.contains("Auto-Submitted: auto-generated"));

    let report = examined(&config, &FakeDns::well(), Some("no@good.example")).await;
    only(&report, "test", Grade::Bad, "no such mailbox");
}

#[tokio::test]
async fn unreachable_relay_fails() {
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut config = config(folder.path());
    config.mail.smtp_host = "127.0.0.1".into();
    config.mail.smtp_port = port;
    config.mail.smtp_tls = ravenpost::config::Tls::None;
    let mut dns = FakeDns::well();
    dns.addresses.insert("127.0.0.1".into(), vec!["127.0.0.1".parse().unwrap()]);
    let report = examined(&config, &dns, Some("ann@good.example")).await;
    assert!(!report.is_well());
    only(&report, "relay", Grade::Bad, "mail.smtp_port");
    only(&report, "test", Grade::Bad, "Fix the connection to the relay first.");
}

#[tokio::test]
async fn rejected_password_is_distinguished() {
    let folder = tempfile::tempdir().unwrap();
    let sink = Sink::new(&["--login", "raven:secret"]);
    let mut config = by(&sink, folder.path());
    config.mail.smtp_username = "raven".into();
    config.mail.smtp_password = "guess".into();
    let report = examined(&config, &FakeDns::well(), None).await;
    only(&report, "relay", Grade::Bad, "Check mail.smtp_username and mail.smtp_password");
}

#[tokio::test]
async fn invalid_settings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::default();
    config.data.dir = folder.path().join("not-yet").display().to_string();
    config.server.base_url = "http://raven.example".into();
    let report = examined(&config, &FakeDns::well(), None).await;
    only(&report, "address", Grade::Bad, "https://");
    only(&report, "data", Grade::Note, "created at the first start");

    config.server.base_url = "http://127.0.0.1:8080".into();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    config.data.dir = file.display().to_string();
    config.mail.from = "nobody".into();
    let report = examined(&config, &FakeDns::well(), None).await;
    only(&report, "address", Grade::Note, "only works on this machine");
    only(&report, "data", Grade::Bad, "is not writable");
    assert!(about(&report, "settings").iter().any(|finding| finding.what.contains("nobody")));
    assert!(!report.is_well());
}

/// Findings about DNS are reported even if the relay cannot be reached.
#[tokio::test]
async fn dns_records_are_checked_and_explained() {
    let folder = tempfile::tempdir().unwrap();
    let sink = Sink::new(&[]);
    let mut config = by(&sink, folder.path());
    let far: IpAddr = "192.0.2.25".parse().unwrap();
    let mut dns = FakeDns::well();
    dns.addresses.insert("localhost".into(), vec![far]);
    dns.addresses.insert("relay.example".into(), vec![far]);
    let well = dns.clone();
    let report = examined(&config, &dns, None).await;
    only(&report, "spf", Grade::Good, "allows the relay to send");
    only(&report, "reverse", Grade::Good, "relay.example");

    dns.spf = Spf::Fail;
    dns.names.clear();
    dns.mail = false;
    dns.texts.remove("_dmarc.raven.example");
    let report = examined(&config, &dns, None).await;
    only(&report, "spf", Grade::Warning, "192.0.2.25");
    only(&report, "reverse", Grade::Warning, "has no reverse DNS name");
    only(&report, "bounces", Grade::Warning, "does not accept email");
    only(&report, "dmarc", Grade::Warning, "v=DMARC1; p=none");
    assert!(report.is_well() && report.to_string().contains("It works. Fix the warnings"));

    dns = well.clone();
    let spf = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    dns.texts.insert("raven.example".into(), spf(&["v=spf1 -all", "v=spf1 mx -all"]));
    dns.names.insert(far, vec!["elsewhere.example".into()]);
    let report = examined(&config, &dns, None).await;
    only(&report, "spf", Grade::Bad, "more than one");
    only(&report, "reverse", Grade::Warning, "but elsewhere.example does not resolve");
    dns.texts.insert("raven.example".into(), spf(&["site=1"]));
    only(&examined(&config, &dns, None).await, "spf", Grade::Warning, "has no SPF record");
    dns.texts.insert("raven.example".into(), spf(&["v=spf1 +all"]));
    let report = examined(&config, &dns, None).await;
    assert!(about(&report, "spf")[0].what.contains("allows anyone to send"), "{report}");

    dns = well;
    dns.down = true;
    let report = examined(&config, &dns, None).await;
    only(&report, "spf", Grade::Warning, "the DNS lookup failed");
    assert!(report.is_well(), "a DNS that is away is no fault of the set-up");

    config.mail.from = "Ravenpost <ravenpost@localhost>".into();
    only(&examined(&config, &dns, None).await, "from", Grade::Bad, "Set mail.from");
}

#[tokio::test]
async fn dkim_record_is_compared_with_the_key() {
    let (folder, sink) = (tempfile::tempdir().unwrap(), Sink::new(&[]));
    let pem = key(&["genrsa", "2048"]);
    let mut config = by(&sink, folder.path());
    config.mail.dkim_selector = "post".into();
    config.mail.dkim_key = pem.as_str().into();
    let name = "post._domainkey.raven.example".to_owned();
    let record = Signer::record(&pem).unwrap();
    let mut dns = FakeDns::well();
    let report = examined(&config, &dns, None).await;
    // The record to publish is split into strings that DNS servers accept.
    only(&report, "dkim", Grade::Bad, &format!("\"{}\" \"", &record[..255]));
    only(&report, "dkim", Grade::Bad, &format!("\"{}\"", &record[255..]));

    // Long records are often split into pieces with spaces between them.
    let (head, tail) = record.split_at(100);
    dns.texts.insert(name.clone(), vec![format!("{head} {tail}")]);
    only(&examined(&config, &dns, None).await, "dkim", Grade::Good, "matches the key");

    let other = Signer::record(&key(&["genrsa", "2048"])).unwrap();
    dns.texts.insert(name, vec![other]);
    only(&examined(&config, &dns, None).await, "dkim", Grade::Bad, "a different key");

    config.mail.dkim_key = "no key".into();
    let report = examined(&config, &dns, None).await;
    assert!(!report.is_well());
    assert!(report.to_string().contains("mail.dkim_key"), "{report}");
}
