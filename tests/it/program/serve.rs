//! The real program as a server: starting, requests, stopping.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime};

use ravenpost_store::Store;
use ravenpost_store::log::events;
use tempfile::TempDir;

/// A running server. Killed when dropped, in case a test fails half-way.
pub struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    /// Host and port.
    address: String,
    /// Its standard output until it was ready.
    said: String,
}

impl Server {
    /// Starts `serve` or `demo`, with any further arguments in `command`, on a free port.
    fn start(command: &str, data: &Path) -> Server {
        Server::start_with(command, data, &[])
    }

    /// The same with settings.
    pub fn start_with(command: &str, data: &Path, settings: &[(&str, &str)]) -> Server {
        Server::start_logging(command, data, settings, Stdio::piped())
    }

    /// The same with a log that goes there.
    pub fn start_logging(
        command: &str,
        data: &Path,
        settings: &[(&str, &str)],
        log: Stdio,
    ) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .args(command.split(' '))
            .args(["--bind", "127.0.0.1:0", "--data"])
            .arg(data)
            .env_clear()
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        // No one reads the log, unless it is a file: the server must not depend on a reader.
        drop(child.stderr.take());
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut server = Server { child, out, address: String::new(), said: String::new() };
        while server.address.is_empty() {
            let line = server.line();
            if let Some((_, after)) = line.split_once("http://") {
                let end = after.find(|c: char| c == '/' || c.is_whitespace());
                server.address = after[..end.unwrap_or(after.len())].to_owned();
            }
        }
        server
    }

    /// `serve` at an address, which may be a Unix socket.
    pub fn at(bind: &str, data: &Path, settings: &[(&str, &str)]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .args(["serve", "--bind", bind, "--data"])
            .arg(data)
            .env_clear()
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let address = bind.to_owned();
        let mut server = Server { child, out, address, said: String::new() };
        server.line_with("Ravenpost is at ");
        server
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Reads one line; end of file means that the server has died.
    fn line(&mut self) -> String {
        let mut line = String::new();
        let length = self.out.read_line(&mut line).unwrap();
        assert!(length > 0, "the server ended; it had said:\n{}", self.said);
        self.said.push_str(&line);
        line
    }

    /// Reads until a line contains `wanted`.
    fn line_with(&mut self, wanted: &str) -> String {
        loop {
            let line = self.line();
            if line.contains(wanted) {
                return line;
            }
        }
    }

    pub fn ask(&self, request: &str) -> String {
        self.send(&format!("{request} HTTP/1.1\r\n"), "")
    }

    /// Posts a form with a cookie.
    fn post(&self, path: &str, cookie: &str, form: &str) -> String {
        let head = format!(
            "POST {path} HTTP/1.1\r\nCookie: {cookie}\r\nContent-Length: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n",
            form.len()
        );
        self.send(&head, form)
    }

    fn send(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "{head}Host: {host}\r\nConnection: close\r\n\r\n{body}").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a signal and returns the whole output.
    fn rest(mut self, signal: &str) -> String {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        self.out.read_to_string(&mut self.said).unwrap();
        std::mem::take(&mut self.said)
    }

    /// Sends a signal and waits for the exit.
    pub fn stop(mut self, signal: &str) -> ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server that must refuse to start; returns its exit code and output.
fn refused(words: &[&str], env: &[(&str, &str)]) -> (Option<i32>, String) {
    let data = folder();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(words)
        .arg("--data")
        .arg(data.path())
        .env_clear()
        .envs(env.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // If it starts after all, stop it.
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    if !first.is_empty() {
        child.kill().unwrap();
    }
    let done = child.wait_with_output().unwrap();
    (done.status.code(), format!("{first}{}", String::from_utf8_lossy(&done.stderr)))
}

#[test]
fn strangers_cannot_sign_in_by_the_local_outbox() {
    let open = [("RAVENPOST__SERVER__BIND", "0.0.0.0:0")];
    for (words, env) in [
        (["serve", "--bind", "0.0.0.0:0"].as_slice(), [].as_slice()),
        (&["serve", "--bind", "[::]:0"], &[]),
        (&["serve"], &open),
        (&["demo", "--bind", "0.0.0.0:0"], &[]),
        (&["demo"], &open),
    ] {
        let (code, said) = refused(words, env);
        assert_eq!(code, Some(2), "{words:?} {env:?}: {said}");
        assert!(said.contains("127.0.0.1"), "it says what would do: {said}");
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn server_starts_responds_and_stops_cleanly() {
    let data = folder();
    let mut server = Server::start("serve", data.path());
    let link = server.line_with("/sign-in/");
    assert!(link.contains(&format!("http://{}/sign-in/", server.address)), "{link}");
    assert!(server.ask("GET /healthz").starts_with("HTTP/1.1 200"));
    let check = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(["healthcheck", "--bind", &server.address])
        .env_clear()
        .output()
        .unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    assert_eq!(server.stop("-TERM").code(), Some(0));
    // Closed properly: the write-ahead log is empty.
    let wal = data.path().join("ravenpost.db-wal");
    assert!(wal.metadata().map_or(0, |file| file.len()) == 0);
}

/// The log's reader exits, the terminal closes, and nothing reads the output. The server continues,
/// reports lost log lines at /readyz, and stops cleanly.
#[test]
fn server_without_log_reader_or_terminal_continues() {
    let data = folder();
    let server = Server::start_with("serve", data.path(), &[("RAVENPOST__LOG__FILTER", "debug")]);
    let id = server.child.id().to_string();
    assert!(Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
    let started = Instant::now();
    let health = loop {
        let health = server.ask("GET /readyz");
        assert!(health.starts_with("HTTP/1.1 200"), "{health}");
        if health.contains("log lines lost") {
            break health;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{health}");
        std::thread::yield_now();
    };
    for component in ["clocks", "disk", "sender", "writer"] {
        assert!(health.contains(&format!("\"{component}\":\"ok\"")), "{component}: {health}");
    }
    assert!(server.ask("GET /readyz/pages").starts_with("HTTP/1.1 200"));
    assert_eq!(server.stop("-TERM").code(), Some(0));
}

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before} in {text}"));
    rest.split_once(after).unwrap().0
}

#[test]
fn printed_link_signs_the_admin_in_once() {
    let data = folder();
    let mut server = Server::start("serve", data.path());
    let link = server.line_with("/sign-in/");
    let path = link.trim().split_once(&server.address).unwrap().1.to_owned();
    // Opening the link repeatedly changes nothing.
    server.ask(&format!("GET {path}"));
    let page = server.ask(&format!("GET {path}"));
    let token = between(&page, "name=\"token\" value=\"", "\"");
    let cookie = between(&page, "set-cookie: ", ";");
    let form = format!("token={token}");
    let answer = server.post(&path, cookie, &form);
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    assert!(answer.contains("set-cookie: ravenpost="), "{answer}");
    let again = server.post(&path, cookie, &form);
    assert!(!again.contains("set-cookie: ravenpost="), "the link worked twice: {again}");
    // After a kill rather than a stop, everything that was acknowledged is still there.
    assert_eq!(server.stop("-KILL").code(), None);
    let server = Server::start("serve", data.path());
    assert!(server.ask("GET /readyz").starts_with("HTTP/1.1 200"));
    assert!(!server.rest("-TERM").contains("/sign-in/"), "the admin is known");
}

#[test]
fn demo_has_a_pending_table_and_keeps_it() {
    let data = folder();
    let mut server = Server::start("demo", data.path());
    let waiting = server.line_with("/games/");
    let path = waiting.trim().rsplit_once(&server.address).unwrap().1.to_owned();
    assert!(server.said.contains("THIS IS A DEMO"));
    let page = server.ask(&format!("GET {path}"));
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert_eq!(server.stop("-INT").code(), Some(0));
    let mut again = Server::start("demo", data.path());
    let waiting = again.line_with("/games/");
    assert!(waiting.contains(&path), "a second start opened another table: {waiting}");
    assert_eq!(again.stop("-TERM").code(), Some(0));
}

/// A start with an older database file, one where the admin declares a restore, and others.
#[tokio::test]
async fn only_a_restored_server_begins_epochs() {
    let data = folder();
    let (database, copy) = (data.path().join("ravenpost.db"), data.path().join("copy.db"));
    let kept = data.path().join("kept.db");
    // Counts the games that existed before and are still running.
    let each = async |begun: usize| {
        let store = Store::open_read_only(&database).await.unwrap();
        let (then, mut games) = (Store::open_read_only(&kept).await.unwrap(), 0);
        for game in events::games(then.read(), None, 1_000).await.unwrap() {
            let log = events::history(store.read(), &game).await.unwrap();
            let of = |kind: &str| log.iter().filter(|event| event.kind == kind).count();
            if of("ended") + of("cancelled") == 0 {
                assert_eq!(of("epoch-started"), begun, "{game}");
                games += 1;
            }
        }
        assert!(games > 0, "no game goes on");
        store.close().await;
        then.close().await;
    };
    assert_eq!(Server::start("demo", data.path()).stop("-TERM").code(), Some(0));
    let store = Store::open_read_only(&database).await.unwrap();
    store.backup(&copy).await.unwrap();
    store.backup(&kept).await.unwrap();
    store.close().await;
    assert_eq!(Server::start("serve", data.path()).stop("-TERM").code(), Some(0));
    each(0).await;
    assert_eq!(Server::start("serve --restored", data.path()).stop("-TERM").code(), Some(0));
    each(1).await;
    let marked = data.path().join("ravenpost.db.high-water-mark");
    assert!(std::fs::read_to_string(marked).unwrap().starts_with("ravenpost high-water-mark 1 "));
    for end in ["", "-wal", "-shm"] {
        drop(std::fs::remove_file(data.path().join(format!("ravenpost.db{end}"))));
    }
    std::fs::rename(&copy, &database).unwrap();
    assert_eq!(Server::start("serve", data.path()).stop("-TERM").code(), Some(0));
    each(1).await;
    assert_eq!(Server::start("serve", data.path()).stop("-TERM").code(), Some(0));
    each(1).await;
}

#[test]
fn server_that_cannot_listen_says_why() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = folder();
    let output = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(["serve", "--bind", &address, "--data"])
        .arg(data.path())
        .env_clear()
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(&format!("cannot listen on {address}")), "{told}");
}

#[test]
fn stored_games_can_be_viewed_audited_and_copied() {
    let data = folder();
    let mut server = Server::start("demo", data.path());
    let waiting = server.line_with("/games/");
    let game = waiting.trim().rsplit('/').next().unwrap().to_owned();
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .args(words)
            .arg("--data")
            .arg(data.path())
            .env_clear()
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), told + &String::from_utf8_lossy(&output.stderr))
    };
    // While the server runs: two writers would corrupt the log.
    for words in [vec!["serve", "--bind", "127.0.0.1:0"], vec!["rebuild"]] {
        let (code, told) = run(&words);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains("another ravenpost process is using this database"), "{told}");
    }
    let (code, told) = run(&["show", &game, "--log"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("Demo table") && told.contains("The game was created"), "{told}");
    let (code, told) = run(&["audit"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains(" games, ") && told.contains("0 broken"), "{told}");
    let (code, told) = run(&["audit", &game, "--json"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("\"events\": 3"), "{told}");
    let copy = data.path().join("copy.db");
    let copy = copy.to_str().unwrap();
    assert_eq!(run(&["backup", copy]).0, Some(0));
    assert_eq!(run(&["backup", copy]).0, Some(2), "a backup never overwrites");
    let nowhere = data.path().join("none/copy.db");
    let (code, told) = run(&["backup", nowhere.to_str().unwrap()]);
    assert_eq!(code, Some(2), "the folder does not exist: {told}");
    let (code, told) = run(&["verify-dice", &game]);
    assert_eq!(code, Some(1), "the game is not over: {told}");
    assert_eq!(run(&["show", "nosuchgame00"]).0, Some(1));
    assert_eq!(server.stop("-TERM").code(), Some(0));
    // After it has stopped.
    let (code, told) = run(&["rebuild"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.ends_with(" games rebuilt\n") && !told.starts_with('0'), "{told}");
    assert_eq!(run(&["audit"]).0, Some(0));
}

/// Whether the other end still has the idle connection open.
fn is_open(mut stream: &TcpStream) -> bool {
    let read = stream.read(&mut [0]);
    read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

#[test]
fn endless_forms_and_floods_do_not_block_others() {
    let data = folder();
    let server = Server::start("serve", data.path());
    let mut held = Vec::new();
    for _ in 0..400 {
        let Ok(mut stream) = TcpStream::connect(&server.address) else { break };
        let head = "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\na=";
        // Connections over the limit are closed at once, perhaps before this is written.
        let _ = stream.write_all(head.as_bytes());
        held.push(stream);
    }
    // Ends when the server has closed all connections over the limit, and hangs if it never does.
    for stream in &held {
        stream.set_nonblocking(true).unwrap();
    }
    while held.iter().filter(|stream| is_open(stream)).count() > 100 {
        std::thread::yield_now();
    }
    drop(held);
    // Slots are freed as soon as the server notices; earlier connections are refused.
    let asked = || {
        let mut stream = TcpStream::connect(&server.address).ok()?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        answer.starts_with("HTTP/1.1 200").then_some(())
    };
    while asked().is_none() {
        std::thread::yield_now();
    }
}

#[test]
fn files_are_readable_by_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let data = folder();
    let server = Server::start("serve", data.path());
    for name in ["ravenpost.db", "ravenpost.db-wal", "ravenpost.db-shm"] {
        let mode = data.path().join(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
    let copy = data.path().join("copy.db");
    let made = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(["backup", "--data"])
        .arg(data.path())
        .arg(&copy)
        .env_clear()
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert_eq!(copy.metadata().unwrap().permissions().mode() & 0o077, 0);
    assert_eq!(server.stop("-TERM").code(), Some(0));
}

/// A second server on the same folder is refused before it listens, so it cannot take over the
/// socket of the first.
#[test]
fn second_server_leaves_the_first_ones_socket_alone() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start("serve", folder.path());
    let socket = folder.path().join("socket");
    let _listens = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let second = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(["serve", "--bind", &format!("unix:{}", socket.display()), "--data"])
        .arg(folder.path())
        .env_clear()
        .env("RAVENPOST__MAIL__PUBLIC_OUTBOX", "true")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert!(said.contains("another ravenpost process"), "{said}");
    std::os::unix::net::UnixStream::connect(&socket).expect("the first one is still to be had");
    drop(first);
}

/// Settings that would only fail later are refused at the start.
#[test]
fn settings_that_cannot_work_are_refused_at_startup() {
    let refused = |settings: &[(&str, &str)]| {
        let (code, said) = refused(&["serve"], settings);
        assert_eq!(code, Some(2), "{settings:?}: {said}");
        said
    };
    let open = [
        ("RAVENPOST__MAIL__LISTEN", "0.0.0.0:0"),
        ("RAVENPOST__MAIL__REPLY_DOMAIN", "reply.raven.example"),
    ];
    let said = refused(&open);
    assert!(said.contains("mail.listen: 0.0.0.0:0 is reachable"), "{said}");
    let nowhere = [
        ("RAVENPOST__MAIL__TRANSPORT", "smtp"),
        ("RAVENPOST__MAIL__SMTP_HOST", "relay.raven.example"),
        ("RAVENPOST__SERVER__BIND", "0.0.0.0:0"),
    ];
    let said = refused(&nowhere);
    assert!(said.contains("server.base_url: is not set"), "{said}");
}

/// Settings that work but may be unintended cause a warning at the start.
#[test]
fn unprotected_address_is_warned_about_at_startup() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(["serve", "--bind", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .env_clear()
        .env("RAVENPOST__SERVER__BASE_URL", "http://play.raven.example")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(line.trim(), "Ravenpost is at http://play.raven.example", "{said}");
    let warned = "http://play.raven.example is not encrypted";
    assert!(said.contains(warned), "{said}");
}

/// Remains of deliveries that were interrupted long ago are deleted at the start.
#[test]
fn partial_emails_are_deleted_at_startup() {
    let data = folder();
    let room = data.path().join("incoming/tmp");
    std::fs::create_dir_all(&room).unwrap();
    let [old, fresh] = ["old", "fresh"].map(|name| room.join(name));
    for half in [&old, &fresh] {
        std::fs::write(half, "Subj").unwrap();
    }
    let long_ago = SystemTime::now() - Duration::from_secs(3 * 86_400);
    std::fs::File::options().write(true).open(&old).unwrap().set_modified(long_ago).unwrap();
    let reads = [("RAVENPOST__MAIL__REPLY_DOMAIN", "reply.raven.example")];
    let server = Server::start_with("serve", data.path(), &reads);
    let started = Instant::now();
    while old.exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "it is still there");
        std::thread::yield_now();
    }
    assert!(fresh.exists(), "somebody may be writing it");
    assert_eq!(server.stop("-TERM").code(), Some(0));
}

/// A mail source that cannot be read makes the server unready, until it can be read again.
#[test]
fn failed_mail_source_makes_the_server_unready() {
    let data = folder();
    let reads = [("RAVENPOST__MAIL__REPLY_DOMAIN", "reply.raven.example")];
    let server = Server::start_with("serve", data.path(), &reads);
    let until = |status: &str| {
        let (line, started) = (format!("HTTP/1.1 {status}"), Instant::now());
        loop {
            let health = server.ask("GET /readyz");
            if health.starts_with(&line) {
                return health;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "{health}");
            std::thread::yield_now();
        }
    };
    until("200");
    let [new, away] = ["incoming/new", "incoming/away"].map(|name| data.path().join(name));
    std::fs::create_dir_all(&new).unwrap();
    std::fs::rename(&new, &away).unwrap();
    std::fs::write(&new, "in the way").unwrap();
    let health = until("503");
    assert!(health.contains("\"trouble\":\"inbound: "), "{health}");
    std::fs::remove_file(&new).unwrap();
    std::fs::rename(&away, &new).unwrap();
    assert!(until("200").contains("\"inbound\":\"ok\""));
    assert_eq!(server.stop("-TERM").code(), Some(0));
}
