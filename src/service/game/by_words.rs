//! What a seat may order, for whoever has words alone: the lists and forms of the page, and what
//! the board offers there when a place on it is chosen.

use crate::service::game::folded::Game;
use ravenpost_rules::{Group, Seat};

impl Game {
    /// The groups of the page, and one for each place. Those of places have no numbers, so that a
    /// number means the same here and there.
    pub(in crate::service) fn orders_by_words(&self, seat: Seat) -> Vec<Group> {
        let mut groups = self.position.offers(seat);
        let places = self.position.places(seat).into_iter();
        groups.extend(places.map(|(title, forms)| Group { title, forms, ..Group::default() }));
        groups
    }
}
