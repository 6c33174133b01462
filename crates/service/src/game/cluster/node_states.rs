//! Counts the nodes of the installation by state, for monitoring.

use crate::handles::Cluster;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::heartbeat::ALIVE;
use ravenpost_store::lists::nodes::{self, NodeStates};

impl Cluster<'_> {
    /// Counts the nodes by state. A file has one node, this one.
    pub(crate) async fn node_states(self, now: DateTime<Utc>) -> Result<NodeStates, ServiceError> {
        if !self.store().is_file() {
            return Ok(nodes::states(self.store().read(), now - ALIVE).await?);
        }
        let cut_off = u64::from(self.clocks().relay_down_since().await?.is_some());
        Ok(NodeStates { working: 1 - cut_off, without_relay: cut_off, silent: 0 })
    }
}
