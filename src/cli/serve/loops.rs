//! Background loops: the clocks, which sleep until the next deadline, and inbound email.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};
use futures_util::FutureExt;
use tokio::sync::watch;

use crate::telemetry;
use ravenpost_mail::incoming::intake::Intake;
use ravenpost_service::node::components::Component;
use ravenpost_service::node::lease::Duty;
use ravenpost_service::{Service, ServiceError};
use ravenpost_zone as zone;

/// Maximum sleep, because of the systemd watchdog and of clock changes.
const NAP: Duration = Duration::from_secs(15);
/// The interval between heartbeats during a long round.
const ACTIVITY_INTERVAL: Duration = Duration::from_secs(10);
/// The interval between deletions of expired rows.
const TIDY: Duration = Duration::from_secs(3600);
/// The interval between comparisons of the local clock with the database's.
const COMPARED: Duration = Duration::from_secs(60);
/// The pause after a failure, to avoid hammering a failing disk.
const PAUSE: Duration = Duration::from_secs(5);

/// How long a round of the clocks may take before it is considered hung.
const LONGEST_ROUND: TimeDelta = TimeDelta::minutes(10);

/// A loop that has not reported for this long is considered hung.
pub(super) const HANGS: TimeDelta = TimeDelta::minutes(2);

/// Restarts a loop, after a pause, whenever it panics or returns before `stop` changes.
pub(super) async fn supervised<L: Future<Output = ()>>(
    what: &'static str,
    mut stop: watch::Receiver<bool>,
    start: impl Fn() -> L,
) {
    while !*stop.borrow() {
        let ended = AssertUnwindSafe(start()).catch_unwind().await;
        if *stop.borrow() {
            return;
        }
        let panicked = ended.is_err();
        tracing::error!(what, panicked, "loop ended, restarting");
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Serves the clocks until `stop` changes. Records the time of the shutdown, so that the time until
/// the next start does not count against any clock.
pub async fn clocks(
    service: Service,
    intake: Option<Arc<Intake>>,
    mut stop: watch::Receiver<bool>,
) {
    let (mut tidied, mut compared, mut failed) = (None, None, false);
    while !*stop.borrow() {
        if service.monitoring().clock_was_set()
            || compared.is_none_or(|last: Instant| last.elapsed() > COMPARED)
        {
            compared = Some(Instant::now());
            if let Err(error) = service.monitoring().compare_clocks(Utc::now).await {
                compared = None;
                tracing::warn!(%error, "failed to compare the clock with the database's");
            }
        }
        if tidied.is_none_or(|last: Instant| last.elapsed() > TIDY) {
            tidied = Some(Instant::now());
            if let Some(intake) = &intake {
                intake.tidy_up(Utc::now());
            }
            if let Err(error) = service.tidy_up(Utc::now()).await {
                tracing::warn!(%error, "failed to delete expired rows");
            }
            if let Ok(Some(newer)) = service.cluster().newer_zones(Utc::now()).await {
                tracing::warn!(
                    newer,
                    own = zone::version(),
                    "time zone data is older than another node's"
                );
            }
        }
        // A round may take a long time if bots play at many tables. Anything not yet stored is left
        // to the next start.
        let round = Box::pin(survived(turn(&service, intake.as_deref())));
        let began = Utc::now();
        let clock = || {
            let now = Utc::now();
            if !failed && now - began < LONGEST_ROUND {
                service.monitoring().works(Component::Clocks, now, HANGS);
            }
            now
        };
        let done = tokio::select! {
            done = service.clocks().stirring(ACTIVITY_INTERVAL, clock, round) => done,
            _ = stop.changed() => break,
        };
        report_log(&service);
        service.administration().restore_log_level(Utc::now());
        failed = done.is_err();
        let pause = match done {
            Ok(pause) => {
                // Ignore the error: without systemd there is nothing to notify.
                let _ = sd_notify::notify(&[sd_notify::NotifyState::Watchdog]);
                service.monitoring().works(Component::Clocks, Utc::now(), HANGS);
                pause
            }
            Err(error) => {
                service.monitoring().fails(Component::Clocks, Utc::now(), error.to_string());
                tracing::error!(%error, "failed to process game clocks");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = service.scheduler_woken() => {}
            _ = stop.changed() => {}
        }
    }
    if let Err(error) = service.clocks().last_heartbeat(Utc::now()).await {
        tracing::warn!(%error, "failed to record the shutdown, using the last heartbeat instead");
    }
}

/// Reports whether log lines can be written.
fn report_log(service: &Service) {
    match telemetry::trouble() {
        Some(why) => service.monitoring().fails(Component::Log, Utc::now(), why),
        None => service.monitoring().works(Component::Log, Utc::now(), HANGS),
    }
}

/// The interval between checks of the spool.
const LOOK: Duration = Duration::from_secs(2);

/// Processes inbound email until `stop` changes.
pub async fn emails(service: Service, intake: Arc<Intake>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        if service.rules_versions().reason_to_stand_aside().is_some() {
            service.monitoring().works(Component::Inbound, Utc::now(), HANGS);
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                _ = stop.changed() => {}
            }
            continue;
        }
        let pause = match survived(intake.round(Utc::now())).await {
            Ok(_) => {
                service.monitoring().works(Component::Inbound, Utc::now(), HANGS);
                LOOK
            }
            Err(error) => {
                service.monitoring().fails(Component::Inbound, Utc::now(), error.to_string());
                tracing::error!(%error, "failed to process inbound email");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Runs a round of a loop, and converts a panic into an error.
pub(super) async fn survived<T>(
    round: impl Future<Output = Result<T, ServiceError>>,
) -> Result<T, ServiceError> {
    let done = AssertUnwindSafe(round).catch_unwind().await;
    done.unwrap_or_else(|_| Err(ServiceError::Broken(anyhow::anyhow!("the round panicked"))))
}

/// Runs one round and returns how long to sleep.
async fn turn(service: &Service, intake: Option<&Intake>) -> Result<Duration, ServiceError> {
    let now = Utc::now();
    service.clocks().heartbeat(now).await?;
    if service.rules_versions().reason_to_stand_aside().is_some() {
        return Ok(NAP);
    }
    // Process pending emails before any deadline passes: they arrived earlier.
    let due = service.clocks().next_due().await?.is_some_and(|due| due <= now);
    if let Some(intake) = intake.filter(|_| due) {
        let seen = intake.round_before_deadlines(now).await?;
        // If another node reads the mailbox, leave the due deadlines to it.
        if !seen && service.monitoring().others_do(now, Duty::Mailbox).await? {
            return Ok(PAUSE);
        }
        // A mail source has just recovered: process its emails first.
        if !seen && service.clocks().sources_down().await?.is_empty() {
            return Ok(Duration::ZERO);
        }
    }
    let ticked = service.clocks().tick(now).await?;
    if ticked.held {
        return Ok(NAP);
    }
    if ticked.failed > 0 {
        return Ok(PAUSE);
    }
    let next = service.clocks().next_due().await?;
    let pause = next.map(|next| (next - Utc::now()).to_std().unwrap_or(Duration::ZERO));
    Ok(match pause {
        // Pause if nothing could be done about a due clock, for example that of a missing game.
        Some(Duration::ZERO) if ticked.games == 0 => PAUSE,
        pause => pause.unwrap_or(NAP).min(NAP),
    })
}
