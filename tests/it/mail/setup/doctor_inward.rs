//! The mail doctor and inbound email: a test email goes out through a real relay and comes in
//! through the spool.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::time::{Duration, SystemTime};

use ravenpost::config::{Config, Tls, Transport};
use ravenpost::mail::doctor::{Grade, Visit, examine};
use ravenpost::mail::incoming::intake::Intake;
use ravenpost::mail::incoming::misconfigurations::{Mistake, Mistakes};
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::mail::incoming::spool::{Envelope, Spool};

use crate::harness::app::App;
use crate::mail::outgoing::smtp::Sink;
use crate::mail::setup::doctor::{FakeDns, about, only};
use crate::mail::until;

fn config(sink: &Sink, folder: &std::path::Path) -> Config {
    let mut config = Config::default();
    config.server.base_url = "https://raven.example".into();
    config.data.dir = folder.display().to_string();
    let mail = &mut config.mail;
    (mail.transport, mail.smtp_tls) = (Transport::Smtp, Tls::None);
    (mail.smtp_host, mail.smtp_port) = ("localhost".into(), sink.port);
    mail.from = "Ravenpost <post@raven.example>".into();
    mail.reply_domain = "reply.raven.example".into();
    config
}

fn fake_dns() -> FakeDns {
    let mut dns = FakeDns::well();
    dns.texts.insert("reply.raven.example".into(), vec!["v=spf1 ip4:192.0.2.25 -all".into()]);
    dns
}

/// Brings what the relay accepted to the server, through its spool folder.
async fn carry(sink: &Sink, spool: &Spool) {
    until(async || !sink.taken().is_empty()).await;
    let (about, email) = sink.taken().pop().expect("one");
    let to = about["to"][0].as_str().expect("an address").to_owned();
    let envelope = Envelope { sender: None, recipient: Some(to) };
    spool.put(&envelope, email.as_slice()).expect("it is kept");
}

#[tokio::test]
async fn test_email_to_the_server_is_seen_to_arrive() {
    let (app, folder) = (App::answered(1).await, tempfile::tempdir().expect("a folder"));
    let sink = Sink::new(&[]);
    let mut config = config(&sink, folder.path());
    config.mail.authserv_id = "mx.raven.example".into();
    let spool = Spool::at(config.incoming());
    let trust = Trust { authserv_id: Some("mx.raven.example".into()), domain: None };
    let intake = Intake::new(app.service.clone(), spool.clone(), trust);
    app.service.clocks().heartbeat(app.now).await.expect("it runs");
    let seen = Mistakes::of_spool(&spool);
    seen.note(Mistake::Foreign, "other.example");
    seen.note(Mistake::NullSender, "MAILER-DAEMON");
    let store = Some(app.service.store().clone());
    let patience = Duration::from_secs(30);
    let visit =
        Visit { config: &config, to: None, now: app.now, store, patience, files: Vec::new() };
    let server = async {
        carry(&sink, &spool).await;
        intake.round(app.now).await.expect("it works")
    };
    let dns = fake_dns();
    let (report, dealt) = tokio::join!(examine(&visit, &dns), server);
    assert_eq!(dealt, 1);
    assert!(report.is_well(), "{report}");
    only(&report, "inbound", Grade::Good, "through the incoming folder");
    only(&report, "replies", Grade::Good, "reply.raven.example accepts email");
    only(&report, "align", Grade::Good, "reply.raven.example is aligned with raven.example");
    // Mistakes seen earlier are reported once and cleared, since they may have been fixed.
    only(&report, "domains", Grade::Note, "other.example");
    only(&report, "sender", Grade::Note, "MAILER-DAEMON");
    for mistake in [Mistake::Foreign, Mistake::NullSender] {
        assert_eq!(seen.seen(mistake, SystemTime::now()), None, "{mistake:?}");
    }
    // No mail server has added an Authentication-Results header to it.
    let gate = about(&report, "authserv");
    assert_eq!(gate.last().map(|finding| finding.grade), Some(Grade::Warning), "{report}");
}

