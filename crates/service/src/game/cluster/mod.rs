//! Several nodes on one database: validating cached games, heartbeats and failover.

pub(crate) mod failover;
mod node_states;
pub(in crate::game) mod outages;
pub(in crate::game) mod shared;
