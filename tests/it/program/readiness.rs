//! Components of the real program that fail while it runs: `/readyz` names them, and the server is
//! ready again by itself when the cause is gone. `serve.rs` covers the mail source and the log.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};
use ravenpost::mail::incoming::spool::{Envelope, Spool};
use ravenpost::service::table::join_table::Join;
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::Store;
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;
use tokio::time::{Interval, interval};

use super::serve::Server;
use crate::cluster::faults;
use crate::cluster::installation::signed_in;
use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages};
use crate::harness::failing_disk::{Disk, HANG};
use crate::harness::orders::PostedOrder;
use crate::harness::postgres;

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

/// A round of the clocks reports every ten seconds that it runs, for up to ten minutes.
const REPORTS: Duration = Duration::from_secs(12);
/// When an email is due for which the sender wakes up: before `REPORTS` have passed.
const SOON: TimeDelta = TimeDelta::seconds(10);
/// The seconds by which the clock is set: more than the ten minutes of a round and the two minutes
/// for which its last report is valid.
const TOO_LONG: &str = "780";

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

    /// Deletes the stored heartbeat, so that the clock loop stores it in its next round.
    async fn forgets_heartbeat(other: &mut SqliteConnection) {
        let delete = "DELETE FROM setting WHERE key = 'last_heartbeat'";
        sqlx::raw_sql(delete).execute(other).await.expect("deleted");
    }

    async fn has_heartbeat(other: &mut SqliteConnection) -> bool {
        let asked = "SELECT count(*) FROM setting WHERE key = 'last_heartbeat'";
        let count: i64 = sqlx::query_scalar(asked).fetch_one(other).await.expect("counted");
        count > 0
    }

    /// Waits until a new server has made its first seal and recorded the end of its log.
    async fn has_started(&mut self) {
        let mark = self.data.path().join("ravenpost.db.high-water-mark");
        let seals = self.data.path().join("seals");
        let has_sealed = || std::fs::read_dir(&seals).is_ok_and(|mut texts| texts.next().is_some());
        let mut wait = Wait::new();
        while !mark.exists() || !has_sealed() {
            wait.more(|| format!("{} is not there", mark.display())).await;
        }
        self.is_ready().await;
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

    /// Requests a sign-in email.
    async fn signs_in(&mut self, address: &str) {
        let page = self.browser.get("/sign-in").await;
        let asked = self.browser.send(&page, "/sign-in", &[("address", address)]).await;
        assert_eq!(asked.status, 200, "{}", asked.body);
    }

    /// Requests a sign-in email and waits until it is sent.
    async fn sends_to(&mut self, address: &str, other: &mut SqliteConnection) {
        self.signs_in(address).await;
        let asked = "SELECT count(*) FROM outbox WHERE address = $1 AND state = 'sent'";
        let mut wait = Wait::new();
        loop {
            let sent = sqlx::query_scalar(asked).bind(address).fetch_one(&mut *other).await;
            let sent: i64 = sent.expect("counted");
            if sent > 0 {
                return;
            }
            wait.more(|| format!("no email to {address} is sent")).await;
        }
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
    watched.signs_in("ann@example.org").await;
    let problem = watched.fails("sender").await;
    assert!(problem.starts_with("sender: "), "{problem}");
    watched.shows_pages().await;
    sqlx::raw_sql("DROP TRIGGER broken").execute(&mut other).await.expect("done");
    watched.recovers().await;
    watched.stops();
}

/// A server whose disk can stop answering. A component counts as hung after minutes, so the
/// program's clock can be set forward.
struct SlowDisk {
    watched: Watched,
    disk: Disk,
    /// The clock is set forward while this file exists.
    late: PathBuf,
    _program: TempDir,
}

impl SlowDisk {
    /// Starts a server and waits until only its clock loop writes.
    async fn start() -> SlowDisk {
        let program = tempfile::tempdir().expect("a folder");
        let (told, late) = (program.path().join("told"), program.path().join("late"));
        let (disk, shim) = (Disk::new(&told), Disk::under(program.path(), &told));
        let [(told, file), (preload, slow_disk)] =
            shim.map(|(name, value)| (name, value.into_string().expect("text")));
        let clock = faults::another_clock(program.path());
        let libraries = format!("{slow_disk}:{}", clock.display());
        let settings = [
            (told, file.as_str()),
            (preload, libraries.as_str()),
            ("CLOCK_OFF", TOO_LONG),
            ("CLOCK_FILE", late.to_str().expect("text")),
            ("RAVENPOST__DATA__BACKUP_INTERVAL_HOURS", "0"),
        ];
        let mut watched = Watched::start(&settings).await;
        watched.has_started().await;
        let mut other = watched.other().await;
        Watched::forgets_heartbeat(&mut other).await;
        let mut wait = Wait::new();
        while !Watched::has_heartbeat(&mut other).await {
            wait.more(|| "no heartbeat is stored".to_owned()).await;
        }
        SlowDisk { watched, disk, late, _program: program }
    }

    /// Waits until a call hangs, and checks that the component it holds up counts as hung until the
    /// disk answers.
    async fn holds_up(&mut self, component: &str, failed: i64) {
        let mut wait = Wait::new();
        while self.disk.counts()[1] == failed {
            wait.more(|| "no call hangs".to_owned()).await;
        }
        let (_, report) = self.watched.health().await;
        assert_eq!(report["components"][component], "ok", "it may take minutes: {report}");
        std::fs::write(&self.late, "").expect("the clock is set");
        self.watched.fails(component).await;
        let mut wait = Wait::new();
        while wait.start.elapsed() < REPORTS {
            let (status, report) = self.watched.health().await;
            assert_eq!(status, 503, "{report}");
            assert_ne!(report["components"][component], "ok", "{report}");
            wait.more(|| report.to_string()).await;
        }
        self.watched.shows_pages().await;
        self.disk.fail(0, 0, 0);
        self.watched.is_ready().await;
    }
}

#[tokio::test]
async fn hanging_clock_loop_makes_the_server_unready() {
    let mut slow = SlowDisk::start().await;
    let mut other = slow.watched.other().await;
    let [_, failed, _] = slow.disk.counts();
    slow.disk.fail(0, i64::MAX, HANG);
    Watched::forgets_heartbeat(&mut other).await;
    slow.holds_up("clocks", failed).await;
    slow.watched.stops();
}

/// The sender hangs while it claims an email. A silent relay cannot hold up the sender: each email
/// is sent by a task of its own.
#[tokio::test]
async fn hanging_sender_makes_the_server_unready() {
    let mut slow = SlowDisk::start().await;
    let mut other = slow.watched.other().await;
    let queue = "INSERT INTO outbox \
        (message_id, address, kind, payload, reference_ids, created_at, due_at) \
        VALUES ('late@raven.example', 'late@example.org', 'sign_in', '{}', '', $1, $1)";
    let due = (Utc::now() + SOON).timestamp_millis();
    sqlx::query(queue).bind(due).execute(&mut other).await.expect("queued");
    // An email of the server wakes the sender, which then sleeps until the other one is due.
    slow.watched.sends_to("ann@example.org", &mut other).await;
    let [_, failed, _] = slow.disk.counts();
    slow.disk.fail(0, i64::MAX, HANG);
    slow.holds_up("sender", failed).await;
    slow.watched.sends_to("bob@example.org", &mut other).await;
    slow.watched.stops();
}

/// A game on a private PostgreSQL server.
struct SharedGame {
    app: App,
    database: postgres::Server,
    game: GameId,
    sessions: [String; 2],
    _folder: TempDir,
}

impl SharedGame {
    /// `None` without PostgreSQL.
    async fn new() -> Option<SharedGame> {
        let folder = tempfile::tempdir().expect("a folder");
        let Some(database) = postgres::Server::new(folder.path(), 5503) else {
            eprintln!("not tried: there is no PostgreSQL; see scripts/needs.sh");
            return None;
        };
        database.start();
        let (address, file) = (database.address(), folder.path().join("test.db"));
        let store = Store::connect(&address, &file).await.expect("a node");
        let mut app = App::on_node(store, 1);
        app.now = Utc::now();
        let (ann, bob) = (signed_in(&app, "ann").await, signed_in(&app, "bob").await);
        let game = app.open_table("gotlandia", ann.id, 2).await;
        let join = app.service.tables().join_table(app.now, &game, bob.id, Join::default());
        join.await.expect("a free seat");
        let sessions = [ann.secret, bob.secret];
        Some(SharedGame { app, database, game, sessions, _folder: folder })
    }

    /// The next order of the game.
    async fn order(&self) -> PostedOrder {
        PostedOrder::next(&self.app, &self.game, &self.sessions).await.expect("it goes on")
    }

    async fn version(&self) -> Seq {
        self.app.version(&self.game).await
    }

    /// Runs statements as the database's admin.
    async fn run(&self, text: &'static str) {
        let mut admin = self.database.connection().await;
        // The session itself may be read-only.
        let writable = sqlx::raw_sql("SET default_transaction_read_only = off");
        writable.execute(&mut admin).await.expect("a session that writes");
        sqlx::raw_sql(text).execute(&mut admin).await.expect("done");
    }

    /// Checks that the server refuses an order, reports it, and stores nothing.
    async fn refuses(&self, order: &PostedOrder, stored: Seq, watched: &mut Watched) {
        assert_eq!(order.post(watched.browser.clone()).await, 503);
        watched.fails("writer").await;
        watched.shows_pages().await;
        assert_eq!(order.post(watched.browser.clone()).await, 503);
        assert_eq!(self.version().await, stored, "a refused order is not stored");
    }

    /// Checks that the server becomes ready again and stores the refused order once.
    async fn recovers(&self, order: &PostedOrder, stored: Seq, watched: &mut Watched) {
        watched.is_ready().await;
        // A session that is still read-only may refuse it once.
        let mut wait = Wait::new();
        while order.post(watched.browser.clone()).await != 303 {
            wait.more(|| "orders are still refused".to_owned()).await;
        }
        let after = self.version().await;
        assert!(after > stored, "the refused order can be given again");
        order.post(watched.browser.clone()).await;
        assert_eq!(self.version().await, after, "an order is stored once");
    }
}

/// A session keeps the default with which it was opened, even after the database is writable again.
#[tokio::test(flavor = "multi_thread")]
async fn read_only_database_refuses_orders_until_it_is_writable() {
    let Some(shared) = SharedGame::new().await else { return };
    let address = shared.database.address();
    let mut watched = Watched::start(&[("RAVENPOST__DATA__DATABASE", address.as_str())]).await;
    let order = shared.order().await;
    assert_eq!(order.post(watched.browser.clone()).await, 303);

    let (order, stored) = (shared.order().await, shared.version().await);
    shared.run("ALTER DATABASE postgres SET default_transaction_read_only = on").await;
    faults::cut(&shared.database, faults::ALL).await;
    shared.refuses(&order, stored, &mut watched).await;
    shared.run("ALTER DATABASE postgres RESET default_transaction_read_only").await;
    shared.recovers(&order, stored, &mut watched).await;
    watched.stops();
}

/// The role that serves may no longer append to the log. All its other writes still succeed.
#[tokio::test(flavor = "multi_thread")]
async fn revoked_privilege_refuses_orders_until_it_is_granted() {
    let Some(shared) = SharedGame::new().await else { return };
    shared.run("CREATE ROLE serving LOGIN").await;
    let owner = shared.database.address();
    let serves = owner.replace("user=ravenpost", "user=serving");
    let settings = [
        ("RAVENPOST__DATA__DATABASE", serves.as_str()),
        ("RAVENPOST__DATA__DATABASE_OWNER", owner.as_str()),
    ];
    let mut watched = Watched::start(&settings).await;
    let order = shared.order().await;
    assert_eq!(order.post(watched.browser.clone()).await, 303);

    let (order, stored) = (shared.order().await, shared.version().await);
    shared.run("REVOKE INSERT ON event FROM serving").await;
    shared.refuses(&order, stored, &mut watched).await;
    shared.run("GRANT INSERT ON event TO serving").await;
    shared.recovers(&order, stored, &mut watched).await;
    watched.stops();
}
