//! Moving an installation from SQLite to PostgreSQL and back: nothing is lost, and if anything
//! prevents the move, nothing is changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::fairness::renewal;
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::{Service, Settings};
use ravenpost_log::act::Via;
use ravenpost_store::lists::settings;
use ravenpost_store::log::{audit, seals};
use ravenpost_store::moving::{MovePlan, Moved, Progress};
use ravenpost_store::people::seat_holders;
use ravenpost_store::sqlite::copies;
use ravenpost_store::{Store, writes};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor, PgConnection, Row};
use tempfile::TempDir;

use crate::harness::app::{App, fresh, key_of};
use crate::harness::engine;
use crate::harness::folder::folder;

/// An installation on SQLite, and the address of an empty database.
pub(in crate::service) struct House {
    app: App,
    file: PathBuf,
    pub address: String,
    pub folder: TempDir,
}

fn now() -> DateTime<Utc> {
    "2026-11-20T09:00:00Z".parse().expect("a moment")
}

impl House {
    /// Returns `None` without PostgreSQL.
    pub async fn new() -> Option<House> {
        let folder = folder();
        let address = engine::address(&folder.path().join("target.db")).await?;
        let file = folder.path().join("ravenpost.db");
        let mut app = App::on(&file, now()).await;
        let (ann, bob, game) = app.pair("gotlandia").await;
        let other = app.open_table("thingvellir", ann, 2).await;
        app.service
            .tables()
            .join_table(app.now, &other, bob, Join::default())
            .await
            .expect("a free seat");
        for game in [&game, &other, &game, &game] {
            app.now += Duration::hours(1);
            let seat = *app
                .service
                .games()
                .load(game)
                .await
                .expect("a game")
                .seats()
                .awaited_seats()
                .first()?;
            let order = app.some_order(game, seat).await;
            app.order(game, seat, &order).await.expect("taken");
        }
        app.service.proof().first_key(app.now).await.expect("a key");
        app.service.archive().seal(app.now).await.expect("a seal");
        Some(House { app, file, address, folder })
    }

    pub fn store(&self) -> &Store {
        self.app.service.store()
    }

    async fn connection(&self) -> PgConnection {
        let options: PgConnectOptions = self.address.parse().expect("an address");
        options.connect().await.expect("a connection")
    }
}

async fn to_server(from: &Store, address: &str) -> Result<Moved, String> {
    let mut told = BTreeMap::new();
    let mut tell = |Progress { reads_back, table, rows }: Progress<'_>| {
        told.insert((table.to_owned(), reads_back), rows);
    };
    let mut plan = plan(&mut tell);
    let moved = from.move_to_server(address, &mut plan).await.map_err(|why| why.to_string())?;
    assert!(told[&("event".to_owned(), false)] > 5, "it told of nothing");
    assert_eq!(told[&("event".to_owned(), true)], told[&("event".to_owned(), false)]);
    Ok(moved)
}

