//! Groups the legal orders of a seat for display and adds the forms.

use crate::advice::search;
use crate::orders::legal::{Field, Form, Group};
use crate::rules::Rules;
use crate::seat::Seat;

/// Returns the legal orders of a seat with their descriptions, grouped by card or decision.
pub(super) fn offers<R: Rules>(state: &R::State, seat: Seat) -> Vec<Group> {
    let legal = R::legal(state, seat);
    let mut groups: Vec<Group> = Vec::new();
    for order in &legal.orders {
        let group = R::group(state, seat, order);
        let offer = search::offer::<R>(state, seat, order);
        match groups.iter_mut().find(|known| known.title == group.title) {
            Some(known) => known.offers.push(offer),
            None => groups.push(Group { offers: vec![offer], ..group }),
        }
    }
    // Each form goes into the group of the orders it makes. If the list is incomplete, orders that
    // a form makes are not listed beside it, except the form's bare lead and the default order.
    let homes: Vec<Option<usize>> = legal.forms.iter().map(|form| home(&groups, form)).collect();
    if !legal.complete {
        let silent = R::write(state, &R::fallback(state, seat));
        let plain = |order: &str| legal.forms.iter().any(|form| form.lead == order);
        let made = |order: &str| legal.forms.iter().any(|form| form.makes(order));
        let offered = |order: &str| order == silent || plain(order) || !made(order);
        for group in &mut groups {
            group.offers.retain(|offer| offered(&offer.order));
        }
    }
    for (form, home) in legal.forms.into_iter().zip(homes) {
        // A listed order needs no form that makes only this order.
        let listed = |group: &Group| group.offers.iter().any(|offer| offer.order == form.lead);
        if form.fields.is_empty() && groups.iter().any(listed) {
            continue;
        }
        let under = |group: &Group| !form.heading.is_empty() && group.title == form.heading;
        match home.or_else(|| groups.iter().position(under)) {
            Some(at) => groups[at].forms.push(form),
            None => groups.push(from_form(form)),
        }
    }
    groups.retain(|group| !group.offers.is_empty() || !group.forms.is_empty());
    groups
}

/// Finds the group of the first order that a form makes. Forms for orders to be typed have a group
/// of their own if they name it.
fn home(groups: &[Group], form: &Form) -> Option<usize> {
    let is_text = |field: &Field| matches!(field, Field::Text { .. });
    if !form.heading.is_empty() && form.fields.iter().any(is_text) {
        return None;
    }
    groups.iter().position(|group| group.offers.iter().any(|offer| form.makes(&offer.order)))
}

fn from_form(form: Form) -> Group {
    let own = form.heading.is_empty();
    Group {
        title: if own { form.label.clone() } else { form.heading.clone() },
        notes: if own && !form.help.is_empty() { vec![form.help.clone()] } else { Vec::new() },
        forms: vec![form],
        ..Group::default()
    }
}
