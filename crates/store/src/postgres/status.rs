//! The state of a PostgreSQL database for the admin: durability, standbys, and what the serving
//! role may do to the log.

use super::catalogue;
use crate::Store;
use crate::error::StoreError;
use crate::sql::{Readers, sql};

const SERVER: &str = "SELECT CAST(current_setting('server_version') AS text) AS version, \
    CAST(pg_is_in_recovery() AS integer) AS only_reads, \
    current_setting('fsync') || current_setting('full_page_writes') AS flushes, \
    current_setting('synchronous_commit') AS waits_for, \
    current_setting('synchronous_standby_names') AS named, \
    CAST(current_setting('max_connections') AS bigint) AS connections, \
    current_setting('data_checksums') AS checksums, \
    CAST(inet_server_addr() IS NOT NULL AS integer) AS by_network, \
    coalesce((SELECT CAST(version AS text) FROM pg_stat_ssl \
        WHERE pid = pg_backend_pid() AND ssl), '') AS tls";
const STANDBYS: &str = "SELECT count(*) AS connected, \
    count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) AS waited_for, \
    count(*) FILTER (WHERE sync_state IS NULL) AS hidden FROM pg_stat_replication";
const ROLE: &str = "SELECT CAST(current_user AS text) AS name, \
    CAST((SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS integer) AS is_superuser, \
    CAST(pg_has_role(current_user, relowner, 'USAGE') AS integer) AS owns_log, \
    CAST(has_table_privilege(pg_class.oid, 'UPDATE') \
        OR has_table_privilege(pg_class.oid, 'DELETE') \
        OR has_table_privilege(pg_class.oid, 'TRUNCATE') AS integer) AS may_change_log \
    FROM pg_class \
    WHERE relname = 'event' AND relnamespace = CAST(current_schema() AS regnamespace)";

/// Nodes with a recent heartbeat by the server's clock.
const NODES: &str = "SELECT count(*) AS n FROM node \
    WHERE heartbeat_at > CAST(extract(epoch FROM now()) * 1000 AS bigint) - 60000";

/// The state of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerStatus {
    pub version: String,
    /// Whether it is a standby, which is read-only.
    pub only_reads: bool,
    /// Whether `fsync` and `full_page_writes` are on.
    pub flushes: bool,
    /// What a commit waits for: the value of `synchronous_commit`.
    pub waits_for: String,
    /// The standbys that a commit waits for, as configured.
    pub named: String,
    pub connections: i64,
    /// The number of nodes that are up.
    pub nodes: i64,
    pub checksums: bool,
    /// Whether it is reached over the network.
    pub by_network: bool,
    /// The TLS version of the connection; empty without TLS.
    pub tls: String,
    pub standbys: Standbys,
    pub role: Role,
    /// Triggers protecting the log that are missing or disabled.
    pub unguarded: Vec<String>,
}

/// The standbys that are connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standbys {
    pub all: i64,
    /// Those that a commit waits for.
    pub waited_for: i64,
    /// Those whose state our role may not see.
    pub hidden: i64,
}

/// The serving role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Role {
    pub name: String,
    pub is_superuser: bool,
    pub owns_log: bool,
    pub may_change_log: bool,
}

impl Store {
    /// Returns the state of the database server; `None` for a file.
    pub async fn standing(&self) -> Result<Option<ServerStatus>, StoreError> {
        match self.is_file() {
            true => Ok(None),
            false => Ok(Some(standing(self.read()).await?)),
        }
    }
}

async fn standing(readers: &Readers) -> Result<ServerStatus, StoreError> {
    let server = sql(SERVER).row(readers).await?;
    let behind = sql(STANDBYS).row(readers).await?;
    let role = sql(ROLE).row(readers).await?;
    let nodes = sql(NODES).row(readers).await?.get("n")?;
    let version: String = server.get("version")?;
    Ok(ServerStatus {
        version: version.split(' ').next().unwrap_or_default().to_owned(),
        only_reads: server.get("only_reads")?,
        flushes: server.get::<&str>("flushes")? == "onon",
        waits_for: server.get("waits_for")?,
        named: server.get("named")?,
        connections: server.get("connections")?,
        nodes,
        checksums: server.get::<&str>("checksums")? == "on",
        by_network: server.get("by_network")?,
        tls: server.get("tls")?,
        standbys: Standbys {
            all: behind.get("connected")?,
            waited_for: behind.get("waited_for")?,
            hidden: behind.get("hidden")?,
        },
        role: Role {
            name: role.get("name")?,
            is_superuser: role.get("is_superuser")?,
            owns_log: role.get("owns_log")?,
            may_change_log: role.get("may_change_log")?,
        },
        unguarded: catalogue::unguarded(readers).await?,
    })
}
