//! The card of a title: what a server lists before any game is set up.

use crate::about::About;

/// What a title is called and what it offers, before any game of it is set up.
///
/// It stands apart from the other traits because the card names words of orders and options, and
/// nothing that folds a state has to know it.
pub trait Described: Sized + Send + Sync + 'static {
    /// Key, name, seats, options, documents. The key is stored for ever and never renamed.
    fn about() -> &'static About;
}
