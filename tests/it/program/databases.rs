//! Databases of unreleased builds are rejected and left unchanged. Also covers the output of
//! `upgrade --dry-run` for a database with a game of every title.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::read::GzDecoder;
use ravenpost::service::table::join_table::Join;
use ravenpost::titles;
use ravenpost_rules::Table;
use ravenpost_store::{Store, StoreError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, Row};

use crate::harness::app::App;
use crate::harness::engine;

const REJECTED: &str = "this database was written by an earlier, unreleased build of Ravenpost and \
    cannot be opened: start with a new one";

fn ravenpost(words: &[&str], file: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    program.args(words).arg(file).env_clear().output().expect("the program")
}

/// Writes the archived database of an unreleased build to a folder.
fn unreleased(folder: &Path) -> PathBuf {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases/schema-14.db.gz");
    let mut bytes = Vec::new();
    let mut file = GzDecoder::new(File::open(kept).expect("readable"));
    file.read_to_end(&mut bytes).expect("packed");
    let path = folder.join("ravenpost.db");
    std::fs::write(&path, bytes).expect("written");
    path
}

/// The files of a folder with their contents, except for the lock.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = std::fs::read_dir(folder).expect("a folder").map(|file| file.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| !path.ends_with("ravenpost.lock")).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

async fn is_rejected_untouched(path: &Path) {
    let folder = path.parent().unwrap();
    let before = files(folder);
    for refused in [Store::open(path).await.err(), Store::open_read_only(path).await.err()] {
        let refused = refused.expect("it cannot be read");
        assert!(matches!(refused, StoreError::Unreleased), "{refused:?}");
        assert_eq!(refused.to_string(), REJECTED);
    }
    let refused = ravenpost(&["upgrade", "--dry-run"], path);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains(REJECTED), "{said}");
    let after = files(folder);
    let names = |files: &[(PathBuf, Vec<u8>)]| -> Vec<PathBuf> {
        files.iter().map(|(path, _)| path.clone()).collect()
    };
    assert_eq!(names(&after), names(&before), "no copy, and nothing else beside it");
    assert!(after == before, "a byte was changed");
}

#[tokio::test]
async fn a_file_of_an_unreleased_build_is_rejected_untouched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = unreleased(folder.path());
    is_rejected_untouched(&path).await;
    // The same in WAL mode, which the server uses.
    let options = SqliteConnectOptions::new().filename(&path);
    let conn = options.journal_mode(SqliteJournalMode::Wal).connect().await.expect("opened");
    conn.close().await.expect("closed");
    is_rejected_untouched(&path).await;
}

/// A write-ahead log that was not checkpointed also stays unchanged.
#[tokio::test]
async fn a_file_of_an_unreleased_build_keeps_its_write_ahead_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = unreleased(folder.path());
    let options = SqliteConnectOptions::new().filename(&path);
    let options = options.journal_mode(SqliteJournalMode::Wal);
    let mut conn = options.connect().await.expect("opened");
    sqlx::query("INSERT INTO setting VALUES ('a', 'b')").execute(&mut conn).await.expect("put");
    let log = folder.path().join("ravenpost.db-wal");
    let before = (std::fs::read(&path).unwrap(), std::fs::read(&log).unwrap());
    assert!(!before.1.is_empty());
    let refused = [Store::open(&path).await.err(), Store::open_read_only(&path).await.err()];
    for refused in refused {
        assert!(matches!(refused, Some(StoreError::Unreleased)), "{refused:?}");
    }
    assert!((std::fs::read(&path).unwrap(), std::fs::read(&log).unwrap()) == before);
    conn.close().await.expect("closed");
}

#[tokio::test]
async fn a_server_of_an_unreleased_build_is_rejected_untouched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ravenpost.db");
    let Some(address) = engine::address(&path).await else { return };
    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    let mut conn = options.connect().await.expect("connected");
    // The table as the migrator creates it, with the first migrations for PostgreSQL.
    let old = "CREATE TABLE _sqlx_migrations (version bigint PRIMARY KEY, \
            description text NOT NULL, installed_on timestamptz NOT NULL DEFAULT now(), \
            success boolean NOT NULL, checksum bytea NOT NULL, execution_time bigint NOT NULL); \
        INSERT INTO _sqlx_migrations VALUES (25, 'all', now(), true, '\\x00', 0), \
            (38, 'add relay of nodes', now(), true, '\\x01', 0); \
        CREATE TABLE event (position bigint, facts text)";
    sqlx::raw_sql(old).execute(&mut conn).await.expect("made");
    for refused in [
        Store::connect(&address, &path).await.err(),
        Store::connect_as(&address, Some(&address), &path).await.err(),
        Store::connect_read_only(&address, &path).await.err(),
    ] {
        let refused = refused.expect("it cannot be read");
        assert!(matches!(refused, StoreError::Unreleased), "{refused:?}");
    }
    let asked = "SELECT (SELECT count(*) FROM pg_class \
            WHERE relnamespace = CAST(current_schema() AS regnamespace) \
            AND relkind = 'r') AS tables, \
        (SELECT count(*) FROM _sqlx_migrations) AS migrations";
    let row = sqlx::query(asked).fetch_one(&mut conn).await.expect("asked");
    let found = (row.get::<i64, _>("tables"), row.get::<i64, _>("migrations"));
    assert_eq!(found, (2, 2), "nothing was added");
}

/// Creates a database with a game of every title.
async fn of_every_title(path: &Path) {
    let mut app = App::seeded(15).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    for title in titles::all() {
        let about = title.about();
        let game_id = app.table_of(about.key, ann, &[], Table::of(about.seats.0.max(2))).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, bob, Join::default())
            .await
            .expect("a seat");
        for _ in 0..40 {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
            let order = app.some_order(&game_id, seat).await;
            app.order(&game_id, seat, &order).await.expect("legal");
        }
    }
    app.service.archive().seal(app.now).await.expect("sealed");
    app.service.store().backup(path).await.expect("written");
}

#[tokio::test]
async fn dry_run_reports_every_game_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.db");
    of_every_title(&path).await;
    let bytes = std::fs::read(&path).expect("there");
    let done = ravenpost(&["upgrade", "--dry-run"], &path);
    let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    assert!(done.status.success() && said.starts_with("schema "), "{said}");
    let same: Vec<&str> = said.lines().filter(|line| line.starts_with("same     game ")).collect();
    assert_eq!(same.len(), titles::all().len(), "{said}");
    for line in same {
        let (_, orders) = line.rsplit_once(" events, ").expect("a number of orders");
        let orders = orders.strip_suffix(" decided again").expect("a number of orders");
        assert!(orders.parse::<u32>().expect("a number") > 20, "{line}");
    }
    assert!(std::fs::read(&path).expect("there") == bytes, "it was only looked at");
    // Corrupted orders.
    let order = b"\"order\":\"";
    let orders = (0..bytes.len() - order.len()).filter(|at| bytes[*at..].starts_with(order));
    let mut bent = bytes.clone();
    orders.for_each(|at| bent[at + order.len() + 1] ^= 1);
    std::fs::write(&path, &bent).expect("written");
    let done = ravenpost(&["upgrade", "--dry-run"], &path);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(!done.status.success() && said.contains("BROKEN   game"), "{said}");
}

#[test]
fn rules_of_every_title_name_their_version() {
    for title in titles::all() {
        let about = title.about();
        let told = format!("\nVersion {} of these rules as programmed: ", about.version);
        assert!(about.rules.contains(&told), "{}: what has changed in it?", about.key);
    }
}
