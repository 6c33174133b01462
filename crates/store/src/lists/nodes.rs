//! The nodes over one database: which are up, and when none was. Every node beats; an outage is
//! when none did, and it is written once, by whichever notices it first.

use chrono::{DateTime, TimeDelta, Utc};

use super::settings;
use crate::error::StoreError;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Text, Tx, on_postgres, sql};

/// The setting that holds the newest beat of any node, in milliseconds since 1970.
pub const BEAT: &str = "last_heartbeat";

/// A time in which no node was up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NobodyUp {
    pub began: DateTime<Utc>,
    /// When a node noticed that it was over.
    pub noticed: DateTime<Utc>,
}

impl FromRow for NobodyUp {
    fn from_row(row: &Row) -> Result<NobodyUp, StoreError> {
        Ok(NobodyUp { began: row.time("started_at")?, noticed: row.time("detected_at")? })
    }
}

/// How a node beats.
#[derive(Clone, Debug)]
pub struct Beat {
    pub node: String,
    pub at: DateTime<Utc>,
    /// The rules by which it decides: the version of each title's.
    pub rules: String,
    /// The release of its time zone data.
    pub tzdata: String,
    /// Nobody was up if no node beat for longer than this, while one of them runs.
    pub missed: TimeDelta,
    /// The same for a node that starts where no other is up.
    pub away: TimeDelta,
    /// A node that beat this long ago is up.
    pub alive: TimeDelta,
}

const OWN: &str = "SELECT heartbeat_at FROM node WHERE name = $1";
/// Whoever was killed has no connection left, which is known at once; a beat is not missed so soon.
const OTHERS: Text = Text::Each {
    sqlite: "SELECT 1 FROM node WHERE name <> $1 AND heartbeat_at > $2 LIMIT 1",
    postgres: on_postgres::OTHERS_UP,
};
const BEATS: &str = "INSERT INTO node (name, heartbeat_at, rules, tzdata) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO UPDATE SET \
    heartbeat_at = excluded.heartbeat_at, rules = excluded.rules, tzdata = excluded.tzdata";
const TZDATA: &str = "SELECT DISTINCT tzdata FROM node WHERE heartbeat_at > $1 ORDER BY tzdata";
const NOTED: &str = "INSERT INTO outage (started_at, detected_at) VALUES ($1, $2) \
    ON CONFLICT (started_at) DO NOTHING";
/// What was done already is open again where it lasted longer.
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

/// A node beats. Tells of all times in which nobody was up that not all clocks know of; one that
/// ends with this beat is among them.
pub async fn beat(tx: &mut Tx, beat: &Beat) -> Result<Vec<NobodyUp>, StoreError> {
    let written = settings::get(&mut *tx, BEAT).await?;
    let last = written.and_then(|text| text.parse().ok());
    let last = last.and_then(DateTime::from_timestamp_millis);
    let (name, now) = (beat.node.as_str(), beat.at);
    let begins = sql(OWN).bind(name).row_if(&mut *tx).await?.is_none();
    let others = sql(OTHERS).bind(name).bind(ms(now - beat.alive)).row_if(&mut *tx).await?;
    let most = if begins && others.is_none() { beat.away } else { beat.missed };
    if let Some(last) = last.filter(|last| now - *last > most) {
        sql(NOTED).bind(ms(last)).bind(ms(now)).run(&mut *tx).await?;
    }
    let beats = sql(BEATS).bind(name).bind(ms(now));
    beats.bind(beat.rules.as_str()).bind(beat.tzdata.as_str()).run(&mut *tx).await?;
    settings::set(tx, BEAT, &ms(now).to_string()).await?;
    open(tx).await
}

/// The times in which nobody was up that not all clocks know of.
pub async fn open(reader: impl Into<Reader<'_>>) -> Result<Vec<NobodyUp>, StoreError> {
    sql(OPEN).all(reader).await
}

/// Notes a time that some clocks do not know of, because no node that was up could tell them.
pub async fn left(
    tx: &mut Tx,
    began: DateTime<Utc>,
    noticed: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(LEFT).bind(ms(began)).bind(ms(noticed)).run(tx).await?;
    Ok(())
}

/// All clocks know of what was noticed until then.
pub async fn done(
    tx: &mut Tx,
    noticed: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(DONE).bind(ms(now)).bind(ms(noticed)).run(tx).await?;
    Ok(())
}

/// A node goes in order: nobody waits for it.
pub async fn leave(tx: &mut Tx, node: &str) -> Result<(), StoreError> {
    sql(LEAVES).bind(node).run(tx).await?;
    Ok(())
}

/// Forgets nodes that were not heard of since then.
pub async fn sweep(tx: &mut Tx, before: DateTime<Utc>) -> Result<(), StoreError> {
    sql(GONE).bind(ms(before)).run(tx).await?;
    Ok(())
}

/// The nodes that were heard of since then.
pub async fn up(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(UP).bind(ms(since)).rows(reader).await?;
    rows.iter().map(|row| row.get(0)).collect()
}

/// The releases of time zone data that nodes heard of since then use.
pub async fn tzdata(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(TZDATA).bind(ms(since)).rows(reader).await?;
    rows.iter().map(|row| row.get(0)).collect()
}

/// The nodes that decide by other rules than these: those that were heard of since then, and those
/// that have a connection. One whose clock is off does not beat, and answers by page.
pub async fn by_other_rules(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
    rules: &str,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(BY_OTHER_RULES).bind(ms(since)).bind(rules).rows(reader).await?;
    rows.iter().map(|row| row.get(0)).collect()
}

/// Notes since when a node cannot reach the relay; nothing when it can.
pub async fn relay_down(
    tx: &mut Tx,
    node: &str,
    since: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    sql(RELAY_DOWN).bind(node).bind(since.map(ms)).run(tx).await?;
    Ok(())
}

/// Since when a node cannot reach the relay; nothing when it can, and none where it has not beaten.
pub async fn relay_of(
    reader: impl Into<Reader<'_>>,
    node: &str,
) -> Result<Option<Option<DateTime<Utc>>>, StoreError> {
    let row = sql(RELAY_OF).bind(node).row_if(reader).await?;
    row.map(|row| row.time_if("relay_down_since")).transpose()
}

/// Whether another node that was heard of since then can reach the relay, as far as it knows.
pub async fn another_sends(
    reader: impl Into<Reader<'_>>,
    node: &str,
    since: DateTime<Utc>,
) -> Result<bool, StoreError> {
    Ok(sql(ANOTHER_SENDS).bind(node).bind(ms(since)).row_if(reader).await?.is_some())
}

/// The nodes heard of since then that cannot reach the relay, and since when each cannot.
pub async fn cut_off(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
) -> Result<Vec<(String, DateTime<Utc>)>, StoreError> {
    let rows = sql(CUT_OFF).bind(ms(since)).rows(reader).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.time("relay_down_since")?))).collect()
}
