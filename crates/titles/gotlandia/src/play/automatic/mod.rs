//! Orders that no player gives when they are played: plans and default orders.

pub mod drawer;
pub mod fallback;
pub mod quiet_play;
