//! Makes scheduled backups in the background.

use std::time::Duration;

use chrono::Utc;
use tokio::sync::watch;

use super::loops::survived;
use ravenpost_service::Service;
use ravenpost_service::node::back_up::BackupReport;
use ravenpost_store::sqlite::copies::Copies;

/// The interval between checks, and the pause after a failure, so that a full disk is not filled
/// again every minute.
const LOOK: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_secs(3600);

/// Makes backups when they are due, until `stop` changes.
pub async fn keep(service: Service, copies: Copies, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let round = tokio::select! {
            round = survived(service.back_up(Utc::now(), &copies)) => round,
            _ = stop.changed() => break,
        };
        let pause = match round {
            Ok(report) => {
                tell(&report);
                LOOK
            }
            Err(error) => {
                let folder = copies.folder.display();
                tracing::error!(%error, %folder, "backup failed, retrying in an hour");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => {}
        }
    }
}

fn tell(report: &BackupReport) {
    if let Some(file) = &report.made {
        tracing::info!(file = %file.display(), "created and verified backup");
    }
    for what in &report.broken {
        tracing::error!(what, "backup is damaged, keeping older ones; run ravenpost audit");
    }
    for file in &report.removed {
        tracing::info!(file = %file.display(), "removed old backup");
    }
}
