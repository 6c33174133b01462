//! Follows the guide (`docs/operate/inbound-email.md`) word for word. The lines of 2a and 2b go
//! into a Postfix that also hosts another domain and its users, as is common for self-hosters.
//! Those of 2c go into the settings for a Dovecot mailbox. The instructions of an earlier edition
//! are tried as well, and the doctor must report them.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use ravenpost::config::{Config, Sources, Tls, Transport};
use ravenpost::mail::doctor::{DoctorReport, Grade, Visit, examine};
use ravenpost::mail::incoming::imap::Mailbox;
use ravenpost::mail::incoming::listener::Protocol;
use ravenpost::mail::incoming::misconfigurations::{Mistake, Mistakes};
use ravenpost::mail::incoming::spool::Spool;
use tempfile::TempDir;

use crate::mail::incoming::dovecot::{Dovecot, run};
use crate::mail::incoming::imap::WatchedMailbox;
use crate::mail::incoming::listener::SmtpClient;
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::playing::replies::{ByMail, answered};
use crate::mail::setup::doctor::{FakeDns, about};
use crate::mail::until;

/// The Postfix configuration before the guide is applied: a domain of its own with local users.
const BEFORE: &str = "\
compatibility_level = 3.6
queue_directory = @HERE@/queue
data_directory = @HERE@/data
maillog_file = @HERE@/log
maillog_file_prefixes = @HERE@
myhostname = mx.people.example
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
disable_dns_lookups = yes
smtpd_peername_lookup = no
alias_maps =
alias_database =
default_transport = discard:
address_verify_map =
virtual_mailbox_domains = people.example
virtual_mailbox_base = @HERE@/boxes
virtual_mailbox_maps = inline:{ bob@people.example=bob/ }
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 1
";

const MASTER: &str = "\
127.0.0.1:@PORT@ inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
lmtp unix - - n - - lmtp
virtual unix - n n - - virtual
discard unix - - n - - discard
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
";

/// The LMTP settings in the earlier edition.
const EARLIER: &str = "\
virtual_mailbox_domains = people.example, reply.raven.example
virtual_transport = lmtp:inet:127.0.0.1:2424
smtpd_recipient_restrictions = reject_unauth_destination, reject_unverified_recipient
unverified_recipient_reject_code = 550
";

/// The lines to copy from a section that begin with one of these words.
fn lines(section: &str, begins: &[&str]) -> String {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operate/inbound-email.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let (_, rest) = guide.split_once(&format!("## {section}.")).expect("the section");
    let rest = rest.split("\n## ").next().expect("its text");
    let (mut out, mut within) = (String::new(), false);
    for line in rest.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            within = false;
            continue;
        };
        let indented = line.starts_with(' ');
        within = begins.iter().any(|begin| line.starts_with(begin)) || within && indented;
        if within {
            out.push_str(line);
            out.push('\n');
        }
    }
    assert!(!out.is_empty(), "{section}: no such lines");
    out.replace("reply.example.org", "reply.raven.example")
}

/// The mail server.
struct Host {
    folder: TempDir,
    port: u16,
}

