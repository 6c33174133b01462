//! The parts of a running server that work by themselves, and whether each does.
//!
//! A part says that it works, and by when it will say so again. One that falls silent, as a loop
//! does that hangs or has ended, does not work. Parts that were never started are not asked for:
//! commands and tests run without them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::service::Service;

/// A part that works by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Component {
    /// Sends emails.
    Sender,
    /// Serves the clocks.
    Clocks,
    /// Reads emails that came in.
    Inbound,
    /// Writes the log lines.
    Log,
}

impl Component {
    /// Its name in `/readyz`.
    pub fn name(self) -> &'static str {
        match self {
            Component::Sender => "sender",
            Component::Clocks => "clocks",
            Component::Inbound => "inbound",
            Component::Log => "log",
        }
    }
}

/// What a component said last.
struct Report {
    at: DateTime<Utc>,
    /// When it will have said something again.
    until: DateTime<Utc>,
    failure: Option<String>,
}

/// What all components said last.
#[derive(Default)]
pub(super) struct Components(Mutex<BTreeMap<Component, Report>>);

impl Components {
    fn put(&self, component: Component, report: Report) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(component, report);
    }
}

impl Service {
    /// Notes that a component works, and that it reports again within `span`.
    pub fn works(&self, component: Component, at: DateTime<Utc>, span: TimeDelta) {
        self.0.components.put(component, Report { at, until: at + span, failure: None });
    }

    /// Notes why a component does not work, until it reports again.
    pub fn fails(&self, component: Component, at: DateTime<Utc>, why: impl Into<String>) {
        let report = Report { at, until: DateTime::<Utc>::MAX_UTC, failure: Some(why.into()) };
        self.0.components.put(component, report);
    }

    /// The components that were started: nothing where one works, why it does not otherwise.
    pub fn components(&self, now: DateTime<Utc>) -> BTreeMap<Component, Option<String>> {
        let all = self.0.components.0.lock().unwrap_or_else(PoisonError::into_inner);
        let failure = |report: &Report| match &report.failure {
            Some(why) => Some(why.clone()),
            None if now > report.until => {
                Some(format!("has not reported for {} s", (now - report.at).num_seconds()))
            }
            None => None,
        };
        all.iter().map(|(component, report)| (*component, failure(report))).collect()
    }
}
