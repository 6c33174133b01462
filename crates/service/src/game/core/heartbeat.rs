//! How long a node counts as up, and how long it has an exclusive duty.

use chrono::Duration;

/// A node whose last heartbeat is not older than this counts as up.
pub(in crate::game) const ALIVE: Duration = Duration::seconds(30);
/// How long one node has the exclusive duty of recording an outage.
pub(in crate::game) const HEARTBEAT: Duration = Duration::minutes(2);
