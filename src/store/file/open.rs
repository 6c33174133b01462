//! Opening the file: where it lies, how the connections are set, which schema it has. What the
//! store promises hangs on these settings, so they are read back and checked.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqliteConnection};

use crate::store::StoreError;

/// The schema's steps, built into the program.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// Older SQLite may lose a commit when the write-ahead log starts anew:
/// https://sqlite.org/wal.html#walresetbug
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

const VERSION: &str = "SELECT sqlite_version()";
const APPLIED: &str = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
const HAS_SCHEMA: &str = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
const COPY: &str = "VACUUM INTO ?";
const SYNCHRONOUS: &str = "PRAGMA synchronous";
const JOURNAL: &str = "PRAGMA journal_mode";
const FOREIGN_KEYS: &str = "PRAGMA foreign_keys";
const TRUSTED: &str = "PRAGMA trusted_schema";

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .pragma("trusted_schema", "OFF")
        .pragma("temp_store", "MEMORY")
        .pragma("cache_size", "-8000")
        .statement_cache_capacity(256)
        .disable_statement_logging()
}

/// The connection that writes.
pub(in crate::store) async fn writer(path: &Path) -> Result<SqliteConnection, StoreError> {
    let options = options(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("journal_size_limit", "16777216")
        .optimize_on_close(true, None);
    Ok(options.connect().await?)
}

/// The connections that only read.
pub(in crate::store) async fn readers(path: &Path) -> Result<SqlitePool, StoreError> {
    pool(options(path)).await
}

/// Connections to a file that is only looked at. SQLite wants to lay its own files beside it; in
/// a folder that forbids it, a database without a write-ahead log is one that nobody writes to,
/// and can be read as it lies.
pub(in crate::store) async fn lookers(path: &Path) -> Result<SqlitePool, StoreError> {
    let usual = match readers(path).await {
        Ok(pool) => look(&pool).await.map(|_| pool),
        Err(error) => Err(error),
    };
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    match usual {
        Err(StoreError::Unavailable(_)) if path.exists() && !Path::new(&log).exists() => {
            let pool = pool(options(path).immutable(true)).await?;
            look(&pool).await.map(|_| pool)
        }
        done => done,
    }
}

async fn pool(options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    let pool = SqlitePoolOptions::new()
        .max_connections(4)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options.create_if_missing(false).read_only(true))
        .await?;
    Ok(pool)
}

/// Makes the folder, for nobody else to look into.
pub(in crate::store) fn folder(path: &Path) -> Result<(), StoreError> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", folder.display())))
}

/// Takes the database's files away from everybody else's eyes, whoever made them readable: they
/// hold addresses, hands and the secrets of dice.
pub(in crate::store) fn private(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    for suffix in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(suffix);
        let file = PathBuf::from(file);
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

/// Reads the settings back: a library may set them otherwise than asked.
pub(in crate::store) async fn check(conn: &mut SqliteConnection) -> Result<(), StoreError> {
    let version: String = sqlx::query(VERSION).fetch_one(&mut *conn).await?.try_get(0)?;
    let numbers: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    if numbers.as_slice() < OLDEST_SQLITE.as_slice() {
        return Err(StoreError::Unavailable(format!("SQLite {version} is too old")));
    }
    let journal: String = sqlx::query(JOURNAL).fetch_one(&mut *conn).await?.try_get(0)?;
    if journal != "wal" {
        return Err(StoreError::Unavailable(format!("the journal is {journal}, not wal")));
    }
    for (pragma, wanted) in [(SYNCHRONOUS, 2i64), (FOREIGN_KEYS, 1), (TRUSTED, 0)] {
        let found: i64 = sqlx::query(pragma).fetch_one(&mut *conn).await?.try_get(0)?;
        if found != wanted {
            return Err(StoreError::Unavailable(format!("{pragma} is {found}, not {wanted}")));
        }
    }
    Ok(())
}

/// The newest schema this program knows.
pub(in crate::store) fn newest() -> i64 {
    MIGRATIONS.iter().map(|step| step.version).max().unwrap_or(0)
}

/// The schema a file has. Zero for an empty file.
pub(in crate::store) async fn schema(conn: &mut SqliteConnection) -> Result<i64, StoreError> {
    let has: i64 = sqlx::query(HAS_SCHEMA).fetch_one(&mut *conn).await?.try_get(0)?;
    if has == 0 {
        return Ok(0);
    }
    let found = sqlx::query(APPLIED).fetch_one(&mut *conn).await?.try_get(0)?;
    if found > newest() {
        return Err(StoreError::Newer { found, known: newest() });
    }
    Ok(found)
}

/// Brings the schema up to date, after a copy of a file that has something in it.
pub(in crate::store) async fn migrate(
    conn: &mut SqliteConnection,
    path: &Path,
) -> Result<(), StoreError> {
    let found = schema(conn).await?;
    if found > 0 && found < newest() {
        let copy = free_name(path, found);
        let name = copy.to_string_lossy().into_owned();
        sqlx::query(COPY).bind(name).execute(&mut *conn).await?;
        tracing::info!(copy = %copy.display(), "copied the database before changing its schema");
    }
    MIGRATIONS.run(conn).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) => StoreError::Newer { found, known: newest() },
        MigrateError::VersionMismatch(step) => {
            StoreError::Corrupt(format!("schema step {step} is not the one this program knows"))
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        other => StoreError::Unavailable(other.to_string()),
    })
}

/// `ravenpost.db.schema-3`, or with a number behind it when an earlier try left one.
fn free_name(path: &Path, schema: i64) -> PathBuf {
    let name = |suffix: String| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    std::iter::once(name(format!(".schema-{schema}")))
        .chain((2..).map(|number| name(format!(".schema-{schema}.{number}"))))
        .find(|path| !path.exists())
        .expect("one of endlessly many names is free")
}

/// The schema of a file that is only looked at; an error if it is none of ours.
pub(in crate::store) async fn look(pool: &SqlitePool) -> Result<i64, StoreError> {
    let mut conn = pool.acquire().await?;
    match schema(&mut conn).await? {
        0 => Err(StoreError::Corrupt("it is no database of ours".to_owned())),
        found => Ok(found),
    }
}
