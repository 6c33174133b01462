//! A Postfix of our own: it takes the service's letters, lays people's into their boxes, and pipes
//! what they answer into `ravenpost mail receive`, as a self-hoster would set it up.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use ravenpost::mail::incoming::spool::Spool;
use ravenpost::mail::outgoing::{Patience, Relay, RelaySettings, Security, Transport};
use tempfile::TempDir;

const POSTFIX: &str = "/usr/sbin/postfix";
/// Where people have their boxes.
pub const PEOPLE: &str = "people.example";
/// A letter that is longer under way than this is lost: a guard, and no measure of speed.
const LOST: Duration = Duration::from_secs(120);

/// A mail server with a folder of its own, stopped when dropped.
pub struct Postfix {
    folder: TempDir,
    port: u16,
}

impl Postfix {
    /// Starts one with a box for each of these names.
    pub fn start(names: &[&str]) -> Postfix {
        assert!(Path::new(POSTFIX).exists(), "this test needs Debian's package postfix");
        let who = Command::new("id").arg("-u").output().expect("id runs");
        assert_eq!(who.stdout, b"0\n", "Postfix is started by root only: run this test as root");
        let folder = tempfile::tempdir().expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let server = Postfix { folder, port };
        server.furnish(names);
        server.run("start");
        server
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Its rooms and settings. What runs for strangers runs as nobody, and so must get in.
    fn furnish(&self, names: &[&str]) {
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

    /// What it has written down.
    pub fn log(&self) -> String {
        fs::read_to_string(self.at("log")).unwrap_or_default()
    }

    /// The way by which the service hands its letters over.
    pub fn relay(&self) -> Transport {
        let settings = RelaySettings {
            host: "127.0.0.1".into(),
            port: self.port,
            security: Security::None,
            login: None,
            hello: "raven.example".into(),
            root: None,
            patience: Patience::default(),
        };
        Transport::Relay(Box::new(Relay::new(&settings).expect("a relay")))
    }

    /// Where answers come in.
    pub fn spool(&self) -> Spool {
        Spool::at(self.at("data").join("incoming"))
    }

    /// The letters in somebody's box, the oldest first.
    pub fn letters(&self, name: &str) -> Vec<Vec<u8>> {
        let Ok(found) = fs::read_dir(self.at("boxes").join(name).join("new")) else {
            return Vec::new();
        };
        let mut found: Vec<_> = found
            .map(|entry| entry.expect("an entry"))
            .map(|entry| (entry.metadata().and_then(|about| about.modified()).ok(), entry.path()))
            .collect();
        found.sort();
        found.iter().map(|(_, path)| fs::read(path).expect("a letter")).collect()
    }

    /// Sends a letter, as a mail program does.
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
