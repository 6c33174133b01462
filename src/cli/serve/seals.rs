//! Seals the logs of all games daily, in the background.

use std::time::Duration;

use chrono::{NaiveDate, Utc};
use tokio::sync::watch;

use super::loops::survived;
use ravenpost_service::Service;
use ravenpost_service::archive::sealing::Sealing;

/// The interval between checks for a new day, and the pause after a failure.
const LOOK: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_secs(600);

/// Seals each day once, until `stop` changes.
pub async fn keep(service: Service, mut stop: watch::Receiver<bool>) {
    let mut warned = None;
    while !*stop.borrow() {
        let pause = match survived(service.archive().seal_in_turn(Utc::now())).await {
            Ok(None) => LOOK,
            Ok(Some(sealing)) => {
                tell(&sealing, &mut warned);
                LOOK
            }
            Err(error) => {
                tracing::error!(%error, "sealing failed, retrying in ten minutes");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Logs the result. A wrong clock is reported only once.
fn tell(sealing: &Sealing, warned: &mut Option<NaiveDate>) {
    match sealing {
        Sealing::Made(seal) => {
            tracing::info!(day = %seal.day, games = seal.games, seal = seal.hash.hex(), "sealed");
            if seal.form.key.is_some() && seal.note.is_none() {
                tracing::error!("no checkpoint signed: earlier seals changed; see ravenpost audit");
            }
        }
        Sealing::Before => {}
        Sealing::Ahead(day) if *warned == Some(*day) => {}
        Sealing::Ahead(day) => {
            *warned = Some(*day);
            tracing::error!(%day, "not sealing until that day: a clock is or was wrong");
        }
    }
}
