//! The time, time zone and query options with which a page is viewed.

use chrono::{DateTime, Utc};

#[derive(Clone, Copy)]
pub struct Viewpoint<'a> {
    pub now: DateTime<Utc>,
    pub zone: ravenpost_zone::Zone,
    /// Restricts the orders to this area.
    pub area: Option<&'a str>,
    /// The requested tab.
    pub tab: Option<&'a str>,
    /// Seconds between the steps of an automatic replay.
    pub play: Option<u8>,
}
