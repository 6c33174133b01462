//! Orders composed by filling in a form.

use crate::game::core::folded::handles::GameOrders;
use crate::play::analysis::Imagined;
use ravenpost_rules::{Form, Group, Position, Refusal, Seat};

/// A completed form: its place on the page, the words that its order began with there, and the
/// value of each field.
pub struct Filled<'a> {
    /// "o.2.0": the list (`o` for orders, `a` for instructions, `p` for places), the group and the
    /// form.
    pub place: &'a str,
    pub lead: &'a str,
    /// Returns the value of a field by the index of the field and of the input in it.
    pub value: &'a dyn Fn(usize, usize) -> Option<String>,
}

impl Filled<'_> {
    /// Returns the order that the form makes. Refused if the form is no longer on offer.
    pub fn order(&self, position: &dyn Position, seat: Seat) -> Result<String, Refusal> {
        let gone = || Refusal::new("this move is no longer available; choose again");
        let mut place = self.place.split('.');
        let forms = |groups: Vec<Group>| groups.into_iter().map(|group| group.forms).collect();
        let groups: Vec<Vec<Form>> = match place.next() {
            Some("o") => forms(position.offers(seat)),
            Some("a") => forms(position.instructions(seat)),
            Some("p") => position.places(seat).into_iter().map(|(_, forms)| forms).collect(),
            _ => return Err(gone()),
        };
        let mut number = || place.next()?.parse::<usize>().ok();
        let form = number().and_then(|group| groups.get(group)).zip(number());
        let form = form.and_then(|(group, form)| group.get(form)).ok_or_else(gone)?;
        if form.lead != self.lead {
            return Err(gone());
        }
        Ok(form.write(|field, item| (self.value)(field, item)))
    }
}

impl GameOrders<'_> {
    /// Returns the order with this number in the seat's list of orders, which starts at 1.
    pub fn by_number(&self, seat: Seat, number: usize) -> Option<String> {
        let groups = self.position.offers(seat);
        let mut offers = groups.into_iter().flat_map(|group| group.offers);
        offers.nth(number.checked_sub(1)?).map(|offer| offer.order)
    }

    /// Returns the order that a form of this seat makes.
    pub fn by_form(&self, seat: Seat, form: &Filled<'_>) -> Result<String, Refusal> {
        form.order(&*self.position, seat)
    }
}

impl Imagined {
    /// Returns the order that a form makes at the imagined position.
    pub fn by_form(&self, seat: Seat, form: &Filled<'_>) -> Result<String, Refusal> {
        form.order(&*self.position, seat)
    }
}
