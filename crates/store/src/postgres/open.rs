//! Connecting: session settings, and checks that the server guarantees what the store promises.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool, Row as _};
use tokio::time::timeout;

use crate::error::StoreError;
use crate::ids::random_game_id;
use crate::sql::reachability::Reach;
use crate::sql::{Pool, Reader, Readers, sql};

/// The oldest version that is tested.
const OLDEST: i64 = 150_000;

const VERSION: &str = "SELECT CAST(current_setting('server_version_num') AS bigint) AS version";
const ENCODING: &str = "SELECT current_setting('server_encoding') AS encoding";
const DURABLE: &str = "SELECT current_setting('synchronous_commit') AS durable";

const SESSION_SETTINGS: &str = "SELECT current_setting('statement_timeout') AS statement, \
    current_setting('idle_in_transaction_session_timeout') AS idle, \
    coalesce(current_setting('ravenpost.session', true), '') AS mark";

/// The time limits for a statement and for an idle transaction.
const STATEMENT: &str = "10s";
const IDLE: &str = "15s";

/// The error for a session that lost its settings.
const POOLER: &str = "a connection pooler such as PgBouncer drops session settings: point \
    data.database at PostgreSQL itself or a TCP proxy such as HAProxy";

/// A setting with a random value for each process. A pooler may be configured with our time limits,
/// but its sessions do not have this value. Notifications and prepared statements do not survive
/// such sessions.
const MARK: &str = "ravenpost.session";

const ONLY_READS: &str = "SELECT current_setting('transaction_read_only') AS only_reads";

/// The connections of a node: twenty in all, including the listener and the health check.
const READERS: u32 = 10;
pub(super) const WRITERS: u32 = 8;

/// The maximum age of a connection, so that settings of the database or a proxy that were changed
/// meanwhile take effect.
const LIFETIME: Duration = Duration::from_secs(1800);
/// The time limit for the first connection.
const FIRST: Duration = Duration::from_secs(3);
/// How long a request waits for a connection from the pool while the server is up.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The connection pools of a node.
pub(crate) struct Pools {
    /// How many connections were opened so far.
    pub(super) sessions: Arc<AtomicU64>,
    pub(super) readers: PgPool,
    pub(crate) writers: PgPool,
    /// The options they were opened with.
    pub(super) options: PgConnectOptions,
}

impl Pools {
    pub(super) fn readers(&self) -> Readers {
        Readers(Pool::Postgres(Reach::unwatched(&self.readers)))
    }

    /// Closes all connections, after those in use have been returned.
    pub(super) async fn close(self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

/// Returns the error for an invalid address.
fn bad(error: &sqlx::Error) -> StoreError {
    StoreError::Unavailable(format!("data.database is not a valid database address: {error}"))
}

/// The names of the URL parameter for the file of a certificate authority.
const AUTHORITY: [&str; 3] = ["sslrootcert", "ssl-root-cert", "ssl-ca"];

/// Returns the file of the certificate authority in an address, against which the server's
/// certificate is checked.
fn authority(url: &str, options: &PgConnectOptions) -> Option<PathBuf> {
    let checked = matches!(options.get_ssl_mode(), PgSslMode::VerifyCa | PgSslMode::VerifyFull);
    let (_, query) = url.split_once('?').filter(|_| checked)?;
    let pairs = form_urlencoded::parse(query.as_bytes());
    let (_, given) = pairs.filter(|(key, _)| AUTHORITY.contains(&&**key)).last()?;
    // The driver also takes the certificate itself.
    (!given.trim().starts_with("-----BEGIN")).then(|| PathBuf::from(&*given))
}

/// Checks the file of the certificate authority, because the driver's errors do not name it.
fn check_authority(file: &Path) -> Result<(), StoreError> {
    let why = match fs::read(file) {
        Err(error) => format!("cannot be read: {error}; correct the path, or create the file"),
        Ok(text) if !String::from_utf8_lossy(&text).contains("-----BEGIN CERTIFICATE-----") => {
            "contains no certificate; name a file in PEM format".to_owned()
        }
        Ok(_) => return Ok(()),
    };
    Err(StoreError::Unavailable(format!(
        "sslrootcert in data.database or data.database_owner: the file {} {why}",
        file.display()
    )))
}

/// Adds advice if the server's certificate was refused.
pub(super) fn untrusted(error: StoreError, authority: Option<&Path>) -> StoreError {
    match &error {
        StoreError::Unavailable(why) if why.contains("invalid peer certificate") => {
            let cure = match authority {
                Some(file) => format!(
                    "check that {}, in sslrootcert of data.database, is the authority that signed \
                     the certificate of the server, and that the certificate names its host",
                    file.display()
                ),
                None => "if the authority is private, add sslrootcert=FILE to data.database".into(),
            };
            StoreError::Unavailable(format!("{why}; {cure}"))
        }
        _ => error,
    }
}

/// Returns the role in an address.
pub(super) fn role(url: &str) -> Result<String, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|error| bad(&error))?;
    Ok(options.get_username().to_owned())
}

