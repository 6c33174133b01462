//! Looks every second whether the server answers, by a connection of its own, so that requests
//! fail at once while it does not, instead of waiting one by one.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor, PgConnection};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How often it looks.
const EVERY: Duration = Duration::from_secs(1);
/// How long an answer may take. Two in a row are waited for: one connection that is lost is no
/// outage.
const PATIENCE: Duration = Duration::from_secs(2);

/// Looks for as long as it runs.
pub(super) async fn watch(options: PgConnectOptions, down: watch::Sender<bool>) {
    let mut conn: Option<PgConnection> = None;
    loop {
        let known = conn.is_some();
        let mut answers = asked(&options, &mut conn).await;
        if !answers && known {
            answers = asked(&options, &mut conn).await;
        }
        let changed = down.send_if_modified(|down| std::mem::replace(down, !answers) == answers);
        match (changed, answers) {
            (true, false) => tracing::error!("the database cannot be reached"),
            (true, true) => tracing::info!("the database answers again"),
            _ => {}
        }
        sleep(EVERY).await;
    }
}

/// Whether the server answers. A connection that did not is dropped.
async fn asked(options: &PgConnectOptions, conn: &mut Option<PgConnection>) -> bool {
    let answer = timeout(PATIENCE, async {
        let mut held = match conn.take() {
            Some(held) => held,
            None => options.connect().await?,
        };
        held.execute("SELECT 1").await?;
        *conn = Some(held);
        Ok::<(), sqlx::Error>(())
    });
    match answer.await {
        Ok(Ok(())) => true,
        // It has no room for one more connection, and serves those it has.
        Ok(Err(sqlx::Error::Database(error))) => error.code().is_some_and(|code| code == "53300"),
        Ok(Err(_)) | Err(_) => false,
    }
}
