//! The database engine of a test's store: a file, or a PostgreSQL started by `scripts/on-postgres`.
//!
//! With `RAVENPOST_TEST_ENGINE=postgres`, every store opened here is a separate schema in the
//! database named by `RAVENPOST_TEST_DATABASE`. Its address is written to a file next to the path
//! of the database file, so that the same store can be reopened.
//!
//! A new file starts as a copy of an empty database, because running the migrations takes longer.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ravenpost_store::Store;
use sqlx::{ConnectOptions, Connection};

/// Returns whether the stores of this run are on PostgreSQL.
pub fn is_postgres() -> bool {
    std::env::var("RAVENPOST_TEST_ENGINE").is_ok_and(|engine| engine == "postgres")
}

/// Opens or reopens the store of a path, on the engine of this run.
pub async fn open(path: &Path) -> Store {
    match is_postgres() {
        true => {
            let address = address(path).await.expect("scripts/on-postgres");
            Store::connect(&address, path).await.expect("the store opens")
        }
        false => open_file(path).await,
    }
}

/// Opens a file. If there is none and its folder exists, the file starts as a copy of the prepared
/// database.
pub async fn open_file(path: &Path) -> Store {
    if !path.exists() && path.parent().is_some_and(Path::is_dir) {
        let prepared = prepared().await.expect("a prepared database");
        fs::copy(prepared, path).expect("a copy");
    }
    Store::open(path).await.expect("the store opens")
}

/// Returns the path of an empty database with the schema of this build. The first test that needs
/// it creates it under another name, so that tests in parallel find either no file or all of it.
async fn prepared() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let prepared = place.join(program.file_name().expect("a name")).with_extension("db");
    let built = fs::metadata(&program)?.modified()?;
    let made = fs::metadata(&prepared).and_then(|file| file.modified());
    if made.is_ok_and(|made| made > built) {
        return Ok(prepared);
    }
    fs::create_dir_all(place)?;
    let own = tempfile::tempdir_in(place)?;
    let path = own.path().join("ravenpost.db");
    let store = Store::open(&path).await.expect("a new store");
    store.close().await;
    assert!(!own.path().join("ravenpost.db-wal").exists(), "the file alone is complete");
    fs::rename(&path, &prepared)?;
    Ok(prepared)
}

/// Returns the address of the schema that belongs to a path, and creates it if needed; returns
/// `None` if no PostgreSQL was started.
pub async fn address(path: &Path) -> Option<String> {
    let Ok(server) = std::env::var("RAVENPOST_TEST_DATABASE") else {
        eprintln!("not tried: there is no PostgreSQL; see scripts/on-postgres");
        return None;
    };
    let noted = PathBuf::from(format!("{}.address", path.display()));
    if let Ok(address) = fs::read_to_string(&noted) {
        return Some(address);
    }
    let schema = format!("t{}", ravenpost_store::random_game_id()).to_lowercase();
    let options: sqlx::postgres::PgConnectOptions = server.parse().expect("an address");
    let mut conn = options.connect().await.expect("a server");
    let make = sqlx::AssertSqlSafe(format!("CREATE SCHEMA \"{schema}\""));
    sqlx::raw_sql(make).execute(&mut conn).await.expect("a new schema");
    conn.close().await.expect("closed");
    let address = format!("{server}&options[search_path]={schema}");
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&noted, &address).expect("noted");
    Some(address)
}
