//! Forms for units and ships that may move from a field (R10, R11).

use super::super::super::orders::units::units;
use super::super::super::state::stack::{Place, Stack};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::Kind;
use super::{Choices, Ground, called, groups, herd_name, is_soldier, line, sent, ways};
use ravenpost_rules::Form;

pub fn march(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let around = ground.around(at);
    let firm: Vec<Field> = around.iter().copied().filter(|to| to.is_firm()).collect();
    let wet: Vec<Field> = around.iter().copied().filter(|to| to.is_water()).collect();
    let ashore = |stack: &Stack| {
        let place = matches!(stack.place, Place::Open | Place::Works | Place::Inside);
        place && is_soldier(stack.kind())
    };
    let soldiers = groups(&ground.own(at, ashore));
    let mut all = Vec::new();
    all.extend(sent("move", "March", soldiers.clone(), ways(at, firm.clone())));
    all.extend(sent("board", "Board ships", soldiers, boarding(ground, at, &wet)));
    let aboard = groups(&ground.own(at, |stack| stack.place == Place::Aboard));
    all.extend(sent("land", "Go ashore", aboard, ways(at, firm.clone())));
    all.extend(sail(ground, at, &around));
    let riders = ground.own(at, |stack| ashore(stack) && stack.kind() == Kind::Cav);
    all.extend(sent("ride", "Ride one more field", groups(&riders), ways(at, firm.clone())));
    let works = ground.own(at, |stack| stack.place == Place::Works);
    all.extend(called("exit", "Stop building", groups(&works), at));
    all.extend(herds(ground, at, &firm));
    all
}

/// The adjacent waters, and the quay if there are ships.
fn boarding(ground: &Ground<'_>, at: Field, wet: &[Field]) -> Choices {
    let mut to = ways(at, wet.iter().copied());
    let quay = !ground.own(at, |stack| stack.place == Place::Quay).is_empty();
    if quay {
        to.push((format!("{} > quay", at.slug()), "ships at the quay".to_owned()));
    }
    to
}

fn sail(ground: &Ground<'_>, at: Field, around: &[Field]) -> Option<Form> {
    let ships = ground.own(at, |stack| {
        matches!(stack.place, Place::Afloat | Place::Quay) && stack.kind().is_ship()
    });
    let form = sent("sail", "Sail", groups_alone(&ships), ways(at, around.iter().copied()))?;
    let cargo = ground.own(at, |stack| stack.place == Place::Aboard);
    let mut with = vec![(String::new(), "no one".to_owned())];
    with.extend(groups(&cargo).into_iter().map(|(code, name)| (format!("with {code}"), name)));
    Some(if cargo.is_empty() { form } else { form.pick("Aboard", with) })
}

/// Ships sail by type.
fn groups_alone(ships: &[(crate::things::units::Unit, u8)]) -> Choices {
    ships.iter().flat_map(|ship| groups(std::slice::from_ref(ship))).collect()
}

fn herds(ground: &Ground<'_>, at: Field, firm: &[Field]) -> Vec<Form> {
    let mut all = Vec::new();
    let land = ground.state.land(at);
    let pasture = land.pasture.filter(|(owner, _)| *owner == ground.seat);
    if let Some((_, herd)) = pasture {
        let slug = herd.slug();
        let to = ways(at, firm.iter().copied());
        if !to.is_empty() {
            let label = format!("Drive {slug}");
            all.push(Form::new(format!("herd {slug}"), label).pick("To", to));
        }
        if land.town_of(ground.seat).is_some() {
            let words = format!("Stable {}", herd_name(herd));
            all.push(line(format!("stable {slug} {}", at.slug()), words));
        }
    }
    if land.town_of(ground.seat).is_some() {
        for herd in land.stable.iter() {
            let words = format!("Put {} to pasture", herd_name(herd));
            all.push(line(format!("pasture {} {}", herd.slug(), at.slug()), words));
        }
        all.extend(cart("grain", land.grain, at, firm));
    }
    if land.yard.is_some_and(|yard| yard.owner == ground.seat) {
        all.extend(cart("fish", land.fish, at, firm));
    }
    all
}

fn cart(good: &str, stored: u8, at: Field, firm: &[Field]) -> Option<Form> {
    let amounts = (1..=stored).rev().map(|n| (format!("{n} {good}"), format!("{n} {good}")));
    let label = format!("Cart {good}");
    sent("cart", &label, amounts.collect(), ways(at, firm.iter().copied()))
}

/// Ships of a field that leave or enter a harbour, by type: `1 ts roma > mare`.
pub fn ships(ground: &Ground<'_>, at: Field) -> Choices {
    let ships = ground.own(at, |stack| stack.place == Place::Afloat && stack.kind().is_ship());
    let each = ships.iter().flat_map(|(unit, most)| {
        let (unit, most) = (*unit, *most);
        (1..=most).rev().map(move |n| (format!("{n} {unit}"), units(n, unit)))
    });
    each.collect()
}
