//! Tests that need access to the connections.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions};
use tokio::sync::watch;

use super::{open, server_check};
use crate::error::StoreError;
use crate::lists::settings;
use crate::sql::reachability::Reach;
use crate::sql::{Conn, Tx};
use crate::{Store, writes};

/// Opens a store in a schema of its own; `None` if no PostgreSQL was started.
async fn here(more: &str) -> Option<(Result<Store, StoreError>, tempfile::TempDir)> {
    let server = std::env::var("RAVENPOST_TEST_DATABASE").ok()?;
    let schema = format!("t{}", crate::random_game_id()).to_lowercase();
    let options: PgConnectOptions = server.parse().unwrap();
    let mut conn = options.connect().await.unwrap();
    let make = AssertSqlSafe(format!("CREATE SCHEMA \"{schema}\""));
    sqlx::raw_sql(make).execute(&mut conn).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let address = format!("{server}&options[search_path]={schema}{more}");
    Some((Store::connect(&address, &folder.path().join("ravenpost.db")).await, folder))
}

async fn put(tx: &mut Tx, text: &'static str) -> Result<(), StoreError> {
    let Conn::Postgres(session) = &mut tx.0 else { panic!("a file") };
    sqlx::raw_sql(text).execute(&mut *session.conn).await?;
    Ok(())
}

/// Writes repeatedly, so that every connection of the pool is used.
const TRIES: usize = 64;

/// A session keeps the settings it started with: after a read-only period, writing resumes.
#[tokio::test]
async fn read_only_session_is_closed_and_writing_resumes() {
    let Some((store, _folder)) = here("").await else { return };
    let store = store.unwrap();
    let read_only = "SET default_transaction_read_only = on";
    store.write(writes!(|tx| put(tx, read_only).await)).await.unwrap();
    // Whichever connection of the pool it is.
    let mut refused = Ok(());
    for _ in 0..TRIES {
        refused = refused.and(
            store.write(writes!(|tx| settings::set(tx, settings::Key::Admin, "1").await)).await,
        );
    }
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert!(store.trouble().is_some(), "a statement that the database refuses is trouble");
    for _ in 0..TRIES {
        store
            .write(writes!(|tx| settings::set(tx, settings::Key::Admin, "1").await))
            .await
            .unwrap();
    }
    store.close().await;
}

/// Every session of the pool became read-only. The first refused write closes them all.
#[tokio::test]
async fn read_only_sessions_refuse_one_write_together() {
    let Some((store, _folder)) = here("").await else { return };
    let store = store.unwrap();
    let crate::Writes::Node(node) = &store.0.writing else { panic!("a file") };
    let mut sessions = Vec::new();
    for _ in 0..open::WRITERS {
        sessions.push(node.connection().await.unwrap());
    }
    for session in &mut sessions {
        put(session, "SET default_transaction_read_only = on").await.unwrap();
    }
    drop(sessions);
    let pool = &node.writers.pool;
    while pool.num_idle() < open::WRITERS as usize {
        tokio::task::yield_now().await;
    }
    let write = async || {
        store.write(writes!(|tx| settings::set(tx, settings::Key::Admin, "1").await)).await
    };
    let refused = write().await;
    assert!(matches!(&refused, Err(error) if error.is_read_only()), "{refused:?}");
    for _ in 0..TRIES {
        write().await.unwrap();
    }
    store.close().await;
}

#[tokio::test]
async fn missing_table_is_a_fault_but_a_conflict_is_not() {
    let Some((store, _folder)) = here("").await else { return };
    let store = store.unwrap();
    let twice = "INSERT INTO setting (key, value) VALUES ('a', '1'), ('a', '2')";
    let taken = store.write(writes!(|tx| crate::sql::sql(twice).run(tx).await)).await;
    assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
    assert!(store.trouble().is_none());
    let rename = "ALTER TABLE setting RENAME TO elsewhere";
    store.write(writes!(|tx| put(tx, rename).await)).await.unwrap();
    let gone = store.write(writes!(|tx| settings::set(tx, settings::Key::Admin, "1").await)).await;
    assert!(gone.is_err());
    assert!(store.trouble().is_some());
    store.close().await;
}

/// The session parameters that remain if a pooler ignores the startup parameters.
#[tokio::test]
async fn session_that_lost_its_limits_is_refused() {
    let Some((store, _folder)) = here("").await else { return };
    let store = store.unwrap();
    let Conn::Postgres(mut session) = (match &store.0.writing {
        crate::Writes::Node(node) => node.connection().await.unwrap().0,
        _ => panic!("a file"),
    }) else {
        panic!("a file")
    };
    sqlx::raw_sql("SET statement_timeout = 0").execute(&mut *session.conn).await.unwrap();
    let mut tx = Tx(Conn::Postgres(session));
    let refused = open::keeps_settings(&mut tx, "").await.unwrap_err().to_string();
    assert!(
        refused.contains("PgBouncer") && refused.contains("statement_timeout is 0"),
        "{refused}"
    );
}

#[tokio::test]
async fn unresponsive_server_times_out() {
    let options = PgConnectOptions::new_without_pgpass().host("/nowhere").username("nobody");
    let pool = sqlx::PgPool::connect_lazy_with(options.clone());
    let (down, watched) = watch::channel(false);
    let reach = Reach::new(pool, watched);
    let asked = tokio::spawn({
        let reach = reach.clone();
        async move { reach.acquire().await.map(drop) }
    });
    let pulse = tokio::spawn(server_check::watch(options, down));
    let begun = std::time::Instant::now();
    for refused in [asked.await.unwrap(), reach.acquire().await.map(drop)] {
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    }
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    pulse.abort();
}

/// The driver's error does not name the file. The check needs no server.
#[tokio::test]
async fn invalid_ca_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    let address = |mode: &str| {
        let server = "postgres://raven@127.0.0.1:1/raven";
        format!("{server}?sslmode={mode}&sslrootcert={}", file.display())
    };
    let refused = async |mode: &str| match Store::connect(&address(mode), folder.path()).await {
        Err(StoreError::Unavailable(why)) => why,
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("connected"),
    };
    let named = |why: &str| why.contains("sslrootcert") && why.contains(file.to_str().unwrap());
    let why = refused("verify-full").await;
    assert!(named(&why), "it is missing: {why}");
    std::fs::write(&file, "-----BEGIN PRIVATE KEY-----\n").unwrap();
    let why = refused("verify-ca").await;
    assert!(named(&why), "it is a key: {why}");
}

#[test]
fn untrusted_certificate_error_names_the_ca_file() {
    let error = || StoreError::Unavailable("invalid peer certificate: UnknownIssuer".to_owned());
    let file = std::path::Path::new("/etc/ssl/ca.pem");
    let message = open::untrusted(error(), Some(file)).to_string();
    assert!(message.contains("/etc/ssl/ca.pem") && message.contains("sslrootcert"), "{message}");
    assert!(open::untrusted(error(), None).to_string().contains("sslrootcert"));
}
