//! Code shared by the measurements: the measured server, its clients, and the table of results.

pub(super) mod client;
pub(super) mod load;
pub(super) mod relay;
pub(super) mod scratch;
pub(super) mod table;
pub(super) mod test_server;
pub(super) mod yardstick;
