//! Records the high-water mark of the log, at most once a second.

use std::time::Duration;

use tokio::sync::watch;

use ravenpost_service::Service;
use ravenpost_store::sqlite::high_water_mark::{HighWaterMark, Marks};

const PAUSE: Duration = Duration::from_secs(1);

/// Writes the mark whenever the log has grown, until `stop` changes, and once more at the end.
pub async fn keep(service: Service, marks: Marks, mut stop: watch::Receiver<bool>) {
    let mut last = None;
    while !*stop.borrow() {
        note(&service, &marks, &mut last).await;
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            _ = stop.changed() => {}
        }
    }
    note(&service, &marks, &mut last).await;
}

async fn note(service: &Service, marks: &Marks, last: &mut Option<HighWaterMark>) {
    match service.cluster().end_of_log().await {
        Ok(Some(mark)) if *last != Some(mark) => {
            marks.write(&mark);
            *last = Some(mark);
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "failed to read the end of the log"),
    }
}
