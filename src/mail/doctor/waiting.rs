//! Checks for queued emails that only a newer version can render.

use chrono::{DateTime, Utc};

use super::finding::DoctorReport;
use crate::service::post::unwritten::unwritten;
use ravenpost_store::Store;
use ravenpost_store::post::outbox::Unwritten;

/// Reports them by kind, if they have been queued for long.
pub(super) async fn look(store: &Store, now: DateTime<Utc>, report: &mut DoctorReport) {
    for Unwritten { kind, letters, since } in unwritten(store, now).await.unwrap_or_default() {
        let since = since.format("%Y-%m-%d %H:%M UTC");
        report.warn(
            "outbox",
            format!(
                "of the kind \"{kind}\", which this version does not know, {letters} wait since \
                 {since}"
            ),
            "Start the newer version that owes them: it writes and sends them. No other letter \
             waits for them, and none of them is lost meanwhile.",
        );
    }
}
