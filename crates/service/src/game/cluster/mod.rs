//! Several nodes on one database: validating cached games, heartbeats and failover.

pub(crate) mod failover;
pub(in crate::game) mod nobody_up;
mod node_states;
pub(in crate::game) mod shared;
