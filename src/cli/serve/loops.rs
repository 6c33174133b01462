//! The loops beside the pages: clocks, which sleep until the next thing is due, and letters that
//! come in.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};
use futures_util::FutureExt;
use tokio::sync::watch;

use crate::mail::incoming::intake::Intake;
use crate::service::components::Component;
use crate::service::lease::Duty;
use crate::service::{Service, ServiceError};
use crate::telemetry;
use crate::zone;

/// The longest sleep: a watchdog wants to hear from us, and clocks of machines jump.
const NAP: Duration = Duration::from_secs(15);
/// How often a node beats while a round of the clocks is long.
const STIRS: Duration = Duration::from_secs(10);
/// How often what has ended is forgotten.
const TIDY: Duration = Duration::from_secs(3600);
/// How often this machine's clock is compared with the database's.
const COMPARED: Duration = Duration::from_secs(60);
/// The pause after something failed, so that a sick disk is not hammered.
const PAUSE: Duration = Duration::from_secs(5);

/// How long a round of the clocks may take before it counts as hanging.
const LONGEST_ROUND: TimeDelta = TimeDelta::minutes(10);

/// A loop that has not reported for so long hangs.
pub(super) const HANGS: TimeDelta = TimeDelta::minutes(2);

/// Runs a loop again, after a pause, when it ends before `stop` changes: by a panic, or in any
/// other way.
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
        tracing::error!(what, panicked, "a loop ended; it is started again");
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Serves the clocks until `stop` changes. The moment of the end is noted: what comes after it
/// counts on nobody's clock.
pub async fn clocks(
    service: Service,
    intake: Option<Arc<Intake>>,
    mut stop: watch::Receiver<bool>,
) {
    let (mut tidied, mut compared, mut failed) = (None, None, false);
    while !*stop.borrow() {
        if service.clock_was_set() || compared.is_none_or(|last: Instant| last.elapsed() > COMPARED)
        {
            compared = Some(Instant::now());
            if let Err(error) = service.compare_clocks(Utc::now).await {
                compared = None;
                tracing::warn!(%error, "the clock could not be compared with the database's");
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
            if let Ok(Some(newer)) = service.newer_zones(Utc::now()).await {
                tracing::warn!(
                    newer,
                    own = zone::version(),
                    "time zone data is older than another node's"
                );
            }
        }
        // A round may be long, when bots play at many tables. What it has not stored waits for the
        // next start.
        let round = Box::pin(survived(turn(&service, intake.as_deref())));
        let began = Utc::now();
        let clock = || {
            let now = Utc::now();
            if !failed && now - began < LONGEST_ROUND {
                service.works(Component::Clocks, now, HANGS);
            }
            now
        };
        let done = tokio::select! {
            done = service.stirring(STIRS, clock, round) => done,
            _ = stop.changed() => break,
        };
        report_log(&service);
        failed = done.is_err();
        let pause = match done {
            Ok(pause) => {
                // Nobody to tell, when this was not started by systemd.
                let _ = sd_notify::notify(&[sd_notify::NotifyState::Watchdog]);
                service.works(Component::Clocks, Utc::now(), HANGS);
                pause
            }
            Err(error) => {
                service.fails(Component::Clocks, Utc::now(), error.to_string());
                tracing::error!(%error, "the clocks could not be served");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = service.scheduler_woken() => {}
            _ = stop.changed() => {}
        }
    }
    if let Err(error) = service.last_beat(Utc::now()).await {
        tracing::warn!(%error, "the end was not noted; the last beat counts instead");
    }
}

/// Reports whether log lines are written.
fn report_log(service: &Service) {
    match telemetry::trouble() {
        Some(why) => service.fails(Component::Log, Utc::now(), why),
        None => service.works(Component::Log, Utc::now(), HANGS),
    }
}

/// How often the folder of letters is looked into.
const LOOK: Duration = Duration::from_secs(2);

/// Sees to letters that come in until `stop` changes.
pub async fn letters(service: Service, intake: Arc<Intake>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        if service.stands_aside().is_some() {
            service.works(Component::Inbound, Utc::now(), HANGS);
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                _ = stop.changed() => {}
            }
            continue;
        }
        let pause = match survived(intake.round(Utc::now())).await {
            Ok(_) => {
                service.works(Component::Inbound, Utc::now(), HANGS);
                LOOK
            }
            Err(error) => {
                service.fails(Component::Inbound, Utc::now(), error.to_string());
                tracing::error!(%error, "letters that came in are not seen to");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => {}
        }
    }
}

/// A round of a loop that must not end, whatever its round comes upon.
pub(super) async fn survived<T>(
    round: impl Future<Output = Result<T, ServiceError>>,
) -> Result<T, ServiceError> {
    let done = AssertUnwindSafe(round).catch_unwind().await;
    done.unwrap_or_else(|_| Err(ServiceError::Broken(anyhow::anyhow!("the round broke off"))))
}

/// One round; tells how long there is nothing to do.
async fn turn(service: &Service, intake: Option<&Intake>) -> Result<Duration, ServiceError> {
    let now = Utc::now();
    service.heartbeat(now).await?;
    if service.stands_aside().is_some() {
        return Ok(NAP);
    }
    // What lies behind the doors came before any deadline that passes now.
    let due = service.next_due().await?.is_some_and(|due| due <= now);
    if let Some(intake) = intake.filter(|_| due) {
        let seen = intake.round_before_deadlines(now).await?;
        // Where another node reads the mailbox, that one sees to what is due.
        if !seen && service.others_do(now, Duty::Mailbox).await? {
            return Ok(PAUSE);
        }
        // A door that opened again just now: what came in by it is dealt with first.
        if !seen && service.shut_doors().await?.is_empty() {
            return Ok(Duration::ZERO);
        }
    }
    let ticked = service.tick(now).await?;
    if ticked.held {
        return Ok(NAP);
    }
    if ticked.failed > 0 {
        return Ok(PAUSE);
    }
    let next = service.next_due().await?;
    let pause = next.map(|next| (next - Utc::now()).to_std().unwrap_or(Duration::ZERO));
    Ok(match pause {
        // What is due for ever, a clock that no game has, is not asked for without a pause.
        Some(Duration::ZERO) if ticked.games == 0 => PAUSE,
        pause => pause.unwrap_or(NAP).min(NAP),
    })
}
