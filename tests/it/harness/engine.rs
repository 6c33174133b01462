//! The database engine of a test's store: a file, or a PostgreSQL started by `scripts/on-postgres`.
//!
//! With `RAVENPOST_TEST_ENGINE=postgres`, every store opened here is a separate schema in the
//! database named by `RAVENPOST_TEST_DATABASE`. Its address is written to a file next to the path
//! of the database file, so that the same store can be reopened.

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
        true => Store::connect(&address(path).await.expect("scripts/on-postgres"), path).await,
        false => Store::open(path).await,
    }
    .expect("the store opens")
}

/// Returns the address of the schema that belongs to a path, and creates it if needed; returns
/// `None` if no PostgreSQL was started.
pub async fn address(path: &Path) -> Option<String> {
    let Ok(server) = std::env::var("RAVENPOST_TEST_DATABASE") else {
        eprintln!("not tried: there is no PostgreSQL; see scripts/on-postgres");
        return None;
    };
    let noted = PathBuf::from(format!("{}.address", path.display()));
    if let Ok(address) = std::fs::read_to_string(&noted) {
        return Some(address);
    }
    let schema = format!("t{}", ravenpost_store::random_game_id()).to_lowercase();
    let options: sqlx::postgres::PgConnectOptions = server.parse().expect("an address");
    let mut conn = options.connect().await.expect("a server");
    let make = sqlx::AssertSqlSafe(format!("CREATE SCHEMA \"{schema}\""));
    sqlx::raw_sql(make).execute(&mut conn).await.expect("a new schema");
    conn.close().await.expect("closed");
    let address = format!("{server}&options[search_path]={schema}");
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&noted, &address).expect("noted");
    Some(address)
}
