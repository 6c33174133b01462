//! Forms for homeland preferences and for the setup (R8).

use super::super::super::play::setup::offered;
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::Herd;
use super::super::strengths::strengths;
use super::{Choices, Ground, line};
use ravenpost_rules::Form;

/// A preference for the homeland that the field belongs to.
pub fn homelands(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let homes = offered(ground.state).into_iter().filter(|home| home.data().fields.contains(&at));
    homes
        .map(|home| {
            let form = line(format!("pick {}", home.slug()), format!("Choose {}", home.name()));
            form.help(strengths(home, &ground.state.options))
        })
        .collect()
}

/// What may be placed on a field of the seat's homeland.
pub fn settling(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let home = ground.state.player(ground.seat).home;
    if !home.is_some_and(|home| home.data().fields.contains(&at)) {
        return Vec::new();
    }
    let slug = at.slug();
    let number = |what: &'static str, most: u8| -> Choices {
        (1..=most).map(|n| (format!("{n}{what} {slug}"), n.to_string())).collect()
    };
    let mut all = vec![line(format!("village {slug}"), "Place a village")];
    if ground.state.coast.has(at) {
        all.push(line(format!("dock {slug}"), "Place a dock"));
    }
    all.push(Form::new("place", "Place light infantry").pick("How many", number(" li", 5)));
    all.push(Form::new("grain", "Store grain").pick("How much", number("", 10)));
    let herds = Herd::ALL.iter().take(2).flat_map(|herd| {
        ["pasture", "stable"].map(|pen| {
            let place = if pen == "stable" { "stabled" } else { "at pasture" };
            (format!("{} {slug} {pen}", herd.slug()), format!("{} {place}", herd.slug()))
        })
    });
    all.push(Form::new("herd", "Place a herd").pick("Which", herds.collect()));
    all
}
