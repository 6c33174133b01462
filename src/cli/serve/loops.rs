//! The clock's loop: does what is due, and sleeps until the next thing is.

use std::time::Duration;

use chrono::Utc;
use tokio::sync::watch;

use crate::service::Service;

/// The longest sleep: a watchdog wants to hear from us, and clocks of machines jump.
const NAP: Duration = Duration::from_secs(15);
/// The pause after something failed, so that a sick disk is not hammered.
const PAUSE: Duration = Duration::from_secs(5);

/// Serves the clocks until `stop` changes. What is under way is finished.
pub async fn clocks(service: Service, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let pause = match turn(&service).await {
            Ok(pause) => {
                // Nobody to tell, when this was not started by systemd.
                let _ = sd_notify::notify(&[sd_notify::NotifyState::Watchdog]);
                pause
            }
            Err(error) => {
                tracing::error!(%error, "the clocks could not be served");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = service.clocks_rung() => {}
            _ = stop.changed() => {}
        }
    }
}

/// One round; tells how long there is nothing to do.
async fn turn(service: &Service) -> Result<Duration, crate::service::ServiceError> {
    let ticked = service.tick(Utc::now()).await?;
    if ticked.failed > 0 {
        return Ok(PAUSE);
    }
    let next = service.next_due().await?;
    let pause = next.map(|next| (next - Utc::now()).to_std().unwrap_or(Duration::ZERO));
    Ok(pause.unwrap_or(NAP).min(NAP))
}
