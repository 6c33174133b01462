//! The static description of a title.

use crate::about::About;

/// Gives a title's static description.
///
/// It is separate from the other traits because the description refers to words of orders and
/// options, which folding a state does not need.
pub trait Described: Sized + Send + Sync + 'static {
    /// Returns key, name, seats, options and documents. The key is stored and must never be
    /// renamed.
    fn about() -> &'static About;
}
