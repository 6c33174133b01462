//! Orders that a seat may give, as forms with fields, and why an order is refused.

pub mod legal;
pub mod refusal;
