//! How long a node counts as up, and how long its lease on recording an outage lasts.

use chrono::Duration;

/// A node counts as up for this long after its last heartbeat.
pub(in crate::game) const ALIVE: Duration = Duration::seconds(30);
/// How long the lease on recording an outage lasts.
pub(in crate::game) const HEARTBEAT: Duration = Duration::minutes(2);
