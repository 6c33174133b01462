//! Who looks at a game.

use chrono::{DateTime, Utc};

/// When somebody looks, and in which zone.
#[derive(Clone, Copy)]
pub struct Viewpoint<'a> {
    pub now: DateTime<Utc>,
    pub zone: crate::zone::Zone,
    /// Only orders about this area are asked for.
    pub area: Option<&'a str>,
    /// The tab that is asked for.
    pub tab: Option<&'a str>,
    /// Seconds after which a replay goes on by itself.
    pub play: Option<u8>,
}