fn plan<'p>(on_progress: &'p mut dyn FnMut(Progress<'_>)) -> MovePlan<'p> {
    let day = "20 November 2026".to_owned();
    MovePlan { setting: renewal::elsewhere, on_progress, anyway: false, day }
}

async fn root(store: &Store) -> String {
    let report = audit::whole(store.read(), |_| ()).await.expect("readable");
    report.root().unwrap_or_else(|| panic!("{:?}", report.broken)).hex()
}

/// Rows in a spelling that both engines share.
fn spelled(rows: Vec<String>) -> Vec<String> {
    rows.into_iter().map(|row| row.replace(", ", ",").to_lowercase()).collect()
}

async fn moved_away(store: &Store) -> Option<String> {
    settings::get(store.read(), settings::Key::Moved).await.expect("readable")
}

#[tokio::test]
async fn installation_moves_to_postgresql_and_back_unchanged() {
    let Some(house) = House::new().await else { return };
    let (root_before, rows) = (root(house.store()).await, spelled(house.app.derived().await));
    let emails = house.app.emails_of("bob").await;
    let moved = to_server(house.store(), &house.address).await.expect("it moves");
    assert_eq!(moved.log.root().expect("sound").hex(), root_before);
    assert_eq!(moved.seals, 1);
    let gone = moved_away(house.store()).await.expect("it is marked");
    assert!(gone.contains("on 20 November 2026") && !gone.contains("user="), "{gone}");

    let there = Store::connect(&house.address, &house.file).await.expect("it opens");
    let mut app = App::on_node(there, 5);
    app.now = house.app.now;
    assert_eq!(root(app.service.store()).await, root_before);
    assert_eq!(spelled(app.derived().await), rows);
    assert_eq!(app.emails_of("bob").await, emails);
    assert_eq!(moved_away(app.service.store()).await, None);
    // The game continues there, and ids are not reused.
    let third = app.player("cid").await;
    assert_eq!(third.0, 3);
    let game = emails[0].game.clone().expect("a game's email");
    // A transaction that is rolled back leaves a gap in the sequence, which an SQLite file must not
    // have.
    let mut conn = house.connection().await;
    let gap = "SELECT nextval(pg_get_serial_sequence('event', 'position'))";
    conn.execute(sqlx::raw_sql(gap)).await.expect("a gap");
    app.now += Duration::hours(1);
    let seat = *app
        .service
        .games()
        .load(&game)
        .await
        .expect("a game")
        .seats()
        .awaited_seats()
        .first()
        .unwrap();
    let order = app.some_order(&game, seat).await;
    app.order(&game, seat, &order).await.expect("taken");
    app.service.archive().seal(app.now + Duration::days(1)).await.expect("a seal");
    let (root_there, rows) = (root(app.service.store()).await, spelled(app.derived().await));
    assert_ne!(root_there, root_before);

    let back = house.folder.path().join("back").join("ravenpost.db");
    let mut silent = |_: Progress<'_>| ();
    let mut plan = plan(&mut silent);
    let moved = app.service.store().move_to_file(&back, &mut plan).await.expect("it moves");
    assert_eq!(moved.log.root().expect("sound").hex(), root_there);
    assert!(moved_away(app.service.store()).await.is_some());
    app.service.store().close().await;
    let contents = copies::check(&back).await.expect("sound");
    assert_eq!(contents.root, root_there);
    let mut app = App::on(&back, app.now).await;
    assert_eq!(spelled(app.derived().await), rows);
    assert_eq!(app.player("dan").await.0, 4);
    app.now += Duration::days(2);
    app.service.archive().seal(app.now).await.expect("a seal");
    let all = seals::history(app.service.store().read()).await.expect("readable");
    assert_eq!((all.len(), seals::broken(&all)), (3, None));
}

/// Which seats players left: one who takes such a seat again gets no new time.
#[tokio::test]
async fn former_seats_move_to_postgresql_and_back() {
    let Some(house) = House::new().await else { return };
    let (ann, bob) = (house.app.player_of("ann").await, house.app.player_of("bob").await);
    let game = house.app.open_table("gotlandia", ann, 3).await;
    let (tables, now) = (house.app.service.tables(), house.app.now);
    tables.join_table(now, &game, bob, Join::default()).await.expect("a free seat");
    tables.leave_seat(now, &game, bob, &fresh()).await.expect("left");
    let former = async |store: &Store| seat_holders::ever_of(store.read(), bob).await;
    let before = former(house.store()).await.expect("readable");
    assert_eq!(before.iter().map(|held| &held.game).collect::<Vec<_>>(), [&game]);
    to_server(house.store(), &house.address).await.expect("it moves");
    let there = Store::connect(&house.address, &house.file).await.expect("it opens");
    assert_eq!(former(&there).await.expect("readable"), before);
    let back = house.folder.path().join("back").join("ravenpost.db");
    let mut silent = |_: Progress<'_>| ();
    there.move_to_file(&back, &mut plan(&mut silent)).await.expect("it moves");
    there.close().await;
    let here = Store::open(&back).await.expect("it opens");
    assert_eq!(former(&here).await.expect("readable"), before);
}

/// Problems with the target are reported with a remedy, and nothing is moved.
#[tokio::test]
async fn invalid_target_is_refused_with_a_remedy() {
    let Some(house) = House::new().await else { return };
    let address = house.address.clone();
    let made = Store::connect(&address, &house.file).await.expect("it opens");
    made.close().await;
    let mut conn = house.connection().await;
    let tries = [
        ("INSERT INTO setting VALUES ('a', 'b')", "DELETE FROM setting", "Use an empty database"),
        (
            "ALTER TABLE player ADD COLUMN theirs bigint",
            "ALTER TABLE player DROP COLUMN theirs",
            "different columns",
        ),
        ("CREATE TABLE theirs (a bigint)", "DROP TABLE theirs", "unknown table"),
        ("ALTER TABLE mute RENAME TO theirs", "ALTER TABLE theirs RENAME TO mute", "no table mute"),
        (
            "ALTER TABLE event DISABLE TRIGGER event_no_update",
            "ALTER TABLE event ENABLE ALWAYS TRIGGER event_no_update",
            "does not protect its log",
        ),
    ];
    for (harm, mend, said) in tries {
        conn.execute(sqlx::raw_sql(harm)).await.expect(harm);
        let why = to_server(house.store(), &address).await.expect_err(harm);
        assert!(why.contains(said), "{harm}: {why}");
        conn.execute(sqlx::raw_sql(mend)).await.expect(mend);
        let rows = conn.fetch_one("SELECT count(*) AS n FROM event").await.expect("asked");
        assert_eq!(rows.get::<i64, _>("n"), 0, "{harm}: half of it was moved");
        assert_eq!(moved_away(house.store()).await, None, "{harm}");
    }
    to_server(house.store(), &address).await.expect("when all is mended it moves");
    let why = to_server(house.store(), &address).await.expect_err("it is there already");
    assert!(why.contains("the target is not empty"), "{why}");
}

/// A trigger that does something to each row inserted into a table of the target.
fn to_each_row(table: &str, does: &str) -> String {
    format!(
        "CREATE FUNCTION gets_in_the_way() RETURNS trigger LANGUAGE plpgsql AS \
         $$BEGIN {does} RETURN NEW; END$$; CREATE TRIGGER gets_in_the_way BEFORE INSERT ON {table} \
         FOR EACH ROW EXECUTE FUNCTION gets_in_the_way()"
    )
}

/// A target that changes data, has no space, or disappears during the move.
#[tokio::test]
async fn interrupted_move_leaves_no_partial_target() {
    let Some(house) = House::new().await else { return };
    let address = house.address.clone();
    let made = Store::connect(&address, &house.file).await.expect("it opens");
    made.close().await;
    let mut conn = house.connection().await;
    let tries = [
        ("player", "NEW.name := 'Mallory';", "verification failed"),
        ("outbox", "RAISE EXCEPTION 'full' USING ERRCODE = '53100';", "target is full"),
        ("event", "PERFORM pg_terminate_backend(pg_backend_pid());", "interrupted"),
    ];
    for (table, does, said) in tries {
        let harm = sqlx::AssertSqlSafe(to_each_row(table, does));
        conn.execute(sqlx::raw_sql(harm)).await.expect(does);
        let why = to_server(house.store(), &address).await.expect_err(does);
        assert!(why.contains(said) && why.contains("nothing was moved"), "{does}: {why}");
        let mend = "DROP FUNCTION gets_in_the_way CASCADE";
        conn.execute(sqlx::raw_sql(mend)).await.expect(mend);
        let rows = conn.fetch_one("SELECT count(*) AS n FROM player").await.expect("asked");
        assert_eq!(rows.get::<i64, _>("n"), 0, "{does}: half of it was moved");
        assert_eq!(moved_away(house.store()).await, None, "{does}");
    }
    let only_reads = format!("{address}&options[default_transaction_read_only]=on");
    let why = to_server(house.store(), &only_reads).await.expect_err("it only reads");
    assert!(why.contains("the target is read-only"), "{why}");
    let newer = "INSERT INTO _sqlx_migrations VALUES (9999, 'later', now(), true, '', 0)";
    conn.execute(sqlx::raw_sql(newer)).await.expect(newer);
    let why = to_server(house.store(), &address).await.expect_err(newer);
    assert!(why.contains("schema 9999"), "{why}");
    let mend = "DELETE FROM _sqlx_migrations WHERE version = 9999";
    conn.execute(sqlx::raw_sql(mend)).await.expect(mend);
    to_server(house.store(), &address).await.expect("when all is mended it moves");
}

/// An interrupted move from PostgreSQL leaves no file, no marker and no lock.
#[tokio::test]
async fn interrupted_move_leaves_no_partial_file() {
    let Some([here, _]) = App::nodes().await else { return };
    here.pair("gotlandia").await;
    let folder = folder();
    let to = folder.path().join("ravenpost.db");
    let mut fails = |Progress { table, .. }: Progress<'_>| {
        // The partial file is replaced during the move.
        if table == "player" {
            let _ = std::fs::write(folder.path().join("ravenpost.db.partial"), "theirs");
        }
    };
    let store = here.service.store();
    let why = store.move_to_file(&to, &mut plan(&mut fails)).await;
    why.expect_err("it is no database any more");
    assert!(!to.exists() && !folder.path().join("ravenpost.db.partial").exists());
    assert_eq!(moved_away(store).await, None);
    store.write(writes!(|_tx| Ok(()))).await.expect("nobody is kept from writing");
    let mut silent = |_: Progress<'_>| ();
    store.move_to_file(&to, &mut plan(&mut silent)).await.expect("it moves");
}

