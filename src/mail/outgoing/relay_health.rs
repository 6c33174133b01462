//! Whether letters leave at all. When the relay is not to be had all letters share one fate: one
//! of them is tried every minute, no try counts, and all go when one was taken.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::failure::Fate;

/// How long a relay that is down is left alone.
const PROBED: TimeDelta = TimeDelta::seconds(60);
/// How long what is known of it is not told again.
const TOLD: TimeDelta = TimeDelta::seconds(15);
/// So many people's letters turned away in a row, and none taken: that is not about the letters.
const IN_A_ROW: usize = 3;

/// How many letters may be begun with now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Throttle {
    All,
    /// One, and when it is through the next.
    One,
    None(DateTime<Utc>),
}

/// What is known of the relay.
#[derive(Default)]
pub(super) struct RelayHealth(Mutex<State>);

#[derive(Default)]
struct State {
    /// Nothing before the first letter of this run.
    down: Option<bool>,
    /// While it is down: not to be tried before then.
    after: Option<DateTime<Utc>>,
    /// While it is down: whether it has answered a call that was about no letter.
    answered: bool,
    turned_away: BTreeSet<String>,
    /// What was told of it last, and when.
    told: Option<(bool, DateTime<Utc>)>,
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

    /// A letter was taken, or refused by somebody who knows its mailbox. Tells whether that is
    /// news.
    pub(super) fn works(&self) -> bool {
        let mut state = self.state();
        state.turned_away.clear();
        (state.after, state.answered) = (None, false);
        state.down.replace(false) != Some(false)
    }

    /// A letter to this address was not taken. Tells whether the relay is down now and was not
    /// before.
    pub(super) fn failed(&self, now: DateTime<Utc>, address: &str, fate: Fate) -> bool {
        let mut state = self.state();
        match fate {
            Fate::Relay => state.answered = false,
            Fate::Later => {
                // It speaks to us: while it is down, the next letter is tried at once.
                state.turned_away.insert(address.to_lowercase());
                if state.down == Some(true) || state.turned_away.len() < IN_A_ROW {
                    return false;
                }
            }
            Fate::Never | Fate::Gone => return false,
        }
        state.after = Some(now + PROBED);
        state.down.replace(true) != Some(true)
    }

    /// It answered a call that was about no letter: one may be tried.
    pub(super) fn answers(&self) {
        let mut state = self.state();
        (state.after, state.answered) = (None, true);
    }

    /// Whether it has answered, so that no letter is kept from another node in vain.
    pub(super) fn may_try(&self) -> bool {
        let state = self.state();
        state.answered || state.down == Some(false)
    }

    /// Whether it is down, where that is to be told now: when it changes, and now and then after
    /// that, because telling may fail and another node may think otherwise.
    pub(super) fn news(&self, now: DateTime<Utc>) -> Option<bool> {
        let mut state = self.state();
        let down = state.down?;
        if state.told.is_some_and(|(told, at)| told == down && (at..at + TOLD).contains(&now)) {
            return None;
        }
        state.told = Some((down, now));
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
    fn one_letter_a_minute_until_one_is_taken() {
        let health = RelayHealth::default();
        assert_eq!(health.throttle(at(0)), Throttle::All);
        assert!(health.failed(at(0), "ann@good.example", Fate::Relay), "that is news");
        assert!(!health.failed(at(0), "bo@good.example", Fate::Relay), "that is known");
        assert_eq!(health.throttle(at(0)), Throttle::None(at(1)));
        assert_eq!(health.throttle(at(1)), Throttle::One);
        // Somebody's mailbox is full: the relay is there, but has taken nothing yet.
        assert!(!health.failed(at(1), "ann@good.example", Fate::Later));
        assert_eq!(health.throttle(at(1)), Throttle::One);
        assert!(health.works());
        assert!(!health.works());
        assert_eq!(health.throttle(at(1)), Throttle::All);
    }

    #[test]
    fn how_it_does_is_told_at_once_and_again_later() {
        let health = RelayHealth::default();
        assert_eq!(health.news(at(0)), None, "nothing is known");
        health.failed(at(0), "ann@good.example", Fate::Relay);
        assert_eq!(health.news(at(0)), Some(true));
        assert_eq!(health.news(at(0)), None);
        assert_eq!(health.news(at(1)), Some(true), "who was told may not have noted it");
        health.works();
        assert_eq!(health.news(at(1)), Some(false));
        assert_eq!(health.news(at(0)), Some(false), "the clock was set back");
    }

    #[test]
    fn a_relay_that_takes_from_nobody_is_down_whatever_it_says() {
        let health = RelayHealth::default();
        for _ in 0..5 {
            assert!(!health.failed(at(0), "ann@good.example", Fate::Later), "one person only");
        }
        assert!(!health.failed(at(0), "bo@good.example", Fate::Later));
        assert!(health.failed(at(0), "cy@good.example", Fate::Later));
        assert!(health.works());
        assert!(!health.failed(at(0), "cy@good.example", Fate::Later), "counted anew");
    }
}
