//! Nodes that start together over one database start one after the other: what is looked at before
//! anybody is served is looked at by one of them, and the next finds it done.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use tokio::task::JoinHandle;

use crate::service::lease::Duty;
use crate::service::{Service, ServiceError};
use crate::titles;

/// For how long a node that died while it started keeps the others waiting.
const HELD: TimeDelta = TimeDelta::seconds(30);
/// How often it is looked whether it is this node's turn, and how often a turn is made longer.
const LOOK: Duration = Duration::from_millis(200);
const RENEWED: Duration = Duration::from_secs(5);

/// How long a node that waits may stay silent before systemd takes it for dead.
const PATIENCE: Duration = Duration::from_secs(30);

/// This node's turn to start.
pub(super) struct Turn {
    service: Service,
    kept: JoinHandle<()>,
}

impl Turn {
    /// Waits until nobody serves by other rules any more, and until it is this node's turn. The
    /// turn is not kept while it waits: a node that goes by the rules in force may start before.
    pub(super) async fn after_others(service: &Service) -> Result<Turn, ServiceError> {
        let (rules, mut told) = (titles::versions(), Vec::new());
        loop {
            let others = service.others_follow_other_rules(Utc::now(), &rules).await?;
            if others.is_empty() {
                let turn = Turn::taken(service).await?;
                if service.others_follow_other_rules(Utc::now(), &rules).await?.is_empty() {
                    return Ok(turn);
                }
                turn.ends().await?;
            } else if others != told {
                tracing::info!(
                    ?others,
                    "these serve by other rules; this node waits for their end"
                );
                told = others;
            }
            // Whoever started it is not to take it for dead.
            let longer = u32::try_from(PATIENCE.as_micros()).unwrap_or(u32::MAX);
            let _ = sd_notify::notify(&[sd_notify::NotifyState::ExtendTimeoutUsec(longer)]);
            tokio::time::sleep(RENEWED / 5).await;
        }
    }

    /// Waits until it is this node's turn.
    pub(super) async fn taken(service: &Service) -> Result<Turn, ServiceError> {
        let mut told = false;
        while !service.has_duty(Utc::now(), Duty::Start, HELD).await? {
            if !std::mem::replace(&mut told, true) {
                tracing::info!("another node is just starting; this one waits for it");
            }
            tokio::time::sleep(LOOK).await;
        }
        let kept = tokio::spawn(keep(service.clone()));
        Ok(Turn { service: service.clone(), kept })
    }

    /// The next may start.
    pub(super) async fn ends(self) -> Result<(), ServiceError> {
        self.kept.abort();
        self.service.duty_done(Duty::Start).await
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.kept.abort();
    }
}

async fn keep(service: Service) {
    loop {
        tokio::time::sleep(RENEWED).await;
        if let Err(error) = service.has_duty(Utc::now(), Duty::Start, HELD).await {
            tracing::warn!(%error, "this node's turn to start may go to another");
        }
    }
}