/// A role without privileges, a database with another encoding, and one that does not exist.
#[tokio::test]
async fn move_without_privileges_or_database_is_refused() {
    let Some(house) = House::new().await else { return };
    let mut conn = house.connection().await;
    let name = format!("r{}", ravenpost_store::random_game_id()).to_lowercase();
    let make = format!("CREATE ROLE {name} LOGIN");
    conn.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(make))).await.expect("a role");
    let make = format!("CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    conn.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(make))).await.expect("a database");
    let with = |from: &str, to: &str| house.address.replacen(from, to, 1);
    for (address, said) in [
        (with("user=ravenpost", &format!("user={name}")), "is not allowed to create tables"),
        (with("/postgres?", &format!("/{name}?")), "create one with UTF8"),
        (with("/postgres?", "/nothing?"), "does not exist"),
        ("postgres:///x?host=/nowhere".to_owned(), "the target: "),
    ] {
        let why = to_server(house.store(), &address).await.expect_err(said);
        assert!(why.contains(said), "{why}");
        assert_eq!(moved_away(house.store()).await, None);
    }
    let drop = format!("DROP DATABASE {name}");
    conn.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(drop))).await.expect("gone");
}

/// A running node would continue to write to the old database.
#[tokio::test]
async fn installation_does_not_move_while_a_node_is_up() {
    let Some([here, there]) = App::nodes().await else { return };
    here.pair("gotlandia").await;
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    let folder = folder();
    let to = folder.path().join("ravenpost.db");
    let mut silent = |_: Progress<'_>| ();
    let why = here.service.store().move_to_file(&to, &mut plan(&mut silent)).await;
    let why = why.expect_err("a node is up").to_string();
    assert!(why.contains("stop all nodes first"), "{why}");
    assert!(!to.exists());
    let node = there.service.node().to_owned();
    there.service.store().close().await;
    crate::service::server::two_nodes::starting::wait_until_gone_at(&here, &node).await;
    std::fs::write(&to, "theirs").expect("a file");
    let why = here.service.store().move_to_file(&to, &mut plan(&mut silent)).await;
    assert!(why.expect_err("a file").to_string().contains("move it away first"));
    std::fs::remove_file(&to).expect("gone");
    here.service.store().move_to_file(&to, &mut plan(&mut silent)).await.expect("it moves");
    let job = here.service.store().write(writes!(|_tx| Ok(())));
    job.await.expect("nobody is kept from writing for ever");
}

