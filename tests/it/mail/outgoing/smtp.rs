//! The relay client against a real mail server that accepts, refuses, disconnects and delays.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

use chrono::TimeDelta;
use ravenpost::mail::outgoing::{Relay, RelaySettings, Security, SmtpTimeouts, Transport};
use ravenpost_store::post::outbox::OutboxState;
use serde_json::Value;
use tempfile::TempDir;

use crate::harness::browser::Pages;
use crate::mail::Post;
use crate::program::serve::Server;

/// Debian's Python, which has aiosmtpd and dkim.
pub const PYTHON: &str = "/usr/bin/python3";

/// A mail server for tests and the folder in which it stores accepted emails.
pub struct Sink {
    folder: TempDir,
    pub port: u16,
    child: Child,
    lines: Arc<Mutex<BufReader<ChildStdout>>>,
    _stdin: ChildStdin,
}

impl Sink {
    pub fn new(options: &[&str]) -> Sink {
        let folder = tempfile::tempdir().unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/smtp/sink.py");
        let mut child = Command::new(PYTHON)
            .arg(script)
            .arg(folder.path())
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Debian's python3 and python3-aiosmtpd are needed for this test");
        let stdin = child.stdin.take().unwrap();
        let mut line = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut line).unwrap();
        let port = line.trim().parse().expect("the sink says its port; is python3-aiosmtpd there?");
        Sink { folder, port, child, lines: Arc::new(Mutex::new(lines)), _stdin: stdin }
    }

    fn settings(&self) -> RelaySettings {
        RelaySettings {
            host: "localhost".into(),
            port: self.port,
            security: Security::None,
            login: None,
            hello: "raven.example".into(),
            root: None,
            timeouts: SmtpTimeouts::default(),
        }
    }

    fn transport(&self) -> Transport {
        Transport::Relay(Box::new(Relay::new(&self.settings()).unwrap()))
    }

    /// The accepted envelopes and messages, in order of arrival.
    pub fn taken(&self) -> Vec<(Value, Vec<u8>)> {
        self.taken_after(0)
    }

    /// The same without the first `first` emails.
    pub fn taken_after(&self, first: usize) -> Vec<(Value, Vec<u8>)> {
        let mut names: Vec<_> = std::fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "eml"))
            .collect();
        names.sort();
        let read = |path: &Path| std::fs::read(path).unwrap();
        names
            .iter()
            .skip(first)
            .map(|path| {
                let about = serde_json::from_slice(&read(&path.with_extension("json"))).unwrap();
                (about, read(path))
            })
            .collect()
    }

    /// Waits until that many more emails have been accepted.
    pub async fn takes(&self, count: usize) {
        let lines = Arc::clone(&self.lines);
        let read = move || {
            let mut lines = lines.lock().unwrap();
            for _ in 0..count {
                assert_ne!(lines.read_line(&mut String::new()).unwrap(), 0, "the sink is gone");
            }
        };
        tokio::task::spawn_blocking(read).await.unwrap();
    }

    fn mark(&self, name: &str) {
        std::fs::write(self.folder.path().join(name), "").unwrap();
    }

    fn unmark(&self, name: &str) {
        std::fs::remove_file(self.folder.path().join(name)).unwrap();
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn email_arrives_byte_for_byte() {
    let (post, sink) = (Post::new().await, Sink::new(&[]));
    let id = post.owe("one", "ann@good.example").await;
    post.sender(sink.transport()).pass().await.unwrap();
    let row = post.row(id).await;
    assert_eq!(row.state, OutboxState::Sent, "{:?}", row.last_error);
    let taken = sink.taken();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].0["from"], "post@raven.example");
    assert_eq!(taken[0].0["to"][0], "ann@good.example");

    // An email that may have to be sent again is stored, so its bytes can be compared.
    let id = post.owe("two", "hangup@some.example").await;
    post.sender(sink.transport()).pass().await.unwrap();
    let kept = String::from_utf8(post.row(id).await.finished.unwrap().message).unwrap();
    let arrived = String::from_utf8(sink.taken()[1].1.clone()).unwrap();
    // The end of DATA adds an empty line.
    assert!(arrived.trim_end() == kept.trim_end(), "it was changed on the way:\n{arrived}");
}

