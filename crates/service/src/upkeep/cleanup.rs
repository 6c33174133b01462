//! Deletes obsolete data: old sign-in requests, counters, ended sessions and processed emails.
//! Addresses of people who never signed up are not kept.

use chrono::{DateTime, Duration, Utc};

use crate::Service;
use crate::error::ServiceError;
use crate::node::lease::Duty;
use crate::people::saved_forms::MINUTES;
use crate::people::sign_in::SESSION_DAYS;
use ravenpost_store::lists::{counters, leases, nodes, saved_forms};
use ravenpost_store::people::{server_invitations, sessions, sign_ins, tokens};
use ravenpost_store::post::{incoming, outbox};
use ravenpost_store::writes;

/// Counters per hour, and counters per day.
const HOURLY: [&str; 5] =
    ["guest_games ", "saved_forms ", "sign_in ", "table_actions ", "table_undos "];
const DAILY: [&str; 11] = [
    "guest_day",
    "invitations ",
    "invitation_links ",
    "tables_opened ",
    "nudges ",
    "reports ",
    "address_changes ",
    "tokens_created ",
    "replies_rejected ",
    "replies_shown ",
    "replies_awaited ",
];

/// How long an email is held for its player's confirmation.
const HELD_DAYS: i64 = 14;
/// How long records of ignored emails, the texts of processed inbound emails, and sign-in emails to
/// strangers are kept.
const RETENTION_DAYS: i64 = 14;
const KNOWN_DAYS: i64 = 60;

impl Service {
    /// Deletes data that has expired. Called periodically.
    pub async fn tidy_up(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        self.games().try_damaged_again();
        self.admissions().delete_expired_files(now);
        if !self.monitoring().has_duty(now, Duty::TidyUp, Duration::minutes(50)).await? {
            return Ok(());
        }
        let (hour, day) = (now.timestamp().div_euclid(3600), now.timestamp().div_euclid(86_400));
        let job = self.store().write(writes!(|tx| {
            sign_ins::sweep(tx, now).await?;
            server_invitations::sweep(tx, now).await?;
            sessions::sweep(tx, now, Duration::days(SESSION_DAYS.0)).await?;
            tokens::sweep(tx, now).await?;
            saved_forms::sweep(tx, now - Duration::minutes(MINUTES)).await?;
            for what in HOURLY {
                counters::sweep(tx, what, hour).await?;
            }
            for what in DAILY {
                counters::sweep(tx, what, day).await?;
            }
            incoming::lapse(tx, now - Duration::days(HELD_DAYS), now).await?;
            outbox::forget_sign_ins(tx, now - Duration::days(RETENTION_DAYS)).await?;
            incoming::purge_bodies(tx, now - Duration::days(RETENTION_DAYS)).await?;
            leases::sweep(tx, now - Duration::days(1)).await?;
            nodes::sweep(tx, now - Duration::days(1)).await?;
            incoming::forget(tx, now - Duration::days(KNOWN_DAYS)).await?;
            Ok(())
        }));
        job.await?;
        self.accounts().delete_guests(now).await?;
        self.members().see_to_idle_tables(now).await.map(drop)
    }
}
