//! Which history of its database a log is in. A file has one.

/// Which of its histories a server is in, and whether what it answers is on a standby as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct History {
    /// PostgreSQL's timeline: another one after each failover. From 1 on.
    pub timeline: i64,
    pub synchronous: bool,
}
