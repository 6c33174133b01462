//! The doctor's findings about a database, and the privileges of a serving role.

use chrono::Duration;
use ravenpost::config::Config;
use ravenpost::mail::doctor::database;
use ravenpost::mail::doctor::{DoctorReport, Grade};
use ravenpost_rules::Seat;
use ravenpost_store::moving::MovePlan;
use ravenpost_store::people::erasure;
use ravenpost_store::postgres::status::{Role, ServerStatus, Standbys};
use ravenpost_store::{Store, writes};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};

use crate::harness::app::App;

/// A healthy database server.
fn sound() -> ServerStatus {
    ServerStatus {
        version: "15.18".to_owned(),
        only_reads: false,
        flushes: true,
        waits_for: "on".to_owned(),
        named: "ANY 1 (b)".to_owned(),
        connections: 200,
        nodes: 3,
        checksums: true,
        by_network: true,
        tls: "TLSv1.3".to_owned(),
        standbys: Standbys { all: 1, waited_for: 1, hidden: 0 },
        role: Role {
            name: "app".to_owned(),
            is_superuser: false,
            owns_log: false,
            may_change_log: false,
        },
        unguarded: Vec::new(),
    }
}

fn told(change: impl FnOnce(&mut ServerStatus)) -> (Grade, String) {
    let (mut standing, mut report) = (sound(), DoctorReport::default());
    change(&mut standing);
    database::all(&standing, true, &mut report);
    let worst = report.findings.iter().map(|one| one.grade).max().expect("something");
    (worst, report.to_string())
}

#[test]
fn doctor_says_whether_answered_orders_survive() {
    let (grade, said) = told(|_| ());
    assert_eq!(grade, Grade::Good, "{said}");
    assert!(said.contains("confirmed orders survive the loss of this server"), "{said}");
    type Change = fn(&mut ServerStatus);
    let changes: [(Change, Grade, &str); 13] = [
        (|one| one.connections = 60, Grade::Warning, "few for 3 nodes"),
        (|one| one.only_reads = true, Grade::Bad, "read-only standby"),
        (|one| one.flushes = false, Grade::Bad, "lost in a power failure"),
        (|one| one.named.clear(), Grade::Warning, "orders do not wait"),
        (
            |one| (one.named, one.standbys.all) = (String::new(), 0),
            Grade::Warning,
            "there is no standby",
        ),
        (|one| one.waits_for = "local".to_owned(), Grade::Bad, "can be lost with this server"),
        (|one| one.standbys.waited_for = 0, Grade::Bad, "play is blocked"),
        (
            |one| (one.standbys.waited_for, one.standbys.hidden) = (0, 1),
            Grade::Note,
            "GRANT pg_monitor",
        ),
        (|one| one.tls.clear(), Grade::Warning, "is not encrypted"),
        (|one| one.role.is_superuser = true, Grade::Warning, "is a superuser"),
        (|one| one.role.owns_log = true, Grade::Note, "could disable its protection"),
        (|one| one.role.may_change_log = true, Grade::Warning, "is allowed to change the log"),
        (
            |one| one.unguarded = vec!["event_no_update".to_owned()],
            Grade::Bad,
            "disabled: event_no_update",
        ),
    ];
    for (change, grade, words) in changes {
        let (worst, said) = told(change);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(worst, grade, "{said}");
        assert!(said.contains(words), "no \"{words}\" in: {said}");
    }
}

/// A dedicated role plays a game from the first order to the erasure of a player, and cannot change
/// the log.
#[tokio::test]
async fn serving_role_can_play_but_not_change_the_log() {
    let Some([here, _]) = App::nodes().await else { return };
    let owner = here.address.clone().expect("a shared database");
    let options: PgConnectOptions = owner.parse().expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    let role = format!("s{}", ravenpost_store::random_game_id()).to_lowercase();
    let make = AssertSqlSafe(format!("CREATE ROLE {role} LOGIN"));
    conn.execute(sqlx::raw_sql(make)).await.expect("a role");
    let serves = owner.replacen("user=ravenpost", &format!("user={role}"), 1);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("db");
    let store = Store::connect_as(&serves, Some(&owner), &path).await.expect("it opens");
    let mut app = App::on_node(store, 7);
    let (_, bob, game) = app.pair("gotlandia").await;
    for _ in 0..4 {
        app.now += Duration::minutes(1);
        let seat: Seat =
            app.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("taken");
    }
    app.service.proof().first_key(app.now).await.expect("a key");
    app.service.archive().seal(app.now).await.expect("a seal");
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    app.service.tidy_up(app.now).await.expect("tidy");
    app.service.clocks().tick(app.now + Duration::days(4)).await.expect("a tick");
    let forget = app.service.store().write(writes!(|tx| erasure::forget(tx, bob, &[]).await));
    forget.await.expect("forgotten");
    let role = app.service.store().standing().await.expect("told").expect("a server").role;
    assert!(!role.owns_log && !role.may_change_log && !role.is_superuser, "{role:?}");
    let mut plan = MovePlan {
        setting: |_, value| Some(value.to_owned()),
        on_progress: &mut |_| (),
        anyway: false,
        day: String::new(),
    };
    let copy = folder.path().join("copy.db");
    let copied = app.service.store().copy_to_file(&copy, &mut plan).await;
    copied.expect("who serves can make a copy");
    let options: PgConnectOptions = serves.parse().expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    for attempt in [
        "UPDATE event SET act = '{}'",
        "DELETE FROM event",
        "TRUNCATE event",
        "ALTER TABLE event DISABLE TRIGGER ALL",
        "DROP TABLE event CASCADE",
        "DELETE FROM seal",
        "UPDATE server_key SET name = 'another'",
    ] {
        let error = conn.execute(sqlx::raw_sql(attempt)).await.expect_err(attempt);
        let code =
            error.into_database_error().expect("refused").code().map(|code| code.to_string());
        assert_eq!(code.as_deref(), Some("42501"), "{attempt}");
    }
}

/// Runs the whole command against the test server, which has no standby and a superuser.
#[tokio::test]
async fn doctor_examines_a_database() {
    let Some([here, _]) = App::nodes().await else { return };
    let mut config = Config::default();
    let address = here.address.as_deref().expect("a shared database");
    config.data.database = address.into();
    let mut report = DoctorReport::default();
    database::look(&config, &mut report).await;
    let said = report.to_string();
    for words in ["PostgreSQL 1", "is a superuser", "protected against", "clock and the"] {
        assert!(said.contains(words), "no {words} in {said}");
    }
    config.data.database = "postgres:///x?host=/nowhere".into();
    let mut report = DoctorReport::default();
    database::look(&config, &mut report).await;
    assert!(report.to_string().contains("it cannot be read"), "{report}");
}
