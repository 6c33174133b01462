//! Opening the file: its location and the connection settings. The store's guarantees depend on
//! these settings, so they are read back and checked.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::gate::Gate;
use super::{owner, schema};
use crate::error::StoreError;
use crate::sql::{Conn, Pool, Readers, Tx, sql};

/// Older SQLite may lose a commit when the write-ahead log is reset:
/// https://sqlite.org/wal.html#walresetbug
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

/// A start that was interrupted may have left the table of migrations.
const OTHER_TABLES: &str = "SELECT count(*) AS n FROM sqlite_schema \
    WHERE name NOT LIKE 'sqlite_%' AND name <> '_sqlx_migrations'";
const VERSION: &str = "SELECT sqlite_version() AS version";
const SYNCHRONOUS: &str = "PRAGMA synchronous";
const JOURNAL: &str = "PRAGMA journal_mode";
const FOREIGN_KEYS: &str = "PRAGMA foreign_keys";
const TRUSTED: &str = "PRAGMA trusted_schema";
const OVERWRITTEN: &str = "PRAGMA secure_delete";

/// The page cache of a connection, in kilobytes (negative as SQLite expects it). It is small
/// because the operating system caches the file too, and there are several readers.
const WRITER_KEEPS: &str = "-4000";
const READER_KEEPS: &str = "-1500";

/// The suffixes of the files of a database: itself, the write-ahead log and its index.
const FILES: [&str; 3] = ["", "-wal", "-shm"];

pub(super) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .pragma("trusted_schema", "OFF")
        .pragma("temp_store", "MEMORY")
        .statement_cache_capacity(256)
        .disable_statement_logging()
}

/// Opens the writing connection on a private file with the current schema. After that, every commit
/// has to pass the gate.
pub(crate) async fn writer(path: &Path, gate: Gate) -> Result<Tx, StoreError> {
    reject_other_builds(path).await?;
    let is_new = !path.exists();
    let options = options(path)
        .create_if_missing(true)
        .pragma("cache_size", WRITER_KEEPS)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // With a larger checkpoint interval, pages written by many decisions are copied into the
        // database once per sixteen megabytes rather than once per four. Checkpoints caused the
        // rare slow responses.
        .pragma("wal_autocheckpoint", "4096")
        .pragma("journal_size_limit", "16777216")
        // Deleted keys, tokens and messages must not remain in unused pages.
        .pragma("secure_delete", "ON")
        .optimize_on_close(true, None);
    let conn = options.connect().await.map_err(|error| named(path, error.into()))?;
    let mut tx = Tx(Conn::file(conn));
    private(path)?;
    if is_new {
        to_owner_of_folder(path);
    }
    check(&mut tx).await?;
    schema::migrate(&mut tx, path).await?;
    tx.file()?.lock_handle().await?.set_commit_hook(move || gate.lets());
    Ok(tx)
}

/// Adds the path to the error of a file that cannot be opened.
fn named(path: &Path, error: StoreError) -> StoreError {
    let path = path.display();
    match error {
        StoreError::Unavailable(why) => StoreError::Unavailable(format!("{path}: {why}")),
        StoreError::Corrupt(why) => StoreError::Corrupt(format!("{path}: {why}")),
        other => other,
    }
}

/// Rejects a file that this build cannot open before anything in it or beside it changes. Other
/// errors are left for the real connection.
async fn reject_other_builds(path: &Path) -> Result<(), StoreError> {
    if !path.exists() {
        return Ok(());
    }
    if path.is_dir() {
        return Err(StoreError::Foreign(path.display().to_string()));
    }
    // Without a write-ahead log no program is writing to it, and no files have to be created beside
    // it.
    let immutable = !sibling(path, "-wal").exists() && !sibling(path, "-journal").exists();
    let looking = options(path).read_only(true).create_if_missing(false).immutable(immutable);
    let Ok(conn) = looking.connect().await else { return Ok(()) };
    let mut tx = Tx(Conn::file(conn));
    let found = schema::SCHEMA.of(&mut tx).await;
    let foreign = matches!(found, Ok(0)) && holds_other_tables(&mut tx).await.unwrap_or(false);
    if let Conn::Sqlite(conn) = tx.0 {
        let _ = sqlx::Connection::close(*conn.conn).await;
    }
    match found {
        Err(error @ (StoreError::Unreleased | StoreError::Newer { .. })) => Err(error),
        _ if foreign => Err(StoreError::Foreign(path.display().to_string())),
        _ => Ok(()),
    }
}

