//! What is known of a field, for screen readers.

use super::super::super::orders::names::{seat_name, seat_word};
use super::super::super::state::stack::Stack;
use super::super::fields::FieldView;
use super::super::words;
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::{Item, Seat};

pub fn details(field: &FieldView) -> Vec<Item> {
    let mut details = Vec::new();
    if let Some(town) = field.town {
        let kind = if town.city { "city" } else { "village" };
        let fort = if town.fort { " with fortification" } else { "" };
        let shut = if field.encircled { ", encircled" } else { "" };
        let words = format!("{}'s {kind}{fort}{shut}", seat_name(town.owner));
        details.push(Item::new("town", words));
    }
    if let Some(yard) = field.yard {
        let kind = if yard.port { "port" } else { "dock" };
        details.push(Item::new("yard", format!("{}'s {kind}", seat_name(yard.owner))));
    }
    if let Some(site) = field.site {
        let (what, who) = (site.building.slug(), seat_name(site.owner));
        details.push(Item::new(
            "site",
            format!("{who} is building a {what}, {} of 12 points", site.points),
        ));
    }
    details.extend(armies(field));
    details.extend(stores(field));
    if field.looted {
        details.push(Item::new("looted", "looted"));
    }
    if let Some(holder) = field.holder {
        details.push(Item::new("holder", format!("controlled by {}", seat_name(holder))));
    }
    details
}

/// One detail for each seat, type, level and place, with its number of units.
fn armies(field: &FieldView) -> Vec<Item> {
    let mut armies: Vec<(Seat, Stack)> = Vec::new();
    for (seat, stack) in &field.units {
        let same = |(known, other): &&mut (Seat, Stack)| {
            known == seat && (other.unit, other.place) == (stack.unit, stack.place)
        };
        match armies.iter_mut().find(same) {
            Some((_, army)) => army.n = army.n.saturating_add(stack.n),
            None => armies.push((*seat, *stack)),
        }
    }
    armies.iter().map(|(seat, army)| unit(*seat, army)).collect()
}

fn unit(seat: Seat, stack: &Stack) -> Item {
    let place = stack.place.slug();
    let words = format!("{1}: {0} ({place})", words::stack(stack), seat_name(seat));
    Item::new(format!("{}-{}-{place}", seat_word(seat), stack.unit), words)
}

fn stores(field: &FieldView) -> Vec<Item> {
    let mut details = Vec::new();
    if field.grain > 0 {
        details.push(Item::new("grain", format!("{} grain stored", field.grain)));
    }
    if field.fish > 0 {
        details.push(Item::new("fish", format!("{} fish stored", field.fish)));
    }
    if !field.stable.is_empty() {
        let herds: Vec<&str> = field.stable.iter().map(|herd| herd.slug()).collect();
        details.push(Item::new("stable", format!("{} stabled", and(&herds))));
    }
    if let Some((seat, herd)) = field.pasture {
        let words = format!("{1}'s {0} at pasture", herd.slug(), seat_name(seat));
        details.push(Item::new("pasture", words));
    }
    if let Some((seat, crop)) = field.sown {
        let words = format!("{crop} grain in the field, sown by {}", seat_name(seat));
        details.push(Item::new("crop", words));
    }
    details
}
