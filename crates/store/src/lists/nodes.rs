//! The nodes of a shared database: which ones are up, and the times when none was. Each node sends
//! heartbeats. A time without any is an outage, which the first node to notice records once.

use chrono::{DateTime, TimeDelta, Utc};

use super::settings::{self, Key};
use crate::error::StoreError;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Text, Tx, on_postgres, sql};

/// A period in which no node was up, not yet compensated in all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenOutage {
    pub began: DateTime<Utc>,
    /// When a node noticed that it was over.
    pub noticed: DateTime<Utc>,
}

impl FromRow for OpenOutage {
    fn from_row(row: &Row) -> Result<OpenOutage, StoreError> {
        Ok(OpenOutage { began: row.time("started_at")?, noticed: row.time("detected_at")? })
    }
}

/// The heartbeat of a node.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    pub node: String,
    pub at: DateTime<Utc>,
    /// The rules versions of the node's titles.
    pub rules: String,
    /// The release of its time zone data.
    pub tzdata: String,
    /// How long heartbeats may be missing while a node is running before that counts as an outage.
    pub missed: TimeDelta,
    /// Like `missed`, for a node that starts while no other is up.
    pub away: TimeDelta,
    /// A node with a heartbeat in this period is up.
    pub alive: TimeDelta,
}

const OWN: &str = "SELECT heartbeat_at FROM node WHERE name = $1";
/// A killed node loses its connection at once, before its missing heartbeat is noticed.
const OTHERS: Text = Text::Each {
    sqlite: "SELECT 1 FROM node WHERE name <> $1 AND heartbeat_at > $2 LIMIT 1",
    postgres: on_postgres::OTHERS_UP,
};
const MISSED_HEARTBEATS: &str = "INSERT INTO node (name, heartbeat_at, rules, tzdata) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO UPDATE SET \
    heartbeat_at = excluded.heartbeat_at, rules = excluded.rules, tzdata = excluded.tzdata";
const TZDATA: &str = "SELECT DISTINCT tzdata FROM node WHERE heartbeat_at > $1 ORDER BY tzdata";
const NOTED: &str = "INSERT INTO outage (started_at, detected_at) VALUES ($1, $2) \
    ON CONFLICT (started_at) DO NOTHING";
/// An outage that was already compensated is reopened if it lasted longer.
const LEFT: &str = "INSERT INTO outage (started_at, detected_at) VALUES ($1, $2) \
    ON CONFLICT (started_at) DO UPDATE SET detected_at = excluded.detected_at, \
    compensated_at = NULL";
const OPEN: &str =
    "SELECT started_at, detected_at FROM outage WHERE compensated_at IS NULL ORDER BY started_at";
const DONE: &str = "UPDATE outage SET compensated_at = $1 WHERE compensated_at IS NULL \
    AND detected_at <= $2";
const LEAVES: &str = "DELETE FROM node WHERE name = $1";
const GONE: &str = "DELETE FROM node WHERE heartbeat_at < $1";
const BY_OTHER_RULES: Text = Text::Each {
    sqlite: "SELECT name FROM node WHERE heartbeat_at > $1 AND rules <> $2 ORDER BY name",
    postgres: on_postgres::BY_OTHER_RULES,
};
const UP: &str = "SELECT name FROM node WHERE heartbeat_at > $1 ORDER BY name";
const RELAY_DOWN: &str = "UPDATE node SET relay_down_since = $2 WHERE name = $1";
const RELAY_OF: &str = "SELECT relay_down_since FROM node WHERE name = $1";
const ANOTHER_SENDS: &str = "SELECT 1 FROM node \
    WHERE name <> $1 AND heartbeat_at > $2 AND relay_down_since IS NULL LIMIT 1";
const CUT_OFF: &str = "SELECT name, relay_down_since FROM node \
    WHERE heartbeat_at > $1 AND relay_down_since IS NOT NULL ORDER BY name";

const STATES: &str = "SELECT \
    count(CASE WHEN heartbeat_at > $1 AND relay_down_since IS NULL THEN 1 END) AS working, \
    count(CASE WHEN heartbeat_at > $1 AND relay_down_since IS NOT NULL THEN 1 END) \
        AS without_relay, \
    count(CASE WHEN heartbeat_at <= $1 THEN 1 END) AS silent FROM node";

/// The number of nodes in each state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeStates {
    pub working: u64,
    /// Nodes that cannot reach the relay.
    pub without_relay: u64,
    /// Nodes without a recent heartbeat that did not shut down.
    pub silent: u64,
}

impl FromRow for NodeStates {
    fn from_row(row: &Row) -> Result<NodeStates, StoreError> {
        Ok(NodeStates {
            working: row.count("working")?,
            without_relay: row.count("without_relay")?,
            silent: row.count("silent")?,
        })
    }
}

