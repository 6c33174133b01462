//! A real mailbox: Dovecot with its own configuration, port and folder.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use ravenpost::config::{Config, Tls};
use ravenpost::mail::incoming::imap::Mailbox;
use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::mail::until;

/// A mail server with one mailbox.
pub struct Dovecot {
    folder: TempDir,
    /// The port for plain text and STARTTLS, and the port for implicit TLS.
    ports: (u16, u16),
    running: Option<Child>,
    brought: AtomicU32,
}

impl Dovecot {
    pub async fn new() -> Dovecot {
        let folder = tempfile::tempdir().expect("a folder");
        let free = || {
            let socket = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
            socket.local_addr().expect("an address").port()
        };
        let ports = (free(), free());
        let mut dovecot = Dovecot { folder, ports, running: None, brought: AtomicU32::new(0) };
        dovecot.write_configuration();
        dovecot.start().await;
        dovecot
    }

    fn place(&self) -> &Path {
        self.folder.path()
    }

    fn maildir(&self) -> PathBuf {
        self.place().join("mail/Maildir")
    }

    /// Creates files, certificate and configuration. Emails must not belong to root, because
    /// Dovecot refuses to read those.
    fn write_configuration(&self) {
        let place = self.place();
        std::fs::set_permissions(place, PermissionsExt::from_mode(0o755)).expect("ours");
        for room in ["cur", "new", "tmp"] {
            std::fs::create_dir_all(self.maildir().join(room)).expect("a room");
        }
        run(Command::new("openssl").current_dir(place).args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "9",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-keyout",
            "key.pem",
            "-out",
            "cert.pem",
        ]));
        let place = place.display();
        let (plain, tls) = self.ports;
        let config = format!(
            "protocols = imap\nbase_dir = {place}/run\nstate_dir = {place}/state\n\
             log_path = {place}/log\nlisten = 127.0.0.1\ndisable_plaintext_auth = no\n\
             ssl = yes\nssl_cert = <{place}/cert.pem\nssl_key = <{place}/key.pem\n\
             mail_location = maildir:{place}/mail/Maildir\nfirst_valid_uid = 1\n\
             passdb {{\n  driver = static\n  args = password=secret\n}}\n\
             userdb {{\n  driver = static\n  args = uid=mail gid=mail home={place}/mail\n}}\n\
             service imap-login {{\n  inet_listener imap {{\n    port = {plain}\n  }}\n  \
             inet_listener imaps {{\n    port = {tls}\n    ssl = yes\n  }}\n}}\n"
        );
        std::fs::write(self.place().join("dovecot.conf"), config).expect("a file");
        self.to_its_owner();
    }

    fn to_its_owner(&self) {
        run(Command::new("chown").args(["-R", "mail:mail"]).arg(self.place().join("mail")));
    }

    pub async fn start(&mut self) {
        let conf = self.place().join("dovecot.conf");
        let started = Command::new("dovecot")
            .args(["-F", "-c"])
            .arg(conf)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("dovecot-imapd is needed for this test, and the rights of root");
        self.running = Some(started);
        let port = self.ports.0;
        until(async || TcpStream::connect(("127.0.0.1", port)).await.is_ok()).await;
    }

    /// Stops it and waits until it has exited.
    pub fn stop(&mut self) {
        let Some(mut child) = self.running.take() else { return };
        // Connected clients would otherwise be served until they disconnect.
        let conf = self.place().join("dovecot.conf");
        let _ = Command::new("doveadm").arg("-c").arg(conf).args(["kick", "raven"]).output();
        let pid = rustix::process::Pid::from_child(&child);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let _ = child.wait();
    }

    /// Resets all UIDs, as after a restore: the emails get new ones.
    pub async fn renumber(&mut self) {
        self.stop();
        for entry in std::fs::read_dir(self.maildir()).expect("a mailbox") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.starts_with("dovecot") {
                std::fs::remove_file(path).expect("it is forgotten");
            }
        }
        // UIDVALIDITY is the second in which the mailbox is created.
        let second = chrono::Utc::now().timestamp();
        until(async || chrono::Utc::now().timestamp() > second).await;
        self.start().await;
    }

    /// Delivers an email.
    pub fn put(&self, email: &str) {
        let name =
            format!("{}.M{}.raven", 1_700_000_000, self.brought.fetch_add(1, Ordering::Relaxed));
        let (draft, home) =
            (self.maildir().join("tmp").join(&name), self.maildir().join("new").join(&name));
        std::fs::write(&draft, email).expect("it is written");
        self.to_its_owner();
        std::fs::rename(draft, home).expect("it is delivered");
    }

    /// The plain-text port.
    pub fn plain(&self) -> u16 {
        self.ports.0
    }

    /// The port for implicit TLS.
    pub fn tls(&self) -> u16 {
        self.ports.1
    }

    /// The path of the certificate to trust.
    pub fn authority(&self) -> String {
        self.place().join("cert.pem").display().to_string()
    }

    /// The file names in the mailbox, with flags after the last comma.
    pub fn emails(&self) -> Vec<String> {
        let rooms = ["cur", "new"].map(|room| std::fs::read_dir(self.maildir().join(room)));
        let files = rooms.into_iter().flat_map(|room| room.expect("a room"));
        let names = files.map(|file| file.expect("a file").file_name());
        let marks = names.map(|name| name.to_string_lossy().into_owned());
        marks
            .map(|name| name.rsplit_once(',').map_or(String::new(), |(_, m)| m.to_owned()))
            .collect()
    }

    /// The mailbox with these login settings.
    pub fn mailbox(&self, tls: Tls, password: &str) -> Mailbox {
        let mut config = Config::default();
        let mail = &mut config.mail;
        mail.imap_host = "localhost".into();
        mail.imap_port = if tls == Tls::Tls { self.ports.1 } else { self.ports.0 };
        (mail.imap_tls, mail.imap_username) = (tls, "raven".into());
        mail.imap_password = password.into();
        let authority = std::fs::read_to_string(self.place().join("cert.pem")).expect("a file");
        mail.ca_certificates = authority.as_str().into();
        Mailbox::of(&config).expect("good settings").expect("a mailbox")
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        self.stop();
    }
}

pub fn run(command: &mut Command) {
    let done = command.output().unwrap_or_else(|why| panic!("{command:?}: {why}"));
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}
