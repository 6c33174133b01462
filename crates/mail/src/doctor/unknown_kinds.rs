//! Checks for queued emails that only a newer version can render.

use chrono::{DateTime, Utc};

use super::finding::DoctorReport;
use ravenpost_service::post::unknown_kinds::unwritten;
use ravenpost_store::Store;
use ravenpost_store::post::outbox::Unwritten;

/// Reports queued emails of unknown kinds, if they have been waiting for long.
pub(super) async fn look(store: &Store, now: DateTime<Utc>, report: &mut DoctorReport) {
    for Unwritten { kind, emails, since } in unwritten(store, now).await.unwrap_or_default() {
        let since = since.format("%Y-%m-%d %H:%M UTC");
        report.warn(
            "outbox",
            format!(
                "{emails} emails of the kind \"{kind}\", unknown to this version, have been \
                 queued since {since}"
            ),
            "Start the newer version that queued them: it will send them. They are not lost, and \
             they do not delay other emails.",
        );
    }
}
