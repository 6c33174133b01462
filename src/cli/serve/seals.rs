//! The daily seal over all logs, made beside the pages.

use std::time::Duration;

use chrono::{NaiveDate, Utc};
use tokio::sync::watch;

use super::loops::survived;
use crate::service::Service;
use crate::service::archive::sealing::Sealing;

/// How often it is looked whether a new day has begun, and how long it is left alone after a
/// failure.
const LOOK: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_secs(600);

/// Seals each day once, until `stop` changes.
pub async fn keep(service: Service, mut stop: watch::Receiver<bool>) {
    let mut warned = None;
    while !*stop.borrow() {
        let pause = match survived(service.seal_in_turn(Utc::now())).await {
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
