//! Whether letters leave at all. When the relay is not to be had all letters share one fate: one
//! of them is tried every minute, no try counts, and all go when one was taken.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::failure::Fate;

/// How long a relay that is down is left alone.
const PROBED: TimeDelta = TimeDelta::seconds(60);
/// So many people's letters turned away in a row, and none taken: that is not about the letters.
const IN_A_ROW: usize = 3;

/// How many letters may be begun with now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    All,
    /// One, and when it is through the next.
    One,
    None(DateTime<Utc>),
}

/// What is known of the relay.
#[derive(Default)]
pub(super) struct Watch(Mutex<State>);

#[derive(Default)]
struct State {
    /// Nothing before the first letter of this run.
    down: Option<bool>,
    /// While it is down: not to be tried before then.
    after: Option<DateTime<Utc>>,
    turned_away: BTreeSet<String>,
}

impl Watch {
    pub(super) fn gate(&self, now: DateTime<Utc>) -> Gate {
        let state = self.state();
        match (state.down, state.after) {
            (Some(true), Some(after)) if now < after => Gate::None(after),
            (Some(true), _) => Gate::One,
            _ => Gate::All,
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
        state.after = None;
        state.down.replace(false) != Some(false)
    }

    /// A letter to this address was not taken. Tells whether the relay is down now and was not
    /// before.
    pub(super) fn failed(&self, now: DateTime<Utc>, address: &str, fate: Fate) -> bool {
        let mut state = self.state();
        match fate {
            Fate::Relay => {}
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
        let watch = Watch::default();
        assert_eq!(watch.gate(at(0)), Gate::All);
        assert!(watch.failed(at(0), "ann@good.example", Fate::Relay), "that is news");
        assert!(!watch.failed(at(0), "bo@good.example", Fate::Relay), "that is known");
        assert_eq!(watch.gate(at(0)), Gate::None(at(1)));
        assert_eq!(watch.gate(at(1)), Gate::One);
        // Somebody's mailbox is full: the relay is there, but has taken nothing yet.
        assert!(!watch.failed(at(1), "ann@good.example", Fate::Later));
        assert_eq!(watch.gate(at(1)), Gate::One);
        assert!(watch.works());
        assert!(!watch.works());
        assert_eq!(watch.gate(at(1)), Gate::All);
    }

    #[test]
    fn a_relay_that_takes_from_nobody_is_down_whatever_it_says() {
        let watch = Watch::default();
        for _ in 0..5 {
            assert!(!watch.failed(at(0), "ann@good.example", Fate::Later), "one person only");
        }
        assert!(!watch.failed(at(0), "bo@good.example", Fate::Later));
        assert!(watch.failed(at(0), "cy@good.example", Fate::Later));
        assert!(watch.works());
        assert!(!watch.failed(at(0), "cy@good.example", Fate::Later), "counted anew");
    }
}
