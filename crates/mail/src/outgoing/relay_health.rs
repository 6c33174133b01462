//! Tracks whether the relay works. While it is down, all emails wait and no attempts are counted.
//! One email is tried every minute, and once it is accepted, all others follow.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::failure::FailureKind;

/// The pause between attempts while the relay is down.
const PROBED: TimeDelta = TimeDelta::seconds(60);
/// The minimum interval between reports of an unchanged state.
const REPORT_INTERVAL: TimeDelta = TimeDelta::seconds(15);
/// With failures for this many recipients in a row and no success, the relay is at fault, not the
/// emails.
const IN_A_ROW: usize = 3;

/// How many deliveries may start now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Throttle {
    All,
    /// One at a time.
    One,
    None(DateTime<Utc>),
}

/// The state of the relay as seen by this node.
#[derive(Default)]
pub(super) struct RelayHealth(Mutex<State>);

#[derive(Default)]
struct State {
    /// `None` before the first email of this run.
    down: Option<bool>,
    /// While it is down: the time of the next attempt.
    after: Option<DateTime<Utc>>,
    /// While it is down: whether it has answered a probe.
    answered: bool,
    turned_away: BTreeSet<String>,
    /// The last reported state and when it was reported.
    reported: Option<(bool, DateTime<Utc>)>,
}

impl RelayHealth {
    pub(super) fn throttle(&self, now: DateTime<Utc>) -> Throttle {
        let state = self.state();
        match (state.down, state.after) {
            (Some(true), Some(after)) if now < after => Throttle::None(after),
            (Some(true), _) => Throttle::One,
            _ => Throttle::All,
        }
    }

    pub(super) fn is_down(&self) -> bool {
        self.state().down == Some(true)
    }

    /// Records that an email was accepted, or refused because of its mailbox. Returns whether the
    /// state changed.
    pub(super) fn works(&self) -> bool {
        let mut state = self.state();
        state.turned_away.clear();
        (state.after, state.answered) = (None, false);
        state.down.replace(false) != Some(false)
    }

    /// Records a failed delivery to this address. Returns whether the relay has just gone down.
    pub(super) fn failed(
        &self,
        now: DateTime<Utc>,
        address: &str,
        failure_kind: FailureKind,
    ) -> bool {
        let mut state = self.state();
        match failure_kind {
            FailureKind::Relay => state.answered = false,
            FailureKind::Later => {
                // The relay responds, so even while it is down, the next email is tried at once.
                state.turned_away.insert(address.to_lowercase());
                if state.down == Some(true) || state.turned_away.len() < IN_A_ROW {
                    return false;
                }
            }
            FailureKind::Never | FailureKind::Gone => return false,
        }
        state.after = Some(now + PROBED);
        state.down.replace(true) != Some(true)
    }

    /// Records that it answered a probe, so that one email may be tried.
    pub(super) fn answers(&self) {
        let mut state = self.state();
        (state.after, state.answered) = (None, true);
    }

    /// Returns whether the relay has answered this node. Otherwise it leaves emails to other nodes.
    pub(super) fn may_try(&self) -> bool {
        let state = self.state();
        state.answered || state.down == Some(false)
    }

    /// Returns the state if it is due to be reported: when it changes, and at intervals afterwards,
    /// because a report may fail and another node may disagree.
    pub(super) fn news(&self, now: DateTime<Utc>) -> Option<bool> {
        let mut state = self.state();
        let down = state.down?;
        if state.reported.is_some_and(|(reported, at)| {
            reported == down && (at..at + REPORT_INTERVAL).contains(&now)
        }) {
            return None;
        }
        state.reported = Some((down, now));
        Some(down)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: u32) -> DateTime<Utc> {
        format!("2025-11-20T09:{minute:02}:00Z").parse().expect("a moment")
    }

    #[test]
    fn one_email_a_minute_probes_a_relay_that_is_down() {
        let health = RelayHealth::default();
        assert_eq!(health.throttle(at(0)), Throttle::All);
        assert!(health.failed(at(0), "ann@good.example", FailureKind::Relay), "that is news");
        assert!(!health.failed(at(0), "bo@good.example", FailureKind::Relay), "that is known");
        assert_eq!(health.throttle(at(0)), Throttle::None(at(1)));
        assert_eq!(health.throttle(at(1)), Throttle::One);
        // A full mailbox: the relay responds, but has not accepted anything yet.
        assert!(!health.failed(at(1), "ann@good.example", FailureKind::Later));
        assert_eq!(health.throttle(at(1)), Throttle::One);
        assert!(health.works());
        assert!(!health.works());
        assert_eq!(health.throttle(at(1)), Throttle::All);
    }

    #[test]
    fn outage_is_logged_at_once_and_again_later() {
        let health = RelayHealth::default();
        assert_eq!(health.news(at(0)), None, "nothing is known");
        health.failed(at(0), "ann@good.example", FailureKind::Relay);
        assert_eq!(health.news(at(0)), Some(true));
        assert_eq!(health.news(at(0)), None);
        assert_eq!(health.news(at(1)), Some(true), "who was told may not have noted it");
        health.works();
        assert_eq!(health.news(at(1)), Some(false));
        assert_eq!(health.news(at(0)), Some(false), "the clock was set back");
    }

    #[test]
    fn relay_that_refuses_everyone_counts_as_down() {
        let health = RelayHealth::default();
        for _ in 0..5 {
            assert!(
                !health.failed(at(0), "ann@good.example", FailureKind::Later),
                "one person only"
            );
        }
        assert!(!health.failed(at(0), "bo@good.example", FailureKind::Later));
        assert!(health.failed(at(0), "cy@good.example", FailureKind::Later));
        assert!(health.works());
        assert!(!health.failed(at(0), "cy@good.example", FailureKind::Later), "counted again");
    }
}
