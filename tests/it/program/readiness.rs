//! Components of the real program that fail while it runs: `/readyz` names them, and the server is
//! ready again by itself when the cause is gone. `serve.rs` covers the mail source and the log.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ravenpost::mail::incoming::spool::{Envelope, Spool};
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;
use tokio::time::{Interval, interval};

use super::serve::Server;
use crate::harness::browser::{Browser, Pages};
use crate::harness::failing_disk::Disk;

/// ENOSPC, EIO and EROFS: the disk is full, faulty, or mounted read-only after a fault.
const ERRORS: [i64; 3] = [28, 5, 30];

const READS: (&str, &str) = ("RAVENPOST__MAIL__REPLY_DOMAIN", "reply.raven.example");

/// Longer than the longest pause of the loops.
const LONGEST: Duration = Duration::from_secs(150);

/// Waits for a condition that is checked again and again.
struct Wait {
    start: Instant,
    look: Interval,
}

impl Wait {
    fn new() -> Wait {
        Wait { start: Instant::now(), look: interval(Duration::from_millis(20)) }
    }

    /// Waits until the next check; panics with the current state if that takes too long.
    async fn more(&mut self, state: impl FnOnce() -> String) {
        self.look.tick().await;
        assert!(self.start.elapsed() < LONGEST, "{}", state());
    }
}

/// A server that reads emails from its spool.
struct Watched {
    server: Server,
    browser: Browser,
    data: TempDir,
}

impl Watched {
    /// Starts a server and waits until it is ready.
    async fn start(settings: &[(&str, &str)]) -> Watched {
        let data = tempfile::tempdir().expect("a folder");
        let settings = [&[READS][..], settings].concat();
        let server = Server::start_with("serve", data.path(), &settings);
        let address = server.address().parse().expect("an address");
        let mut watched = Watched { server, browser: Pages { address }.browser(), data };
        watched.is_ready().await;
        watched
    }

    fn database(&self) -> PathBuf {
        self.data.path().join("ravenpost.db")
    }

    /// Another program's connection to the database.
    async fn other(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(self.database());
        options.connect().await.expect("the file is there")
    }

    fn spool(&self) -> Spool {
        Spool::at(self.data.path().join("incoming"))
    }

    /// Delivers an email, which the server tries to store until it succeeds.
    fn deliver(&self, id: &str) {
        let email = format!(
            "From: ann@example.org\r\nTo: o-x@reply.raven.example\r\n\
             Message-ID: <{id}@phone.example>\r\n\r\n1\r\n"
        );
        self.spool().put(&Envelope::default(), email.as_bytes()).expect("delivered");
    }

    /// The status of `/readyz`, and the report.
    async fn health(&mut self) -> (u16, Value) {
        let page = self.browser.once("GET", "/readyz", None).await;
        let report = serde_json::from_str(&page.body).expect("JSON");
        (page.status, report)
    }

    /// Waits until this component has failed, which makes the server unready, and returns the
    /// reported problem.
    async fn fails(&mut self, component: &str) -> String {
        let mut wait = Wait::new();
        loop {
            let (status, report) = self.health().await;
            if report["components"][component].as_str().is_some_and(|state| state != "ok") {
                assert_eq!(status, 503, "{report}");
                return report["trouble"].as_str().expect("a problem").to_owned();
            }
            wait.more(|| format!("{component}: {report}")).await;
        }
    }

    /// Waits until all components work.
    async fn is_ready(&mut self) {
        let mut wait = Wait::new();
        loop {
            let (status, report) = self.health().await;
            if status == 200 {
                assert!(report["trouble"].is_null(), "{report}");
                return;
            }
            wait.more(|| report.to_string()).await;
        }
    }

    /// Checks that readers are still served.
    async fn shows_pages(&mut self) {
        for path in ["/healthz", "/readyz/pages", "/titles"] {
            assert_eq!(self.browser.once("GET", path, None).await.status, 200, "{path}");
        }
    }

    /// Waits until the server has stored what it could not store before, and is ready again.
    async fn recovers(&mut self) {
        let mut wait = Wait::new();
        while !self.spool().waiting().expect("readable").is_empty() {
            wait.more(|| "an email is left".to_owned()).await;
        }
        self.is_ready().await;
    }

    fn stops(self) {
        assert_eq!(self.server.stop("-TERM").code(), Some(0));
    }
}

#[tokio::test]
async fn failing_disk_makes_the_server_unready() {
    let program = tempfile::tempdir().expect("a folder");
    let told = program.path().join("told");
    let (disk, shim) = (Disk::new(&told), Disk::under(program.path(), &told));
    let settings = shim.each_ref().map(|(name, value)| (*name, value.to_str().expect("text")));
    let mut watched = Watched::start(&settings).await;
    for error in ERRORS {
        let [_, failed, _] = disk.counts();
        disk.fail(0, i64::MAX, error);
        watched.deliver(&error.to_string());
        watched.fails("writer").await;
        assert!(disk.counts()[1] > failed, "error {error}: no call failed");
        watched.shows_pages().await;
        disk.fail(0, 0, 0);
        watched.recovers().await;
    }
    watched.stops();
}

#[tokio::test]
async fn database_locked_by_a_program_makes_the_server_unready() {
    let mut watched = Watched::start(&[]).await;
    let mut other = watched.other().await;
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("locked");
    watched.deliver("locked");
    watched.fails("writer").await;
    watched.shows_pages().await;
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("unlocked");
    watched.recovers().await;
    watched.stops();
}

#[tokio::test]
async fn deleted_database_makes_the_server_unready() {
    let mut watched = Watched::start(&[]).await;
    let (database, away) = (watched.database(), watched.data.path().join("away"));
    std::fs::rename(&database, &away).expect("moved");
    watched.fails("disk").await;
    std::fs::rename(&away, &database).expect("moved back");
    watched.recovers().await;
    watched.stops();
}

/// The clock loop cannot record that it runs.
#[tokio::test]
async fn stopped_clock_loop_makes_the_server_unready() {
    let mut watched = Watched::start(&[]).await;
    let mut other = watched.other().await;
    // A heartbeat is stored when the last one is a minute old, or missing.
    let broken = "CREATE TRIGGER broken BEFORE INSERT ON setting \
        WHEN NEW.key = 'last_heartbeat' BEGIN SELECT RAISE(ABORT, 'broken'); END; \
        DELETE FROM setting WHERE key = 'last_heartbeat'";
    sqlx::raw_sql(broken).execute(&mut other).await.expect("done");
    let problem = watched.fails("clocks").await;
    assert!(problem.starts_with("clocks: "), "{problem}");
    watched.shows_pages().await;
    sqlx::raw_sql("DROP TRIGGER broken").execute(&mut other).await.expect("done");
    watched.recovers().await;
    watched.stops();
}

/// The sender cannot claim an email that is due.
#[tokio::test]
async fn stopped_sender_makes_the_server_unready() {
    let mut watched = Watched::start(&[]).await;
    let mut other = watched.other().await;
    let broken = "CREATE TRIGGER broken BEFORE UPDATE ON outbox \
        BEGIN SELECT RAISE(ABORT, 'broken'); END";
    sqlx::raw_sql(broken).execute(&mut other).await.expect("done");
    let page = watched.browser.get("/sign-in").await;
    let asked = watched.browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    assert_eq!(asked.status, 200, "{}", asked.body);
    let problem = watched.fails("sender").await;
    assert!(problem.starts_with("sender: "), "{problem}");
    watched.shows_pages().await;
    sqlx::raw_sql("DROP TRIGGER broken").execute(&mut other).await.expect("done");
    watched.recovers().await;
    watched.stops();
}