#[tokio::test]
async fn missing_test_email_is_diagnosed() {
    let (app, folder) = (App::answered(1).await, tempfile::tempdir().expect("a folder"));
    let sink = Sink::new(&[]);
    let config = config(&sink, folder.path());
    let spool = Spool::at(config.incoming());
    let store = Some(app.service.store().clone());
    let patience = Duration::from_secs(2);
    let dns = fake_dns();
    let visit =
        Visit { config: &config, to: None, now: app.now, store, patience, files: Vec::new() };
    let seen = Mistakes::of_spool(&spool);
    seen.note(Mistake::NullSender, "MAILER-DAEMON");
    let report = examine(&visit, &dns).await;
    only(&report, "sender", Grade::Warning, "null_sender=");
    only(&report, "inbound", Grade::Note, "it is not running");
    assert!(sink.taken().is_empty(), "nothing is sent for nothing");

    app.service.clocks().heartbeat(app.now).await.expect("it runs");
    let (report, ()) = tokio::join!(examine(&visit, &dns), carry(&sink, &spool));
    only(&report, "inbound", Grade::Bad, "but the server does not read it");
    for email in spool.waiting().expect("a list") {
        spool.done(&email).expect("it is gone");
    }
    let report = examine(&visit, &dns).await;
    only(&report, "inbound", Grade::Bad, "Search for that address in the logs of the relay");
    only(&report, "sender", Grade::Warning, "null_sender=");
    let known = seen.seen(Mistake::NullSender, SystemTime::now());
    assert!(known.is_some(), "no test email has arrived, so it may not have been fixed");
}

#[tokio::test]
async fn obstacles_to_inbound_email_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let sink = Sink::new(&[]);
    let mut config = config(&sink, folder.path());
    config.mail.reply_domain = "answers.example".into();
    (config.mail.imap_host, config.mail.imap_username) = ("127.0.0.1".into(), "raven".into());
    (config.mail.imap_tls, config.mail.imap_port) = (Tls::None, 1);
    config.mail.listen = "0.0.0.0:1".into();
    let mut dns = fake_dns();
    dns.mail = false;
    let now = crate::emails::samples::moment("2025-11-20T09:00:00Z");
    let patience = Duration::from_secs(1);
    let visit = Visit { config: &config, to: None, now, store: None, patience, files: Vec::new() };
    let report = examine(&visit, &dns).await;
    only(&report, "replies", Grade::Bad, "Add an MX record for answers.example");
    only(&report, "imap", Grade::Bad, "Check mail.imap_host");
    only(&report, "align", Grade::Warning, "SPF covers answers.example");
    let listen: Vec<Grade> = about(&report, "listen").iter().map(|found| found.grade).collect();
    assert_eq!(listen, [Grade::Warning, Grade::Bad]);
}

/// The doctor may run as a user who can read everything; the server does not.
#[tokio::test]
async fn secrets_unreadable_by_the_server_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (sink, secret) = (Sink::new(&[]), folder.path().join("password"));
    std::fs::write(&secret, "hush").expect("a file");
    let mode = |mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&secret, mode).expect("it is ours");
    };
    // As root, give the folder to an unprivileged account, such as the server's.
    if std::fs::metadata(folder.path()).expect("it is there").uid() == 0 {
        chown(folder.path(), Some(4242), Some(4242)).expect("given away");
        chown(&secret, Some(4242), Some(4242)).expect("given away");
    }
    let config = config(&sink, folder.path());
    let now = crate::emails::samples::moment("2025-11-20T09:00:00Z");
    let (patience, files) = (Duration::from_secs(1), vec![secret.clone()]);
    let visit = Visit { config: &config, to: None, now, store: None, patience, files };
    for (bits, found) in [(0o600, 0), (0o000, 1)] {
        mode(bits);
        let report = examine(&visit, &fake_dns()).await;
        assert_eq!(about(&report, "secrets").len(), found, "{bits:o}: {report}");
    }
    let report = examine(&visit, &fake_dns()).await;
    only(&report, "secrets", Grade::Bad, "cannot be read by account");
    // A file that only root can read may be a credential of the systemd unit.
    if chown(&secret, Some(0), Some(0)).is_ok() {
        mode(0o600);
        let report = examine(&visit, &fake_dns()).await;
        only(&report, "secrets", Grade::Note, "LoadCredential");
    }
}

