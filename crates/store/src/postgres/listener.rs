//! Notifies other nodes after a commit that something has changed. This is only a hint: a node that
//! receives nothing checks by itself after a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::{Notify, watch};

use crate::sql::{Readers, sql};

/// The channel is named after the schema, because a database may hold several installations.
const CHANNEL: &str = "SELECT 'ravenpost_' || current_schema()";
const RING: &str = "SELECT 1 FROM pg_notify('ravenpost_' || current_schema(), $1)";

/// At most twenty notifications a second.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause after a lost connection.
const AGAIN: Duration = Duration::from_secs(2);

/// Counters that are incremented when something is stored, for the tasks that wait for it.
#[derive(Clone)]
pub(super) struct Counts {
    pub(super) commits: watch::Sender<u64>,
    pub(super) emails: watch::Sender<u64>,
    pub(super) people_writes: Arc<AtomicU64>,
}

impl Counts {
    /// Signals a change that may concern any task.
    pub(super) fn all(&self) {
        self.people_writes.fetch_add(1, Ordering::SeqCst);
        self.commits.send_modify(|count| *count += 1);
        self.emails.send_modify(|count| *count += 1);
    }
}

/// Notifies other nodes, once for all changes since the last time.
pub(super) async fn ring(readers: Readers, node: String, due: Arc<Notify>) {
    loop {
        due.notified().await;
        if let Err(error) = sql(RING).bind(node.as_str()).row(&readers).await {
            tracing::debug!(%error, "failed to notify other nodes");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Listens to other nodes. Notifications may be missed while the connection is lost.
pub(super) async fn hear(readers: PgPool, node: String, counts: Counts) {
    loop {
        if let Err(error) = listen(&readers, &node, &counts).await {
            if matches!(error, sqlx::Error::PoolClosed) {
                return;
            }
            tracing::debug!(%error, "lost notifications from other nodes");
        }
        counts.all();
        tokio::time::sleep(AGAIN).await;
    }
}

async fn listen(readers: &PgPool, node: &str, counts: &Counts) -> Result<(), sqlx::Error> {
    let channel: String = sqlx::query_scalar(CHANNEL).fetch_one(readers).await?;
    let mut listener = PgListener::connect_with(readers).await?;
    listener.listen(&channel).await?;
    while let Some(heard) = listener.try_recv().await? {
        if heard.payload() != node {
            counts.all();
        }
    }
    Ok(())
}
