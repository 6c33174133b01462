//! Sockets that systemd passes to the server: connections wait while it restarts.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A server with an inherited socket. Killed when dropped, in case a test fails half-way.
struct Inheriting(Child);

impl Inheriting {
    /// Starts `serve` at an address. As with systemd, the socket is file 3.
    fn start(socket: &TcpListener, bind: &str, data: &Path) -> Inheriting {
        Inheriting::start_with("LISTEN_FDS=1; exec \"$@\" 3<&0 </dev/null", socket, bind, data)
    }

    /// The same with the end of the script that passes the socket.
    fn start_with(passes: &str, socket: &TcpListener, bind: &str, data: &Path) -> Inheriting {
        // The server replaces the shell, and so has its process id.
        let script = format!("export LISTEN_PID=$$ {passes}");
        let socket = OwnedFd::from(socket.try_clone().unwrap());
        let child = Command::new("/bin/sh")
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_ravenpost"), "serve"])
            .args(["--bind", bind, "--data"])
            .arg(data)
            .env_clear()
            .stdin(Stdio::from(socket))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Inheriting(child)
    }

    /// Waits until the server says that it is ready.
    fn ready(mut self) -> Inheriting {
        let mut line = String::new();
        let out = self.0.stdout.as_mut().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        assert!(line.contains("Ravenpost is at "), "{line}");
        self
    }

    fn stop(mut self) -> ExitStatus {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.0.wait().unwrap()
    }
}

impl Drop for Inheriting {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends a request; the answer may come later.
fn ask(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn requests_wait_while_a_socket_activated_server_restarts() {
    let data = tempfile::tempdir().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let bind = socket.local_addr().unwrap().to_string();
    let first = Inheriting::start(&socket, &bind, data.path()).ready();
    assert!(answer(ask(&bind)).starts_with("HTTP/1.1 200"));
    assert_eq!(first.stop().code(), Some(0));
    let waiting: Vec<TcpStream> = (0..20).map(|_| ask(&bind)).collect();
    let second = Inheriting::start(&socket, &bind, data.path()).ready();
    for stream in waiting {
        assert!(answer(stream).starts_with("HTTP/1.1 200"));
    }
    assert_eq!(second.stop().code(), Some(0));
}

/// Sends requests until told to stop. Each must be answered.
fn keep_asking(address: &str, busy: &AtomicBool) {
    while busy.load(Ordering::Relaxed) {
        let stream = ask(address);
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        assert!(answer(stream).starts_with("HTTP/1.1 200"));
    }
}

#[test]
fn no_request_is_lost_while_a_busy_server_restarts() {
    let data = tempfile::tempdir().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let bind = socket.local_addr().unwrap().to_string();
    let start = || Inheriting::start(&socket, &bind, data.path()).ready();
    let busy = AtomicBool::new(true);
    let last = std::thread::scope(|scope| {
        let mut server = start();
        for _ in 0..4 {
            scope.spawn(|| keep_asking(&bind, &busy));
        }
        for _ in 0..3 {
            server.stop();
            server = start();
        }
        busy.store(false, Ordering::Relaxed);
        server
    });
    assert_eq!(last.stop().code(), Some(0));
}

#[test]
fn inherited_socket_at_another_address_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut server = Inheriting::start(&socket, "127.0.0.1:1", data.path());
    assert_eq!(server.0.wait().unwrap().code(), Some(2));
    assert!(!data.path().join("ravenpost.db").exists(), "it is refused before anything is opened");
}

#[test]
fn several_inherited_sockets_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let bind = socket.local_addr().unwrap().to_string();
    let two = "LISTEN_FDS=2; exec \"$@\" 3<&0 4<&0 </dev/null";
    let mut server = Inheriting::start_with(two, &socket, &bind, data.path());
    assert_eq!(server.0.wait().unwrap().code(), Some(2), "one of them would not be served");
    assert!(!data.path().join("ravenpost.db").exists(), "it is refused before anything is opened");
}