/// Returns the envelope senders of emails that the whole program sends with a value of
/// `mail.envelope`.
async fn senders(envelope: &str) -> Vec<String> {
    let (data, sink) = (tempfile::tempdir().unwrap(), Sink::new(&[]));
    let port = sink.port.to_string();
    let settings = [
        ("RAVENPOST__MAIL__TRANSPORT", "smtp"),
        ("RAVENPOST__MAIL__SMTP_HOST", "127.0.0.1"),
        ("RAVENPOST__MAIL__SMTP_PORT", port.as_str()),
        ("RAVENPOST__MAIL__SMTP_TLS", "none"),
        ("RAVENPOST__MAIL__FROM", "Ravenpost <post@raven.example>"),
        ("RAVENPOST__MAIL__REPLY_DOMAIN", "reply.raven.example"),
        ("RAVENPOST__MAIL__ENVELOPE", envelope),
    ];
    let server = Server::start_with("serve", data.path(), &settings);
    let pages = Pages { address: server.address().parse().unwrap() };
    for to in ["ann@good.example", "bob@good.example"] {
        let mut browser = pages.browser();
        let page = browser.get("/sign-in").await;
        assert_eq!(browser.send(&page, "/sign-in", &[("address", to)]).await.status, 200);
    }
    sink.takes(2).await;
    let from = |(about, _): (Value, Vec<u8>)| about["from"].as_str().unwrap().to_owned();
    sink.taken().into_iter().map(from).collect()
}

/// A relay that ties senders to accounts accepts only the address in `From`. Otherwise, each email
/// has an address of its own, to which its bounces are assigned.
#[tokio::test]
async fn envelope_sender_is_as_configured() {
    assert_eq!(senders("from").await, ["post@raven.example"; 2]);
    let unique = senders("unique").await;
    let [one, other] = unique.as_slice() else { panic!("{unique:?}") };
    assert_ne!(one, other);
    for sender in [one, other] {
        let own = sender.starts_with("b-") && sender.ends_with("@reply.raven.example");
        assert!(own, "{sender}");
    }
}

#[tokio::test]
async fn server_responses_are_recorded() {
    let (post, sink) = (Post::new().await, Sink::new(&[]));
    let mut ids = Vec::new();
    for name in ["no", "spam", "later", "ann"] {
        ids.push(post.owe(name, &format!("{name}@some.example")).await);
    }
    post.sender(sink.transport()).pass().await.unwrap();
    let mut rows = Vec::new();
    for id in ids {
        rows.push(post.row(id).await);
    }
    let states: Vec<OutboxState> = rows.iter().map(|row| row.state).collect();
    assert_eq!(
        states,
        [OutboxState::Failed, OutboxState::Waiting, OutboxState::Waiting, OutboxState::Sent]
    );
    let said = |at: usize| rows[at].last_error.clone().unwrap();
    assert!(said(0).contains("no such mailbox"), "{}", said(0));
    assert!(said(1).contains("looks like junk"), "{}", said(1));
    assert!(said(2).contains("come back later"), "{}", said(2));
    assert_eq!(rows[2].queued.due_at - post.now(), TimeDelta::minutes(1));
}

#[tokio::test]
async fn lost_connection_after_data_resends_the_same_bytes() {
    let (post, sink) = (Post::new().await, Sink::new(&[]));
    let id = post.owe("one", "hangup@some.example").await;
    let sender = post.sender(sink.transport());
    sender.pass().await.unwrap();
    assert_eq!(post.row(id).await.state, OutboxState::Waiting);
    post.passes(TimeDelta::minutes(2));
    sender.pass().await.unwrap();
    let taken = sink.taken();
    assert_eq!(taken.len(), 2);
    assert_eq!(taken[0].1, taken[1].1);
}

#[tokio::test]
async fn unreliable_server_gets_the_email_on_retry() {
    let (post, sink) = (Post::new().await, Sink::new(&[]));
    sink.mark("no");
    let id = post.owe("one", "moody@some.example").await;
    let sender = post.sender(sink.transport());
    for pause in [1, 5, 30] {
        sender.pass().await.unwrap();
        let row = post.row(id).await;
        assert_eq!(row.state, OutboxState::Waiting);
        assert_eq!(row.queued.due_at - post.now(), TimeDelta::minutes(pause));
        post.passes(TimeDelta::minutes(pause));
    }
    sink.unmark("no");
    sender.pass().await.unwrap();
    assert_eq!((post.row(id).await.state, sink.taken().len()), (OutboxState::Sent, 1));
}

#[tokio::test]
async fn slow_recipient_does_not_delay_the_others() {
    let (post, sink) = (Post::new().await, Sink::new(&[]));
    sink.mark("wait");
    for number in 0..4 {
        post.owe(&format!("slow-{number}"), "slow@slow.example").await;
    }
    for number in 0..20 {
        post.owe(&format!("quick-{number}"), &format!("ann@d{number}.example")).await;
    }
    let sender = post.sender(sink.transport());
    let pass = tokio::spawn(async move { sender.pass().await });
    sink.takes(20).await;
    assert!(sink.taken().iter().all(|(about, _)| about["to"][0] != "slow@slow.example"));
    sink.unmark("wait");
    pass.await.unwrap().unwrap();
    assert_eq!(sink.taken().len(), 24);
}