/// Returns an address without its secrets: the server and the name of the database.
pub(crate) fn shown(url: &str) -> String {
    match PgConnectOptions::from_str(url) {
        Ok(options) => {
            let place = match options.get_socket() {
                Some(socket) => socket.display().to_string(),
                None => options.get_host().to_owned(),
            };
            format!("{} at {place}", options.get_database().unwrap_or("without a name"))
        }
        Err(_) => "with an invalid address".to_owned(),
    }
}

/// Connects as a node with that name, and checks that the server guarantees durability. The node's
/// name is the application name of each connection; a node without any connections is known to be
/// dead.
pub(crate) async fn connect(url: &str, node: &str) -> Result<Pools, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|error| bad(&error))?;
    let authority = authority(url, &options);
    authority.as_deref().map_or(Ok(()), check_authority)?;
    let refused = |error| named(untrusted(pooled(error), authority.as_deref()), url);
    let mark = random_game_id().to_string();
    let options = options
        .application_name(&format!("ravenpost {node}"))
        .statement_cache_capacity(256)
        .disable_statement_logging()
        .options([
            ("statement_timeout", STATEMENT),
            ("idle_in_transaction_session_timeout", IDLE),
            // A machine that loses power does not close its connections. These settings end them
            // after half a minute.
            ("tcp_keepalives_idle", "15"),
            ("tcp_keepalives_interval", "5"),
            ("tcp_keepalives_count", "3"),
            ("jit", "off"),
            (MARK, mark.as_str()),
        ]);
    first_connection(&options, &mark).await?;
    let looking = options.clone().options([("default_transaction_read_only", "on")]);
    // One more, for the listener.
    let sessions = Arc::new(AtomicU64::new(0));
    let readers = pool(looking, READERS + 1, &sessions, &mark).await.map_err(refused)?;
    let writers = pool(options.clone(), WRITERS, &sessions, &mark).await.map_err(refused)?;
    let pools = Pools { sessions, readers, writers, options };
    check(&pools.readers()).await?;
    for side in [&pools.readers, &pools.writers] {
        keeps_settings(&Readers(Pool::Postgres(Reach::unwatched(side))), &mark).await?;
    }
    Ok(pools)
}

/// Adds the database to an error of connecting.
fn named(error: StoreError, url: &str) -> StoreError {
    match error {
        StoreError::Unavailable(why) => {
            StoreError::Unavailable(format!("PostgreSQL database {}: {why}", shown(url)))
        }
        other => other,
    }
}

/// Names a pooler as the cause, if it refused the connection.
fn pooled(error: StoreError) -> StoreError {
    match &error {
        StoreError::Unavailable(why) if why.contains("unsupported startup parameter") => {
            StoreError::Unavailable(format!("{POOLER} ({why})"))
        }
        _ => error,
    }
}

