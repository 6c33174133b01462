//! A Postfix instance for tests. It accepts the service's emails, delivers them to players'
//! mailboxes, and pipes replies into `ravenpost mail receive`, as a self-hoster would set it up.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use ravenpost::mail::incoming::spool::Spool;
use ravenpost::mail::outgoing::{Relay, RelaySettings, Security, SmtpTimeouts, Transport};
use tempfile::TempDir;

const POSTFIX: &str = "/usr/sbin/postfix";
/// The domain of the players' mailboxes.
pub const PEOPLE: &str = "people.example";
/// An email that takes longer than this counts as lost. A safeguard, not a performance limit.
const LOST: Duration = Duration::from_secs(120);

/// A mail server with its own folder, stopped when dropped.
pub struct Postfix {
    folder: TempDir,
    port: u16,
}

impl Postfix {
    /// Starts one with a mailbox for each of these names.
    pub fn start(names: &[&str]) -> Postfix {
        assert!(Path::new(POSTFIX).exists(), "this test needs Debian's package postfix");
        let who = Command::new("id").arg("-u").output().expect("id runs");
        assert_eq!(who.stdout, b"0\n", "Postfix is started by root only: run this test as root");
        let folder = tempfile::tempdir().expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let server = Postfix { folder, port };
        server.write_configuration(names);
        server.run("start");
        server
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Creates its folders and settings. Pipes run as `nobody`, who needs access.
    fn write_configuration(&self, names: &[&str]) {
        let open = |path: &Path| fs::set_permissions(path, Permissions::from_mode(0o755));
        open(self.folder.path()).expect("its own folder");
        for (room, owner) in [
            ("etc", "root"),
            ("queue", "root"),
            ("lib", "postfix"),
            ("boxes", "nobody"),
            ("data", "nobody"),
        ] {
            fs::create_dir(self.at(room)).expect("a room");
            let given = Command::new("chown").arg(owner).arg(self.at(room)).status();
            assert!(given.expect("chown runs").success(), "{room} cannot be {owner}'s");
        }
        let program = Path::new(env!("CARGO_BIN_EXE_ravenpost"));
        let here = self.at("ravenpost");
        fs::hard_link(program, &here)
            .or_else(|_| fs::copy(program, &here).map(drop))
            .expect("a copy of the program");
        let template = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/smtp/postfix");
        let boxes: Vec<String> =
            names.iter().map(|name| format!("{name}@{PEOPLE}={name}/")).collect();
        for file in ["main.cf", "master.cf"] {
            let text = fs::read_to_string(format!("{template}/{file}")).expect("its template");
            let text = text
                .replace("@FOLDER@", &self.folder.path().to_string_lossy())
                .replace("@PORT@", &self.port.to_string())
                .replace("@BOXES@", &boxes.join(", "));
            fs::write(self.at("etc").join(file), text).expect("settings");
        }
    }

    fn run(&self, word: &str) {
        let done = Command::new(POSTFIX).arg("-c").arg(self.at("etc")).arg(word).output();
        let done = done.expect("postfix runs");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "postfix {word}: {said}\n{}", self.log());
    }

    /// The server's log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.at("log")).unwrap_or_default()
    }

    /// The relay through which the service sends.
    pub fn relay(&self) -> Transport {
        let settings = RelaySettings {
            host: "127.0.0.1".into(),
            port: self.port,
            security: Security::None,
            login: None,
            hello: "raven.example".into(),
            root: None,
            timeouts: SmtpTimeouts::default(),
        };
        Transport::Relay(Box::new(Relay::new(&settings).expect("a relay")))
    }

    /// The spool for replies.
    pub fn spool(&self) -> Spool {
        Spool::at(self.at("data").join("incoming"))
    }

    /// The number of emails in a mailbox.
    pub fn count(&self, name: &str) -> usize {
        fs::read_dir(self.mailbox(name)).map_or(0, Iterator::count)
    }

    /// The emails in a mailbox after the first so many, oldest first.
    pub fn emails_after(&self, name: &str, read: usize) -> Vec<Vec<u8>> {
        let Ok(found) = fs::read_dir(self.mailbox(name)) else { return Vec::new() };
        let mut found: Vec<_> = found
            .map(|entry| entry.expect("an entry"))
            .map(|entry| (entry.metadata().and_then(|about| about.modified()).ok(), entry.path()))
            .collect();
        found.sort();
        found.iter().skip(read).map(|(_, path)| fs::read(path).expect("an email")).collect()
    }

    fn mailbox(&self, name: &str) -> PathBuf {
        self.at("boxes").join(name).join("new")
    }

    /// Sends an email like a mail program.
    pub fn send(&self, from: &str, to: &str, message: &str) {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("Postfix listens");
        let mut answers = BufReader::new(stream.try_clone().expect("two ends"));
        let mut said = String::new();
        answers.read_line(&mut said).expect("a greeting");
        let stuffed = message.replace("\r\n.", "\r\n..");
        for words in [
            format!("HELO {PEOPLE}\r\n"),
            format!("MAIL FROM:<{from}>\r\n"),
            format!("RCPT TO:<{to}>\r\n"),
            "DATA\r\n".to_owned(),
            format!("{stuffed}\r\n.\r\n"),
            "QUIT\r\n".to_owned(),
        ] {
            (&stream).write_all(words.as_bytes()).expect("it listens");
            said.clear();
            answers.read_line(&mut said).expect("an answer");
            assert!(said.starts_with(['2', '3']), "{words}: {said}");
        }
    }

    /// Waits until something has arrived.
    pub async fn until(&self, what: &str, mut there: impl FnMut() -> bool) {
        let (start, mut look) = (Instant::now(), tokio::time::interval(Duration::from_millis(5)));
        while !there() {
            assert!(start.elapsed() < LOST, "{what}: not there\n{}", self.log());
            look.tick().await;
        }
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        let _ = Command::new(POSTFIX).arg("-c").arg(self.at("etc")).arg("abort").output();
    }
}