pub(in crate::service) fn ravenpost(
    data: &Path,
    database: &str,
    words: &[&str],
) -> (Option<i32>, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(words)
        .arg("--data")
        .arg(data)
        .env_clear()
        .env("RAVENPOST__DATA__DATABASE", database)
        .output()
        .expect("it runs");
    let said = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn moved_installation_is_copied_and_cannot_start_again() {
    let Some(house) = House::new().await else { return };
    let (data, root) = (house.folder.path(), root(house.store()).await);
    house.store().close().await;
    let run = |database: &str, words: &[&str]| ravenpost(data, database, words);
    let (code, said) = run("", &["move", "--to", &house.address]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("root {root}")) && said.contains("event, verified"), "{said}");
    let (code, said) = run("", &["serve", "--bind", "127.0.0.1:0"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("this installation was moved to the database"), "{said}");
    let (code, said) = run("", &["move", "--to", &house.address]);
    assert_eq!(code, Some(1), "{said}");
    // A backup of the current state, which any machine can open.
    let copy = data.join("copy.db");
    let (code, said) = run(&house.address, &["backup", copy.to_str().expect("a path")]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(copies::check(&copy).await.expect("sound").root, root);
    assert!(!data.join("copy.db.partial").exists());
    let (code, said) = run(&house.address, &["backup", copy.to_str().expect("a path")]);
    assert_eq!(code, Some(2), "{said}");
    // The file that was left behind is out of date.
    let stale = data.join("stale.db");
    let (code, said) = run("", &["backup", stale.to_str().expect("a path")]);
    assert!(code == Some(2) && !stale.exists(), "{said}");
    let (code, said) = run("", &["move", "--stay"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("It can start here again"), "{said}");
    assert_eq!(run("", &["backup", stale.to_str().expect("a path")]).0, Some(0));
}

/// That many two-player games with some orders each.
async fn large(file: &Path, games: u64) -> App {
    let mut app = App::on(file, now()).await;
    let (store, settings) = (app.service.store().clone(), app.service.settings().clone());
    let settings = Settings { tables_a_day: u64::MAX, acts_an_hour: u64::MAX, ..settings };
    app.service = Service::with_entropy(store, settings, Entropy::seeded(2));
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    app.service.proof().first_key(app.now).await.expect("a key");
    let one = async |app: &App, number: u64| {
        let game_id = app.open_table("gotlandia", ann, 2).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, bob, Join::default())
            .await
            .expect("a free seat");
        for turn in 0..3 {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let Some(seat) = game.seats().awaited_seats().first().copied() else { return };
            let order = OrderLine {
                game: game_id.clone(),
                seat,
                giver: None,
                line: app.some_order(&game_id, seat).await,
                seen: game.step(),
                key: key_of(format!("{number} {turn}")),
                via: Via::Page,
            };
            app.service.play().give_order(app.now, &order).await.expect("taken");
        }
    };
    for from in (0..games).step_by(64) {
        let app = &app;
        futures_util::future::join_all((from..games.min(from + 64)).map(|at| one(app, at))).await;
    }
    app.service.archive().seal(app.now).await.expect("a seal");
    app
}

/// Forty games; `RAVENPOST_GAMES=10000` for an installation that has outgrown SQLite.
#[tokio::test(flavor = "multi_thread")]
async fn whole_installation_moves_there_and_back() {
    let folder = folder();
    let Some(address) = engine::address(&folder.path().join("target.db")).await else { return };
    let games = std::env::var("RAVENPOST_GAMES").ok().and_then(|text| text.parse().ok());
    let begun = std::time::Instant::now();
    let app = large(&folder.path().join("ravenpost.db"), games.unwrap_or(40)).await;
    println!("made in {:?}", begun.elapsed());
    let begun = std::time::Instant::now();
    let there = to_server(app.service.store(), &address).await.expect("it moves");
    println!("to PostgreSQL: {} rows in {:?}", there.rows, begun.elapsed());
    let node = Store::connect(&address, &folder.path().join("node.db")).await.expect("it opens");
    let back = folder.path().join("back").join("ravenpost.db");
    let mut silent = |_: Progress<'_>| ();
    let begun = std::time::Instant::now();
    let moved = node.move_to_file(&back, &mut plan(&mut silent)).await.expect("it moves");
    println!("and back: {} events in {:?}", moved.log.events, begun.elapsed());
    assert_eq!(moved.log.root(), there.log.root());
    assert_eq!(moved.log.heads.len() as u64, games.unwrap_or(40));
    assert_eq!(moved.rows, there.rows);
    assert_eq!(App::on(&back, now()).await.derived().await, app.derived().await);
}
