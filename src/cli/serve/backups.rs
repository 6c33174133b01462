//! Copies of the database on a schedule, made beside the pages.

use std::time::Duration;

use chrono::Utc;
use tokio::sync::watch;

use super::loops::survived;
use crate::service::Service;
use crate::service::back_up::BackupReport;
use ravenpost_store::sqlite::copies::Copies;

/// How often it is looked whether a copy is due, and how long it is left alone after a failure: a
/// full disk is not filled again every minute.
const LOOK: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_secs(3600);

/// Makes copies when they are due, until `stop` changes.
pub async fn keep(service: Service, copies: Copies, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let round = tokio::select! {
            round = survived(service.back_up(Utc::now(), &copies)) => round,
            _ = stop.changed() => break,
        };
        let pause = match round {
            Ok(kept) => {
                tell(&kept);
                LOOK
            }
            Err(error) => {
                let folder = copies.folder.display();
                tracing::error!(%error, %folder, "NO BACKUP was made; tried again in an hour");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => {}
        }
    }
}

fn tell(kept: &BackupReport) {
    if let Some(file) = &kept.made {
        tracing::info!(file = %file.display(), "backed up and checked");
    }
    for what in &kept.broken {
        tracing::error!(what, "BROKEN in this backup, and older ones are kept: ravenpost audit");
    }
    for file in &kept.removed {
        tracing::info!(file = %file.display(), "an old backup was removed");
    }
}