impl Host {
    fn start(main: &str, master: &str) -> Host {
        let folder = tempfile::tempdir().expect("a folder");
        let socket = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = socket.local_addr().expect("an address").port();
        drop(socket);
        let host = Host { folder, port };
        fs::set_permissions(host.folder.path(), Permissions::from_mode(0o755)).expect("ours");
        for (room, owner) in [
            ("conf", "root"),
            ("queue", "root"),
            ("data", "postfix"),
            ("boxes", "nobody"),
            ("raven", "nobody"),
        ] {
            fs::create_dir(host.at(room)).expect("a room");
            run(Command::new("chown").arg(owner).arg(host.at(room)));
        }
        let program = Path::new(env!("CARGO_BIN_EXE_ravenpost"));
        let here = host.at("ravenpost");
        fs::hard_link(program, &here).or_else(|_| fs::copy(program, &here).map(drop)).expect("it");
        let settings = format!(
            "[data]\ndir = \"{}\"\n\n[mail]\nreply_domain = \"reply.raven.example\"\n",
            host.at("raven").display()
        );
        fs::write(host.at("ravenpost.toml"), settings).expect("settings");
        let own = |text: &str| {
            let text = text.replace("@HERE@", &host.folder.path().to_string_lossy());
            let text = text.replace("user=ravenpost", "user=nobody");
            let text = text.replace("/usr/local/bin/ravenpost", &here.to_string_lossy());
            text.replace("/etc/ravenpost", &host.folder.path().to_string_lossy())
                .replace("@PORT@", &port.to_string())
        };
        fs::write(host.at("conf/main.cf"), own(&format!("{BEFORE}{main}"))).expect("a file");
        fs::write(host.at("conf/master.cf"), own(&format!("{MASTER}{master}"))).expect("a file");
        host.told("start");
        host
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn told(&self, what: &str) {
        run(Command::new("/usr/sbin/postfix").arg("-c").arg(self.at("conf")).arg(what));
    }

    fn log(&self) -> String {
        fs::read_to_string(self.at("log")).unwrap_or_default()
    }

    /// Returns the response to the recipient or, if that was accepted, to the message.
    async fn brings(&self, from: &str, to: &str) -> String {
        let mut client = SmtpClient::meets(self.port).await;
        client.hears().await;
        client.says("EHLO near.example\r\n").await;
        client.says(&format!("MAIL FROM:<{from}>\r\n")).await;
        let mut heard = String::new();
        for _ in 0..20 {
            heard = client.says(&format!("RCPT TO:<{to}>\r\n")).await;
            if !heard.starts_with("450 ") {
                break;
            }
        }
        if heard.starts_with("250 ") {
            client.says("DATA\r\n").await;
            let email = format!("From: {from}\r\nTo: {to}\r\nSubject: x\r\n\r\n1\r\n.\r\n");
            heard = client.says(&email).await;
        }
        heard
    }

    fn in_box(&self, name: &str) -> usize {
        fs::read_dir(self.at("boxes").join(name).join("new")).map_or(0, Iterator::count)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let conf = self.at("conf");
        let _ = Command::new("/usr/sbin/postfix").arg("-c").arg(conf).arg("stop").output();
    }
}

/// The doctor's report for a set-up that sends through that server.
async fn report(host: &Host, folder: &Path) -> DoctorReport {
    let mut config = Config::default();
    config.server.base_url = "https://raven.example".into();
    config.data.dir = folder.display().to_string();
    let mail = &mut config.mail;
    (mail.transport, mail.smtp_tls) = (Transport::Smtp, Tls::None);
    (mail.smtp_host, mail.smtp_port) = ("localhost".into(), host.port);
    mail.from = "Ravenpost <post@raven.example>".into();
    mail.reply_domain = "reply.raven.example".into();
    let patience = Duration::from_secs(2);
    let now = chrono::Utc::now();
    let visit = Visit { config: &config, to: None, now, store: None, patience, files: Vec::new() };
    examine(&visit, &FakeDns::well()).await
}

fn is_bad(report: &DoctorReport, what: &str, words: &str) -> bool {
    let found = about(report, what);
    found.iter().any(|one| one.grade >= Grade::Warning && one.what.contains(words))
}

/// The Reply-To address of an email.
fn reply_to(emails: &[(String, crate::mail::playing::replies::ReceivedEmail)]) -> String {
    only(&fields(&emails[0].1.message), "Reply-To").trim().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn lmtp_setup_of_the_guide_leaves_other_mail_alone() {
    let table = ByMail::new("gotlandia").await;
    let open = table.listening(Protocol::Lmtp).await;
    let settings = ["relay_domains", "transport_maps", "smtpd_", "unverified_"];
    let main =
        lines("2a", &settings).replace("127.0.0.1:2424", &format!("127.0.0.1:{}", open.port));
    assert_eq!(main.lines().count(), 4, "{main}");
    let host = Host::start(&main, "");
    let to = reply_to(&table.emails().await);
    for (from, to) in [
        ("cy@elsewhere.example", "bob@people.example"),
        ("bob@people.example", "cy@elsewhere.example"),
        ("ann@example.org", to.as_str()),
    ] {
        let heard = host.brings(from, to).await;
        assert!(heard.starts_with("250 "), "{to}: {heard}\n{}", host.log());
    }
    until(async || host.in_box("bob") == 1).await;
    until(async || table.spool().waiting().expect("a list").len() == 1).await;
    let nobody = format!("o-{}@reply.raven.example", "a".repeat(26));
    let heard = host.brings("ann@example.org", &nobody).await;
    assert!(heard.starts_with("550 5.1.1"), "{heard}");
    let report = report(&host, host.folder.path()).await;
    assert!(!is_bad(&report, "relay", "other domains"), "{report}");
    assert!(!is_bad(&report, "domains", ""), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_detects_the_set_up_of_an_earlier_guide() {
    let table = ByMail::new("gotlandia").await;
    let open = table.listening(Protocol::Lmtp).await;
    let main = EARLIER.replace("127.0.0.1:2424", &format!("127.0.0.1:{}", open.port));
    let host = Host::start(&main, "");
    let heard = host.brings("bob@people.example", "cy@elsewhere.example").await;
    assert!(heard.starts_with("554 "), "emails out were refused: {heard}");
    let heard = host.brings("cy@elsewhere.example", "bob@people.example").await;
    assert!(heard.starts_with("550 "), "and bob had no mail: {heard}");
    let seen = Mistakes::of_spool(&table.spool());
    until(async || seen.seen(Mistake::Foreign, std::time::SystemTime::now()).is_some()).await;
    // The doctor looks next to the spool folder.
    let data = table.spool_folder();
    let report = report(&host, data.parent().expect("a folder")).await;
    assert!(is_bad(&report, "relay", "other domains"), "{report}");
    assert!(is_bad(&report, "domains", "people.example"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pipe_setup_of_the_guide_leaves_other_domains_alone() {
    let main = lines("2b", &["relay_domains", "transport_maps", "ravenpost_destination"]);
    let master = lines("2b", &["ravenpost unix"]);
    assert_eq!((main.lines().count(), master.lines().count()), (3, 3), "{main}{master}");
    let host = Host::start(&main, &master);
    let key = format!("o-{}@reply.raven.example", "b".repeat(26));
    for (from, to) in [
        ("cy@elsewhere.example", "bob@people.example"),
        ("bob@people.example", "cy@elsewhere.example"),
        ("", key.as_str()),
    ] {
        let heard = host.brings(from, to).await;
        assert!(heard.starts_with("250 "), "{to}: {heard}\n{}", host.log());
    }
    let spool = Spool::at(host.at("raven").join("incoming"));
    until(async || spool.waiting().is_ok_and(|emails| emails.len() == 1)).await;
    until(async || host.in_box("bob") == 1).await;
    let email = spool.read(&spool.waiting().expect("a list")[0]).expect("its bytes");
    let text = String::from_utf8_lossy(&email).into_owned();
    assert!(text.contains("Return-Path: <>"), "{text}");
    assert!(!text.contains("MAILER-DAEMON"), "{text}");
}

/// A provider's mailbox: the guide's settings suffice, except for the host, which is a test server.
#[tokio::test(flavor = "multi_thread")]
async fn mailbox_setup_of_the_guide_works_without_changes() {
    let dovecot = Dovecot::new().await;
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let own = lines("2c", &["[mail]", "reply_", "imap_"]);
    assert_eq!(own.lines().count(), 6, "{own}");
    let own = own.replace("imap.example.net", "localhost").replace("/etc/ravenpost", &at(""));
    let (port, authority) = (dovecot.tls(), dovecot.authority());
    let own = format!("{own}imap_port = {port}\nca_certificates_file = \"{authority}\"\n");
    fs::write(at("settings.toml"), own).expect("settings");
    fs::write(at("imap-password"), "secret\n").expect("a password");
    let sources = Sources { file: Some(at("settings.toml").into()), ..Sources::default() };
    let config = sources.load().expect("good settings");
    let mailbox = Mailbox::of(&config).expect("good settings").expect("a mailbox");
    let table = ByMail::in_mailbox("gotlandia", &config.mail).await;
    let (who, turn) = table.turn().await;
    let to = only(&fields(&turn.message), "Reply-To").trim().to_owned();
    assert!(to.starts_with("raven+o-") && to.ends_with("@example.org"), "{to}");
    dovecot.put("From: cy@elsewhere.example\nSubject: of long ago\n\nHello\n");
    let watched = WatchedMailbox::for_service(&table.app.service, mailbox);
    watched.imap.look().await.expect("it can be read");
    let before = table.version().await;
    dovecot.put(&answered(&who, &turn, "1").1);
    until(async || table.round().await == 1).await;
    assert!(table.version().await > before, "the order was taken");
    let flags = dovecot.emails();
    assert_eq!(flags.len(), 2, "nothing is moved or deleted: {flags:?}");
    assert!(flags.iter().all(|name| !name.contains('S')), "nothing is marked as read: {flags:?}");
}

/// The pipe of the earlier guide: foreign email is rejected permanently, and `MAILER-DAEMON` in
/// place of the null sender is reported as a mistake.
#[test]
fn foreign_email_is_refused_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = format!(
        "[data]\ndir = \"{}\"\n\n[mail]\nreply_domain = \"example.org\"\n\
         reply_mailbox = \"raven\"\n",
        folder.path().display()
    );
    let file = folder.path().join("ravenpost.toml");
    fs::write(&file, settings).expect("settings");
    let receive = |to: &str, from: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
        command.args(["mail", "receive", "--to", to, "--from", from, "--config"]).arg(&file);
        command.env_clear().stdin(Stdio::null()).output().expect("it runs").status.code()
    };
    assert_eq!(receive("raven+o-x@example.org", "ann@example.org"), Some(0));
    assert_eq!(receive("RAVEN@EXAMPLE.ORG", "MAILER-DAEMON"), Some(0));
    let spool = Spool::at(folder.path().join("incoming"));
    assert_eq!(spool.waiting().expect("a list").len(), 2);
    for other in ["bob@people.example", "bob@example.org", "raven@people.example", "raven"] {
        assert_eq!(receive(other, "ann@example.org"), Some(67), "{other}");
    }
    assert_eq!(spool.waiting().expect("a list").len(), 2);
    let (seen, now) = (Mistakes::of_spool(&spool), std::time::SystemTime::now());
    assert!(seen.seen(Mistake::Foreign, now).is_some());
    assert!(seen.seen(Mistake::NullSender, now).is_some());
}
