//! Nodes that start together over one database start one after the other: what is looked at before
//! anybody is served is looked at by one of them, and the next finds it done.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use tokio::task::JoinHandle;

use crate::service::lease::Duty;
use crate::service::{Service, ServiceError};

/// For how long a node that died while it started keeps the others waiting.
const HELD: TimeDelta = TimeDelta::seconds(30);
/// How often it is looked whether it is this node's turn, and how often a turn is made longer.
const LOOK: Duration = Duration::from_millis(200);
const RENEWED: Duration = Duration::from_secs(5);

/// This node's turn to start.
pub(super) struct Turn {
    service: Service,
    kept: JoinHandle<()>,
}

impl Turn {
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