/// Returns whether a file without our schema is a database of another program.
async fn holds_other_tables(tx: &mut Tx) -> Result<bool, StoreError> {
    let others: i64 = sql(OTHER_TABLES).row(tx).await?.get("n")?;
    Ok(others > 0)
}

fn sibling(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Returns a connection that sees the file as it is now for as long as it is open.
pub(crate) async fn snapshot(path: &Path) -> Result<Tx, StoreError> {
    let mut conn = options(path).read_only(true).connect().await?;
    sqlx::raw_sql("BEGIN").execute(&mut conn).await?;
    Ok(Tx(Conn::file(conn)))
}

/// Creates a file with the current schema. It is not in use yet, so it is only flushed when it is
/// complete.
pub(crate) async fn fresh(path: &Path) -> Result<Tx, StoreError> {
    let options = options(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Memory)
        .synchronous(SqliteSynchronous::Off);
    let mut tx = Tx(Conn::file(options.connect().await?));
    private(path)?;
    to_owner_of_folder(path);
    schema::bring_up(&mut tx).await?;
    Ok(tx)
}

/// Opens the read-only connections.
pub(crate) async fn readers(path: &Path) -> Result<Readers, StoreError> {
    pool(options(path)).await
}

/// Opens a file read-only. SQLite creates files beside it; if the folder does not allow that, a
/// database without a write-ahead log has no writer and can be opened as immutable.
pub(crate) async fn lookers(path: &Path) -> Result<Readers, StoreError> {
    reject_other_builds(path).await?;
    let usual = match readers(path).await {
        Ok(pool) => schema::SCHEMA.look(&pool).await.map(|_| pool),
        Err(error) => Err(error),
    };
    let opened = match usual {
        Err(StoreError::Unavailable(_)) if path.exists() && !sibling(path, "-wal").exists() => {
            let pool = pool(options(path).immutable(true)).await?;
            schema::SCHEMA.look(&pool).await.map(|_| pool)
        }
        done => done,
    };
    opened.map_err(|error| named(path, error))
}

async fn pool(options: SqliteConnectOptions) -> Result<Readers, StoreError> {
    let pool = SqlitePoolOptions::new()
        .max_connections(4)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(
            options.pragma("cache_size", READER_KEEPS).create_if_missing(false).read_only(true),
        )
        .await?;
    Ok(Readers(Pool::Sqlite(pool)))
}

/// Creates the folder, accessible only by its owner.
pub(crate) fn folder(path: &Path) -> Result<(), StoreError> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| {
        let folder = folder.display();
        StoreError::Unavailable(format!("the folder {folder} cannot be created: {error}"))
    })
}

/// Makes the database files accessible only by their owner: they contain addresses, hands and the
/// secrets of dice.
fn private(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    for suffix in FILES {
        let file = sibling(path, suffix);
        match std::fs::metadata(&file) {
            Ok(found) if found.permissions().mode() & 0o077 != 0 => {
                std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).map_err(
                    |error| StoreError::Unavailable(format!("{}: {error}", file.display())),
                )?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Gives new database files to the owner of their folder.
fn to_owner_of_folder(path: &Path) {
    let files = FILES.map(|suffix| sibling(path, suffix));
    files.iter().filter(|file| file.exists()).for_each(|file| owner::give(file));
}

/// Reads the settings back, because a library may not apply them as requested.
async fn check(tx: &mut Tx) -> Result<(), StoreError> {
    let version: String = sql(VERSION).row(&mut *tx).await?.get("version")?;
    let numbers: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    if numbers.as_slice() < OLDEST_SQLITE.as_slice() {
        return Err(StoreError::Unavailable(format!("SQLite {version} is too old")));
    }
    let journal: String = sql(JOURNAL).row(&mut *tx).await?.get("journal_mode")?;
    if journal != "wal" {
        return Err(StoreError::Unavailable(format!("the journal is {journal}, not wal")));
    }
    let promised = [
        (SYNCHRONOUS, "synchronous", 2i64),
        (FOREIGN_KEYS, "foreign_keys", 1),
        (TRUSTED, "trusted_schema", 0),
        (OVERWRITTEN, "secure_delete", 1),
    ];
    for (pragma, column, wanted) in promised {
        let found: i64 = sql(pragma).row(&mut *tx).await?.get(column)?;
        if found != wanted {
            return Err(StoreError::Unavailable(format!("{pragma} is {found}, not {wanted}")));
        }
    }
    Ok(())
}
