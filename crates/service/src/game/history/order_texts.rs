//! The orders of a seat as text: the lists and forms of the page, and what the board offers for
//! each place on it.

use crate::game::core::folded::handles::GameOrders;
use ravenpost_rules::{Group, Seat};

impl GameOrders<'_> {
    /// The groups of the page, then one per place. Groups of places have no numbers, so that
    /// numbers mean the same here and on the page.
    pub(crate) fn orders_by_words(&self, seat: Seat) -> Vec<Group> {
        let mut groups = self.position.offers(seat);
        let places = self.position.places(seat).into_iter();
        groups.extend(places.map(|(title, forms)| Group { title, forms, ..Group::default() }));
        groups
    }
}
