//! Connections to a server that may be unreachable; while it is, callers do not wait for it.

use std::future::Future;

use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Result};
use tokio::sync::watch;

use crate::error::StoreError;

/// Connections, and whether the server answers.
#[derive(Clone)]
pub(crate) struct Reach {
    pub(crate) pool: PgPool,
    down: watch::Receiver<bool>,
}

impl Reach {
    pub(crate) fn new(pool: PgPool, down: watch::Receiver<bool>) -> Reach {
        Reach { pool, down }
    }

    /// Wraps connections for short use without a health check.
    pub(crate) fn unwatched(pool: &PgPool) -> Reach {
        Reach { pool: pool.clone(), down: watch::channel(false).1 }
    }

    /// Returns a connection from the pool.
    pub(crate) async fn acquire(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        self.unless_down(self.pool.acquire()).await
    }

    /// Does the work, or fails at once when the server is found to be unreachable.
    pub(crate) async fn unless_down<T>(
        &self,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T, StoreError> {
        tokio::select! {
            biased;
            error = self.found_down() => Err(error),
            done = work => Ok(done?),
        }
    }

    /// Waits until the server is found to be unreachable.
    pub(crate) async fn found_down(&self) -> StoreError {
        let mut down = self.down.clone();
        if down.wait_for(|down| *down).await.is_err() {
            std::future::pending::<()>().await;
        }
        StoreError::Unavailable("it is unreachable".to_owned())
    }
}
