//! Health of the server's background components.
//!
//! A component reports that it works and when its next report is due. A component that misses its
//! next report counts as failed, for example a loop that hangs or has ended. Components that were
//! never started are not listed: commands and tests run without them.

use crate::handles::Monitoring;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// A background component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Component {
    /// Sends emails.
    Sender,
    /// Enforces deadlines.
    Clocks,
    /// Processes inbound emails.
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

/// The last report of a component.
struct Report {
    at: DateTime<Utc>,
    /// When the next report is due.
    until: DateTime<Utc>,
    failure: Option<String>,
}

/// The last reports of all components.
#[derive(Default)]
pub(crate) struct Components(Mutex<BTreeMap<Component, Report>>);

impl Components {
    fn put(&self, component: Component, report: Report) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(component, report);
    }
}

impl Monitoring<'_> {
    /// Records that a component works, and that it reports again within `span`.
    pub fn works(self, component: Component, at: DateTime<Utc>, span: TimeDelta) {
        self.inner().components.put(component, Report { at, until: at + span, failure: None });
    }

    /// Records why a component does not work, until it reports again.
    pub fn fails(self, component: Component, at: DateTime<Utc>, why: impl Into<String>) {
        let report = Report { at, until: DateTime::<Utc>::MAX_UTC, failure: Some(why.into()) };
        self.inner().components.put(component, report);
    }

    /// Returns each started component with its failure, if any.
    pub fn components(self, now: DateTime<Utc>) -> BTreeMap<Component, Option<String>> {
        let all = self.inner().components.0.lock().unwrap_or_else(PoisonError::into_inner);
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
