//! Orders that no player gives when they are played: forced answers, pre-orders, standing
//! instructions, and default orders.

pub mod drawer;
pub mod fallback;
pub mod forced;
pub mod standing;