#[tokio::test]
async fn missing_relay_is_not_the_emails_fault() {
    let post = Post::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let id = post.owe("one", "ann@good.example").await;
    let settings = RelaySettings { port, ..nowhere() };
    let sender = post.sender(Transport::Relay(Box::new(Relay::new(&settings).unwrap())));
    sender.pass().await.unwrap();
    let row = post.row(id).await;
    assert_eq!(row.state, OutboxState::Waiting, "{:?}", row.last_error);
}

/// A relay that refuses all connections has said nothing about the email.
#[tokio::test]
async fn refused_connection_is_not_the_emails_fault() {
    let post = Post::new().await;
    let source = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = source.local_addr().unwrap().port();
    let keeper = tokio::spawn(async move {
        while let Ok((mut stream, _)) = source.accept().await {
            use tokio::io::AsyncWriteExt;
            let _ = stream.write_all(b"554 5.7.1 no mail from you\r\n").await;
        }
    });
    let id = post.owe("one", "ann@good.example").await;
    let settings = RelaySettings { port, ..nowhere() };
    let sender = post.sender(Transport::Relay(Box::new(Relay::new(&settings).unwrap())));
    sender.pass().await.unwrap();
    let row = post.row(id).await;
    assert_eq!(row.state, OutboxState::Waiting, "{:?}", row.last_error);
    assert!(row.last_error.unwrap().contains("no mail from you"));
    keeper.abort();
}

#[tokio::test]
async fn emails_are_sent_encrypted_and_authenticated() {
    let keys = certificate();
    let (cert, key) = (keys.path().join("cert.pem"), keys.path().join("key.pem"));
    let files = ["--cert", cert.to_str().unwrap(), "--key", key.to_str().unwrap()];
    let login = ["--login", "raven:secret"];
    for (security, more) in
        [(Security::Starttls, &login[..]), (Security::Tls, &["--wrap", login[0], login[1]][..])]
    {
        let sink = Sink::new(&[&files, more].concat());
        let settings = RelaySettings {
            security,
            login: Some(("raven".into(), "secret".into())),
            root: Some(std::fs::read(&cert).unwrap()),
            ..sink.settings()
        };
        let post = Post::new().await;
        let id = post.owe("one", "ann@good.example").await;
        let relay = Relay::new(&settings).unwrap();
        relay.probe().await.unwrap();
        post.sender(Transport::Relay(Box::new(relay))).pass().await.unwrap();
        let row = post.row(id).await;
        assert_eq!(row.state, OutboxState::Sent, "{security:?}: {:?}", row.last_error);
        let about = &sink.taken()[0].0;
        assert_eq!((&about["tls"], &about["login"]), (&true.into(), &"raven".into()));

        let wrong = RelaySettings { login: Some(("raven".into(), "guess".into())), ..settings };
        let id = post.owe("two", "ann@good.example").await;
        let relay = Relay::new(&wrong).unwrap();
        let said = relay.probe().await.unwrap_err();
        assert!(said.words.contains("535"), "{said}");
        post.sender(Transport::Relay(Box::new(relay))).pass().await.unwrap();
        assert_eq!(
            post.row(id).await.state,
            OutboxState::Waiting,
            "the admin can correct a password"
        );

        let strange = RelaySettings { root: None, ..wrong };
        assert!(Relay::new(&strange).unwrap().probe().await.is_err(), "nobody knows the signer");
    }
}

#[tokio::test]
async fn unencrypted_sending_is_refused_when_tls_is_required() {
    let sink = Sink::new(&[]);
    let settings = RelaySettings { security: Security::Starttls, ..sink.settings() };
    let post = Post::new().await;
    let id = post.owe("one", "ann@good.example").await;
    let sender = post.sender(Transport::Relay(Box::new(Relay::new(&settings).unwrap())));
    sender.pass().await.unwrap();
    assert_eq!(post.row(id).await.state, OutboxState::Waiting);
    assert!(sink.taken().is_empty());

    let far = RelaySettings { host: "mail.example.org".into(), ..sink.settings() };
    let refused = Relay::new(&far).err().expect("plain SMTP stays on this machine");
    assert!(refused.to_string().contains("mail.example.org"));
}

fn nowhere() -> RelaySettings {
    RelaySettings {
        host: "127.0.0.1".into(),
        port: 0,
        security: Security::None,
        login: None,
        hello: "raven.example".into(),
        root: None,
        timeouts: SmtpTimeouts::default(),
    }
}

/// A certificate for localhost that only this test trusts.
fn certificate() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("openssl")
        .current_dir(folder.path())
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "cert.pem"])
        .args(["-addext", "subjectAltName=DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .output()
        .expect("openssl is needed for this test");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    folder
}