/// Checks that a session has the settings it was opened with. Without the time limits, a node that
/// freezes in a transaction would block all others.
///
/// # Errors
///
/// [`StoreError::Unavailable`] with advice if it has not.
pub(super) async fn keeps_settings(
    reader: impl Into<Reader<'_>>,
    mark: &str,
) -> Result<(), StoreError> {
    let row = sql(SESSION_SETTINGS).row(reader).await?;
    let found: [String; 3] = [row.get("statement")?, row.get("idle")?, row.get("mark")?];
    lost(&found, mark).map_or(Ok(()), |why| Err(StoreError::Unavailable(why)))
}

/// Returns why a session without its settings is refused; `None` if it has them.
fn lost(found: &[String; 3], mark: &str) -> Option<String> {
    let [statement, idle, own] = found;
    (*found != [STATEMENT, IDLE, mark]).then(|| {
        let shared = if own == mark { "" } else { "; the session is shared" };
        format!(
            "{POOLER} (statement_timeout is {statement}, idle_in_transaction_session_timeout \
             {idle}{shared})"
        )
    })
}

/// Reads the settings of a new session, without a prepared statement.
async fn session_settings(conn: &mut PgConnection) -> sqlx::Result<[String; 3]> {
    let row = conn.fetch_one(SESSION_SETTINGS).await?;
    Ok([row.try_get("statement")?, row.try_get("idle")?, row.try_get("mark")?])
}

/// Checks the settings of one connection outside the pools. A pool retries a refused connection
/// until it times out, and the reason would only be logged. Any other failure is left to the pools,
/// which wait for a server that is starting.
async fn first_connection(options: &PgConnectOptions, mark: &str) -> Result<(), StoreError> {
    let Ok(Ok(mut conn)) = timeout(FIRST, options.connect()).await else { return Ok(()) };
    let found = session_settings(&mut conn).await?;
    conn.close().await?;
    lost(&found, mark).map_or(Ok(()), |why| Err(StoreError::Unavailable(why)))
}

async fn pool(
    options: PgConnectOptions,
    most: u32,
    sessions: &Arc<AtomicU64>,
    mark: &str,
) -> Result<PgPool, StoreError> {
    let (sessions, mark) = (Arc::clone(sessions), mark.to_owned());
    let pool = PgPoolOptions::new()
        .after_connect(move |conn, _| {
            sessions.fetch_add(1, Ordering::SeqCst);
            let mark = mark.clone();
            // A pooler may be put in between while the node runs.
            Box::pin(async move {
                let found = session_settings(conn).await?;
                lost(&found, &mark)
                    .map_or(Ok(()), |why| Err(sqlx::Error::Configuration(why.into())))
            })
        })
        .max_connections(most)
        .min_connections(1)
        .idle_timeout(Duration::from_secs(600))
        .max_lifetime(LIFETIME)
        .acquire_timeout(TIMEOUT);
    Ok(pool.connect_with(options).await?)
}

/// Returns whether connections to the server are read-only.
pub(crate) async fn only_reads(writers: &PgPool) -> Result<bool, StoreError> {
    let writers = Readers(Pool::Postgres(Reach::unwatched(writers)));
    let found: String = sql(ONLY_READS).row(&writers).await?.get("only_reads")?;
    Ok(found == "on")
}

async fn check(readers: &Readers) -> Result<(), StoreError> {
    let version: i64 = sql(VERSION).row(readers).await?.get("version")?;
    if version < OLDEST {
        let major = version / 10_000;
        let why = format!("PostgreSQL {major} is too old: use 15 or later");
        return Err(StoreError::Unavailable(why));
    }
    let encoding: String = sql(ENCODING).row(readers).await?.get("encoding")?;
    if encoding != "UTF8" {
        let why = format!("the database has the encoding {encoding}: create one with UTF8");
        return Err(StoreError::Unavailable(why));
    }
    let durable: String = sql(DURABLE).row(readers).await?.get("durable")?;
    if durable == "off" {
        let why = "synchronous_commit is off, so confirmed orders could be lost: turn it on";
        return Err(StoreError::Unavailable(why.to_owned()));
    }
    Ok(())
}
