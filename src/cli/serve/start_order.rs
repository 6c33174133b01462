//! Serialises the start of nodes that share a database, so that only one node needs to perform the
//! start-up checks.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use tokio::task::JoinHandle;

use ravenpost_service::node::lease::Duty;
use ravenpost_service::titles;
use ravenpost_service::{Service, ServiceError};

/// How long a node that dies while starting blocks the others.
const HELD: TimeDelta = TimeDelta::seconds(30);
/// The interval between attempts to start, and between renewals of the lease.
const LOOK: Duration = Duration::from_millis(200);
const RENEWED: Duration = Duration::from_secs(5);

/// How long a waiting node may stay silent before systemd considers it hung.
const PATIENCE: Duration = Duration::from_secs(30);

/// The right of this node to start, held until dropped or ended.
pub(super) struct Turn {
    service: Service,
    renewal: JoinHandle<()>,
}

impl Turn {
    /// Waits until no node serves with other rules and it is this node's turn. Does not hold the
    /// turn while waiting, so that nodes with the current rules can start first.
    pub(super) async fn after_others(service: &Service) -> Result<Turn, ServiceError> {
        let (rules, mut logged) = (titles::versions(), Vec::new());
        let versions = service.rules_versions();
        loop {
            let others = versions.conflicting_nodes(Utc::now(), &rules).await?;
            if others.is_empty() {
                let turn = Turn::taken(service).await?;
                if versions.conflicting_nodes(Utc::now(), &rules).await?.is_empty() {
                    return Ok(turn);
                }
                turn.ends().await?;
            } else if others != logged {
                tracing::info!(?others, "waiting for nodes with other rules to stop");
                logged = others;
            }
            // Prevent systemd from considering the waiting node hung.
            let longer = u32::try_from(PATIENCE.as_micros()).unwrap_or(u32::MAX);
            let _ = sd_notify::notify(&[sd_notify::NotifyState::ExtendTimeoutUsec(longer)]);
            tokio::time::sleep(RENEWED / 5).await;
        }
    }

    /// Waits until it is this node's turn.
    pub(super) async fn taken(service: &Service) -> Result<Turn, ServiceError> {
        let mut logged = false;
        while !service.monitoring().has_duty(Utc::now(), Duty::Start, HELD).await? {
            if !std::mem::replace(&mut logged, true) {
                tracing::info!("waiting for another node to start");
            }
            tokio::time::sleep(LOOK).await;
        }
        let renewal = tokio::spawn(keep(service.clone()));
        Ok(Turn { service: service.clone(), renewal })
    }

    /// Lets the next node start.
    pub(super) async fn ends(self) -> Result<(), ServiceError> {
        self.renewal.abort();
        self.service.monitoring().duty_done(Duty::Start).await
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.renewal.abort();
    }
}

async fn keep(service: Service) {
    loop {
        tokio::time::sleep(RENEWED).await;
        if let Err(error) = service.monitoring().has_duty(Utc::now(), Duty::Start, HELD).await {
            tracing::warn!(%error, "failed to renew this node's turn to start");
        }
    }
}
