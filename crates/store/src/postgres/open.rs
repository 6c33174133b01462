//! Connecting: how the sessions are set, and whether the server keeps what the store promises.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, PgPool};

use crate::error::StoreError;
use crate::sql::{Pool, Readers, sql};

/// The oldest server that is tested.
const OLDEST: i64 = 150_000;

const VERSION: &str = "SELECT CAST(current_setting('server_version_num') AS bigint)";
const ENCODING: &str = "SELECT current_setting('server_encoding')";
const DURABLE: &str = "SELECT current_setting('synchronous_commit')";

const ONLY_READS: &str = "SELECT current_setting('transaction_read_only')";

/// Connections of a node: twenty in all, with the one that listens.
const READERS: u32 = 11;
const WRITERS: u32 = 8;

/// The connections of a node.
pub(crate) struct Pools {
    /// How many connections were made.
    pub(super) sessions: Arc<AtomicU64>,
    pub(super) readers: PgPool,
    pub(crate) writers: PgPool,
}

impl Pools {
    pub(super) fn readers(&self) -> Readers {
        Readers(Pool::Postgres(self.readers.clone()))
    }

    /// Ends all connections, once whoever has one has given it back.
    pub(super) async fn close(self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

/// Whatever is written in an address that is none.
fn bad(error: &sqlx::Error) -> StoreError {
    StoreError::Unavailable(format!("data.database is no address of a database: {error}"))
}

/// The role that an address names.
pub(super) fn role(url: &str) -> Result<String, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|error| bad(&error))?;
    Ok(options.get_username().to_owned())
}

/// An address without what is secret in it: the server and the name of the database.
pub(crate) fn shown(url: &str) -> String {
    match PgConnectOptions::from_str(url) {
        Ok(options) => {
            let place = match options.get_socket() {
                Some(socket) => socket.display().to_string(),
                None => options.get_host().to_owned(),
            };
            format!("{} at {place}", options.get_database().unwrap_or("without a name"))
        }
        Err(_) => "of an address that is none".to_owned(),
    }
}

/// Connects as a node of that name, and looks whether the server is one that keeps what it answers.
/// Each connection says whose it is: that a node has none is how others know that it died.
pub(crate) async fn connect(url: &str, node: &str) -> Result<Pools, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|error| bad(&error))?;
    let options = options
        .application_name(&format!("ravenpost {node}"))
        .statement_cache_capacity(256)
        .disable_statement_logging()
        .options([
            ("statement_timeout", "10s"),
            ("idle_in_transaction_session_timeout", "15s"),
            // A machine that lost its power says no goodbye: half a minute, and its connections
            // are gone.
            ("tcp_keepalives_idle", "15"),
            ("tcp_keepalives_interval", "5"),
            ("tcp_keepalives_count", "3"),
            ("jit", "off"),
        ]);
    let looking = options.clone().options([("default_transaction_read_only", "on")]);
    // One more, for whoever listens.
    let sessions = Arc::new(AtomicU64::new(0));
    let readers = pool(looking, READERS + 1, &sessions).await?;
    let writers = pool(options, WRITERS, &sessions).await?;
    let pools = Pools { sessions, readers, writers };
    check(&pools.readers()).await?;
    Ok(pools)
}

async fn pool(
    options: PgConnectOptions,
    most: u32,
    sessions: &Arc<AtomicU64>,
) -> Result<PgPool, StoreError> {
    let sessions = Arc::clone(sessions);
    let pool = PgPoolOptions::new()
        .after_connect(move |_, _| {
            sessions.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Ok(()) })
        })
        .max_connections(most)
        .min_connections(1)
        .idle_timeout(Duration::from_secs(600))
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(10));
    Ok(pool.connect_with(options).await?)
}

/// Whether whoever connects there can only read.
pub(crate) async fn only_reads(writers: &PgPool) -> Result<bool, StoreError> {
    let writers = Readers(Pool::Postgres(writers.clone()));
    let found: String = sql(ONLY_READS).row(&writers).await?.get(0)?;
    Ok(found == "on")
}

async fn check(readers: &Readers) -> Result<(), StoreError> {
    let version: i64 = sql(VERSION).row(readers).await?.get(0)?;
    if version < OLDEST {
        let major = version / 10_000;
        let why = format!("PostgreSQL {major} is too old: use 15 or later");
        return Err(StoreError::Unavailable(why));
    }
    let encoding: String = sql(ENCODING).row(readers).await?.get(0)?;
    if encoding != "UTF8" {
        let why = format!("the database has the encoding {encoding}: make one with UTF8");
        return Err(StoreError::Unavailable(why));
    }
    let durable: String = sql(DURABLE).row(readers).await?.get(0)?;
    if durable == "off" {
        let why = "synchronous_commit is off, so that answered orders may be lost: set it on";
        return Err(StoreError::Unavailable(why.to_owned()));
    }
    Ok(())
}
