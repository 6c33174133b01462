//! Whether the service can do its work, for machines that watch it.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::Service;
use super::error::ServiceError;
use ravenpost_store::lists::deadlines;
use ravenpost_store::post::outbox;

/// What a health page tells. Anybody may read it: how many events there are is not in it, because
/// on a small server that tells when somebody left something for later.
#[derive(Clone, Debug, Serialize)]
pub struct Health {
    pub letters_waiting: u64,
    pub letters_dead: u64,
    /// Those waiting that were tried before and not taken.
    pub letters_refused: u64,
    /// Seconds since the relay was last to be had, from this node or from any; nothing while it is.
    pub relay_down: Option<i64>,
    /// Seconds since the first door for letters was shut; nothing while all are open.
    pub door_shut: Option<i64>,
    /// Seconds the oldest letter that is due has waited.
    pub oldest_letter: Option<i64>,
    /// Games that cannot be read or gone on with, as far as that was noticed: the log names each.
    pub games_damaged: usize,
    /// Games that a newer program has gone on with, as far as that was noticed: this one leaves
    /// them alone.
    pub games_ahead: usize,
    /// Seconds the oldest deadline of all other games is overdue; small while the clock loop is
    /// alive.
    pub overdue: Option<i64>,
    /// Seconds since the latest backup that the server made; nothing before the first.
    pub backup_age: Option<i64>,
    /// Why nothing can be stored just now, or why this node serves no clocks. The first is gone
    /// with the next writing that goes through; the clocks' loop writes every minute.
    pub trouble: Option<String>,
}

impl Service {
    /// Reads what a health page tells; fails when the database cannot be read.
    pub async fn health(&self, now: DateTime<Utc>) -> Result<Health, ServiceError> {
        let reader = self.store().read();
        let letters = outbox::counts(reader).await?;
        let next = deadlines::next_moment(reader, &self.not_served()).await?;
        let out_of_reach = self.out_of_reach();
        let relay_down =
            self.relay_down_here().await?.into_iter().chain(self.relay_down_since().await?);
        Ok(Health {
            letters_waiting: letters.waiting,
            letters_dead: letters.dead,
            letters_refused: letters.refused,
            relay_down: relay_down.min().map(|since| (now - since).num_seconds()),
            door_shut: self
                .shut_doors()
                .await?
                .first()
                .map(|shut| (now - shut.since).num_seconds()),
            games_damaged: out_of_reach.damaged,
            games_ahead: out_of_reach.ahead,
            oldest_letter: letters.oldest.map(|oldest| (now - oldest).num_seconds()),
            backup_age: self.backed_up().await?.map(|at| (now - at).num_seconds()),
            trouble: self
                .store()
                .trouble()
                .map(|trouble| trouble.to_string())
                .or_else(|| self.stands_aside()),
            overdue: next.filter(|next| *next < now).map(|next| (now - next).num_seconds()),
        })
    }
}
