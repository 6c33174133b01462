//! How long a node counts as up, and how long it has an exclusive duty.

use chrono::Duration;

/// A node counts as up for this long after its last heartbeat.
pub(in crate::game) const ALIVE: Duration = Duration::seconds(30);
/// How long one node has the exclusive duty of recording an outage.
pub(in crate::game) const HEARTBEAT: Duration = Duration::minutes(2);
