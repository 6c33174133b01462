//! The bell by which a node tells the others, after a commit, that there is something to look at.
//! It is a hint and no more: whoever hears nothing looks by itself after a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::{Notify, watch};

use crate::sql::{Readers, sql};

/// The bell of a database has its schema's name: several may stand in one.
const CHANNEL: &str = "SELECT 'ravenpost_' || current_schema()";
const RING: &str = "SELECT 1 FROM pg_notify('ravenpost_' || current_schema(), $1)";

/// At most twenty rings a second.
const PAUSE: Duration = Duration::from_millis(50);
/// Behind a connection that was lost.
const AGAIN: Duration = Duration::from_secs(2);

/// What is counted up by whoever stores something, for those who wait for it.
#[derive(Clone)]
pub(super) struct Counts {
    pub(super) commits: watch::Sender<u64>,
    pub(super) letters: watch::Sender<u64>,
    pub(super) people_writes: Arc<AtomicU64>,
}

impl Counts {
    /// Something was stored that anybody may have to look at.
    pub(super) fn all(&self) {
        self.people_writes.fetch_add(1, Ordering::SeqCst);
        self.commits.send_modify(|count| *count += 1);
        self.letters.send_modify(|count| *count += 1);
    }
}

/// Rings for the others, once for all that was stored meanwhile.
pub(super) async fn ring(readers: Readers, node: String, due: Arc<Notify>) {
    loop {
        due.notified().await;
        if let Err(error) = sql(RING).bind(node.as_str()).row(&readers).await {
            tracing::debug!(%error, "nobody else was woken");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Hears the others. When the connection was lost, something may have been missed.
pub(super) async fn hear(readers: PgPool, node: String, counts: Counts) {
    loop {
        if let Err(error) = listen(&readers, &node, &counts).await {
            if matches!(error, sqlx::Error::PoolClosed) {
                return;
            }
            tracing::debug!(%error, "other nodes are not heard for a moment");
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
