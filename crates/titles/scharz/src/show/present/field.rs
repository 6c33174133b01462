//! Text description of a field, for screen readers.

use super::super::super::orders::names::seat_name;
use super::super::super::state::stack::Stack;
use super::super::fields::FieldView;
use super::super::words;
use ravenpost_rules::Seat;
use ravenpost_rules::phrase::and;

pub fn sentence(field: &FieldView) -> String {
    let mut parts = Vec::new();
    if let Some(town) = field.town {
        let kind = if town.city { "city" } else { "village" };
        let fort = if town.fort { " with fortification" } else { "" };
        let shut = if field.encircled { ", encircled" } else { "" };
        parts.push(format!("{kind} of {}{fort}{shut}", seat_name(town.owner)));
    }
    if let Some(yard) = field.yard {
        let kind = if yard.port { "port" } else { "dock" };
        parts.push(format!("{kind} of {}", seat_name(yard.owner)));
    }
    if let Some(site) = field.site {
        let (what, who) = (site.building.slug(), seat_name(site.owner));
        parts.push(format!("{who} builds a {what}, {} of 12", site.points));
    }
    for (seat, stack) in &field.units {
        parts.push(unit(*seat, stack));
    }
    parts.extend(stores(field));
    if field.looted {
        parts.push("looted".to_owned());
    }
    if let Some(holder) = field.holder {
        parts.push(format!("controlled by {}", seat_name(holder)));
    }
    let name = field.field.name();
    if parts.is_empty() { name.to_owned() } else { format!("{name}: {}", parts.join("; ")) }
}

fn unit(seat: Seat, stack: &Stack) -> String {
    let place = stack.place.slug();
    format!("{} of {} ({place})", words::stack(stack), seat_name(seat))
}

fn stores(field: &FieldView) -> Vec<String> {
    let mut parts = Vec::new();
    if field.grain > 0 {
        parts.push(format!("{} grain stored", field.grain));
    }
    if field.fish > 0 {
        parts.push(format!("{} fish stored", field.fish));
    }
    if !field.stable.is_empty() {
        let herds: Vec<&str> = field.stable.iter().map(|herd| herd.slug()).collect();
        parts.push(format!("{} in the stable", and(&herds)));
    }
    if let Some((seat, herd)) = field.pasture {
        parts.push(format!("{} of {} at pasture", herd.slug(), seat_name(seat)));
    }
    if let Some((seat, crop)) = field.sown {
        parts.push(format!("{crop} grain of {} in the field", seat_name(seat)));
    }
    parts
}