async fn examined(config: &Config, to: Option<&str>) -> ravenpost::mail::doctor::DoctorReport {
    let now = crate::emails::samples::moment("2025-11-20T09:00:00Z");
    let patience = Duration::from_secs(1);
    examine(&Visit { config, to, now, store: None, patience, files: Vec::new() }, &fake_dns()).await
}

#[tokio::test]
async fn relay_that_restricts_senders_is_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    for (late, about) in [(false, "envelope"), (true, "test")] {
        let mut options = vec!["--sender", "post@raven.example"];
        options.extend(late.then_some("--late"));
        let sink = Sink::new(&options);
        let mut config = config(&sink, folder.path());
        let report = examined(&config, Some("ann@good.example")).await;
        let found = self::about(&report, about);
        let first = found.first().expect("it is found");
        assert_eq!(first.grade, Grade::Bad, "{report}");
        assert!(first.cure.contains("mail.envelope"), "{report}");

        config.mail.envelope = ravenpost::config::Envelope::From;
        let before = sink.taken().len();
        let report = examined(&config, Some("ann@good.example")).await;
        assert!(report.is_well(), "{report}");
        assert_eq!(sink.taken_after(before)[0].0["from"], "post@raven.example");
    }
}

#[tokio::test]
async fn test_emails_have_the_sender_of_real_emails() {
    let (folder, sink) = (tempfile::tempdir().expect("a folder"), Sink::new(&[]));
    let report = examined(&config(&sink, folder.path()), Some("ann@good.example")).await;
    assert!(report.is_well(), "{report}");
    let sender = sink.taken()[0].0["from"].as_str().expect("an address").to_owned();
    assert!(sender.ends_with("@reply.raven.example"), "{sender}");
}

#[tokio::test]
async fn relay_that_refuses_our_sender_is_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    let sink = Sink::new(&["--sender", "someone@else.example"]);
    let report = examined(&config(&sink, folder.path()), None).await;
    only(&report, "envelope", Grade::Bad, "mail.from");
}

#[tokio::test]
async fn greylisting_is_a_deferral_and_not_a_failure() {
    let (folder, sink) = (tempfile::tempdir().expect("a folder"), Sink::new(&[]));
    let report = examined(&config(&sink, folder.path()), Some("grey@good.example")).await;
    assert!(report.is_well(), "{report}");
    only(&report, "test", Grade::Warning, "deferred");
}

#[tokio::test]
async fn tls_mismatch_names_the_setting() {
    let (folder, sink) = (tempfile::tempdir().expect("a folder"), Sink::new(&[]));
    let mut config = config(&sink, folder.path());
    config.mail.smtp_tls = Tls::Tls;
    only(&examined(&config, None).await, "relay", Grade::Bad, "mail.smtp_tls to \"starttls\"");
    config.mail.smtp_tls = Tls::Starttls;
    only(&examined(&config, None).await, "relay", Grade::Bad, "mail.smtp_tls to \"tls\"");

    // The relay closes the connection without a greeting, like a server that expects TLS.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    config.mail.smtp_host = "127.0.0.1".into();
    config.mail.smtp_port = silent.local_addr().expect("an address").port();
    let hang_up = async { while silent.accept().await.is_ok() {} };
    let report = tokio::select! {
        report = examined(&config, None) => report,
        () = hang_up => unreachable!("it goes on"),
    };
    let found = about(&report, "relay");
    assert!(found.iter().any(|found| found.cure.contains("mail.smtp_tls to \"tls\"")), "{report}");
}
