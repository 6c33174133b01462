//! Checks every second whether the server answers, on a separate connection. While the server does
//! not answer, requests fail at once instead of timing out one by one.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor, PgConnection};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// The interval between checks.
const EVERY: Duration = Duration::from_secs(1);
/// How long an answer may take. A failed check is repeated once, because a single lost connection
/// is not an outage.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Runs the checks until the program ends.
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
            (true, false) => tracing::error!("database unreachable"),
            (true, true) => tracing::info!("database reachable again"),
            _ => {}
        }
        sleep(EVERY).await;
    }
}

/// Returns whether the server answers. A connection that did not is dropped.
async fn asked(options: &PgConnectOptions, conn: &mut Option<PgConnection>) -> bool {
    let answer = timeout(TIMEOUT, async {
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
        // It is out of connections, but serves existing ones.
        Ok(Err(sqlx::Error::Database(error))) => error.code().is_some_and(|code| code == "53300"),
        Ok(Err(_)) | Err(_) => false,
    }
}