/// Records a heartbeat. Returns all outages that were not applied to every clock yet, including one
/// that ends with this heartbeat.
pub async fn heartbeat(tx: &mut Tx, heartbeat: &Heartbeat) -> Result<Vec<OpenOutage>, StoreError> {
    let written = settings::get(&mut *tx, Key::LastHeartbeat).await?;
    let last = written.and_then(|text| text.parse().ok());
    let last = last.and_then(DateTime::from_timestamp_millis);
    let (name, now) = (heartbeat.node.as_str(), heartbeat.at);
    let begins = sql(OWN).bind(name).row_if(&mut *tx).await?.is_none();
    let others = sql(OTHERS).bind(name).bind(ms(now - heartbeat.alive)).row_if(&mut *tx).await?;
    let most = if begins && others.is_none() { heartbeat.away } else { heartbeat.missed };
    if let Some(last) = last.filter(|last| now - *last > most) {
        sql(NOTED).bind(ms(last)).bind(ms(now)).run(&mut *tx).await?;
    }
    let heartbeats = sql(MISSED_HEARTBEATS).bind(name).bind(ms(now));
    heartbeats.bind(heartbeat.rules.as_str()).bind(heartbeat.tzdata.as_str()).run(&mut *tx).await?;
    settings::set(tx, Key::LastHeartbeat, &ms(now).to_string()).await?;
    open(tx).await
}

/// Returns the outages that were not applied to every clock yet.
pub async fn open(reader: impl Into<Reader<'_>>) -> Result<Vec<OpenOutage>, StoreError> {
    sql(OPEN).all(reader).await
}

/// Records an outage that some clocks do not include, because no running node could apply it.
pub async fn left(
    tx: &mut Tx,
    began: DateTime<Utc>,
    noticed: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(LEFT).bind(ms(began)).bind(ms(noticed)).run(tx).await?;
    Ok(())
}

/// Records that all outages noticed until `noticed` were applied to every clock.
pub async fn done(
    tx: &mut Tx,
    noticed: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(DONE).bind(ms(now)).bind(ms(noticed)).run(tx).await?;
    Ok(())
}

/// Removes a node that shuts down, so that no other node waits for it.
pub async fn leave(tx: &mut Tx, node: &str) -> Result<(), StoreError> {
    sql(LEAVES).bind(node).run(tx).await?;
    Ok(())
}

/// Deletes nodes without a heartbeat since that time.
pub async fn sweep(tx: &mut Tx, before: DateTime<Utc>) -> Result<(), StoreError> {
    sql(GONE).bind(ms(before)).run(tx).await?;
    Ok(())
}

/// Returns the nodes with a heartbeat since that time.
pub async fn up(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(UP).bind(ms(since)).rows(reader).await?;
    rows.iter().map(|row| row.get("name")).collect()
}

/// Counts the nodes by state; those with a heartbeat since that time are up.
pub async fn states(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
) -> Result<NodeStates, StoreError> {
    NodeStates::from_row(&sql(STATES).bind(ms(since)).row(reader).await?)
}

/// Returns the time zone data releases of nodes with a heartbeat since that time.
pub async fn tzdata(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(TZDATA).bind(ms(since)).rows(reader).await?;
    rows.iter().map(|row| row.get("tzdata")).collect()
}

/// Returns the nodes that use other rules than these: those with a recent heartbeat and those with
/// a connection. A node whose clock is wrong sends no heartbeats but still serves pages.
pub async fn by_other_rules(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
    rules: &str,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(BY_OTHER_RULES).bind(ms(since)).bind(rules).rows(reader).await?;
    rows.iter().map(|row| row.get("name")).collect()
}

/// Records when a node lost contact with the relay; `None` if it can reach the relay.
pub async fn relay_down(
    tx: &mut Tx,
    node: &str,
    since: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    sql(RELAY_DOWN).bind(node).bind(since.map(ms)).run(tx).await?;
    Ok(())
}

/// Returns when a node lost contact with the relay. The inner `None` means that it can reach the
/// relay, the outer one that the node is unknown.
pub async fn relay_of(
    reader: impl Into<Reader<'_>>,
    node: &str,
) -> Result<Option<Option<DateTime<Utc>>>, StoreError> {
    let row = sql(RELAY_OF).bind(node).row_if(reader).await?;
    row.map(|row| row.time_if("relay_down_since")).transpose()
}

/// Returns whether another node with a recent heartbeat can reach the relay, as far as it knows.
pub async fn another_sends(
    reader: impl Into<Reader<'_>>,
    node: &str,
    since: DateTime<Utc>,
) -> Result<bool, StoreError> {
    Ok(sql(ANOTHER_SENDS).bind(node).bind(ms(since)).row_if(reader).await?.is_some())
}

/// Returns the nodes with a recent heartbeat that cannot reach the relay, with the start of each
/// outage.
pub async fn cut_off(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
) -> Result<Vec<(String, DateTime<Utc>)>, StoreError> {
    let rows = sql(CUT_OFF).bind(ms(since)).rows(reader).await?;
    rows.iter().map(|row| Ok((row.get("name")?, row.time("relay_down_since")?))).collect()
}
