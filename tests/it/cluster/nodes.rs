//! Three processes of the real program over one database, and a load balancer in front of them.

use std::fs::OpenOptions;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ravenpost::mail::incoming::spool::Spool;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::client::{Answer, Client};

/// The program built from these sources.
pub const THIS: &str = env!("CARGO_BIN_EXE_ravenpost");

/// A node: a process, or the slot of one that was killed.
pub struct Node {
    pub port: u16,
    pub program: PathBuf,
    folder: PathBuf,
    settings: Vec<(String, String)>,
    child: Option<Child>,
}

impl Node {
    /// Creates a node that is not running yet.
    pub fn new(folder: &Path, port: u16, settings: &[(String, String)]) -> Node {
        std::fs::create_dir_all(folder).expect("a folder");
        let settings = settings.to_vec();
        let (program, folder) = (PathBuf::from(THIS), folder.to_owned());
        Node { port, program, folder, settings, child: None }
    }

    pub fn start(&mut self) {
        self.child = Some(self.command().spawn().expect("it runs"));
    }

    /// Returns the command that starts the program.
    pub fn command(&self) -> Command {
        let log = OpenOptions::new().create(true).append(true).open(self.log()).expect("a log");
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--bind", &format!("127.0.0.1:{}", self.port), "--data"])
            .arg(&self.folder)
            .env_clear()
            .envs(self.settings.iter().map(|(key, value)| (key, value)))
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log);
        command
    }

    /// Returns the file whose presence makes the node's clock wrong.
    pub fn clock_file(&self) -> PathBuf {
        clock_file(&self.folder)
    }

    pub fn log(&self) -> PathBuf {
        self.folder.join("log.txt")
    }

    /// Returns the spool from which it receives emails.
    pub fn spool(&self) -> Spool {
        Spool::at(self.folder.join("incoming"))
    }

    pub fn signal(&self, signal: &str) {
        if let Some(child) = &self.child {
            let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
        }
    }

    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Returns the exit status of a node that was asked to stop, or `None` if it is not running.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.as_mut().and_then(|child| child.try_wait().ok().flatten())
    }

    /// Returns whether the node reports that it is ready.
    pub async fn is_ready(&self) -> bool {
        self.readiness().await.is_some_and(|answer| answer.status == 200)
    }

    /// Returns the node's readiness response.
    pub async fn readiness(&self) -> Option<Answer> {
        let client = Client { port: self.port, cookie: String::new() };
        client.get("/readyz").await
    }
}

/// Returns the file whose presence makes the clock of the node with this folder wrong.
pub fn clock_file(folder: &Path) -> PathBuf {
    folder.join("clock-is-off")
}

impl Drop for Node {
    fn drop(&mut self) {
        self.signal("-CONT");
        self.kill();
    }
}

/// Returns a port that was free at the time of the call.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// Forwards each connection to the next node that accepts it. Returns the port it listens on.
pub async fn balance(ports: Vec<u16>) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let own = listener.local_addr().expect("an address").port();
    let turn = Arc::new(AtomicUsize::new(0));
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let (ports, turn) = (ports.clone(), Arc::clone(&turn));
            tokio::spawn(async move {
                for _ in 0..ports.len() {
                    let port = ports[turn.fetch_add(1, Ordering::Relaxed) % ports.len()];
                    let connect = TcpStream::connect(("127.0.0.1", port));
                    if let Ok(Ok(mut node)) = timeout(Duration::from_millis(300), connect).await {
                        let _ = tokio::io::copy_bidirectional(&mut client, &mut node).await;
                        return;
                    }
                }
            });
        }
    });
    own
}
