//! The daily seal over all logs, made beside the pages.

use std::time::Duration;

use chrono::{NaiveDate, TimeDelta, Utc};
use tokio::sync::watch;

use super::loops::survived;
use crate::service::archive::sealing::Sealing;
use crate::service::lease::Duty;
use crate::service::{Service, ServiceError};

/// How often it is looked whether a new day has begun, and how long it is left alone after a
/// failure.
const LOOK: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_secs(600);
/// How long a node that looks after them does so alone.
const TURN: TimeDelta = TimeDelta::minutes(5);

/// Seals each day once, until `stop` changes.
pub async fn keep(service: Service, mut stop: watch::Receiver<bool>) {
    let mut warned = None;
    while !*stop.borrow() {
        let pause = match survived(sealed(&service)).await {
            Ok(None) => LOOK,
            Ok(Some(sealing)) => {
                tell(&sealing, &mut warned);
                LOOK
            }
            Err(error) => {
                tracing::error!(%error, "NO SEAL was made; tried again in ten minutes");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Looks after the seals, if that is this node's to do.
async fn sealed(service: &Service) -> Result<Option<Sealing>, ServiceError> {
    let now = Utc::now();
    match service.has_duty(now, Duty::Seals, TURN).await? {
        true => Ok(Some(service.seal(now).await?)),
        false => Ok(None),
    }
}

/// A clock that is wrong is complained of once.
fn tell(sealing: &Sealing, warned: &mut Option<NaiveDate>) {
    match sealing {
        Sealing::Made(seal) => {
            tracing::info!(day = %seal.day, games = seal.games, seal = seal.hash.hex(), "sealed");
            if seal.form.key.is_some() && seal.note.is_none() {
                tracing::error!("NO CHECKPOINT was signed: seals before were changed; see audit");
            }
        }
        Sealing::Before => {}
        Sealing::Ahead(day) if *warned == Some(*day) => {}
        Sealing::Ahead(day) => {
            *warned = Some(*day);
            tracing::error!(%day, "NO SEAL is made before that day: a clock was wrong, or is now");
        }
    }
}
