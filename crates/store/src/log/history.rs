//! The history of a database server, which changes with each failover. A file has only one.

/// The database server's current history, and whether confirmed writes are also on a standby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct History {
    /// PostgreSQL's timeline, from 1; it changes with each failover.
    pub timeline: i64,
    pub synchronous: bool,
}
