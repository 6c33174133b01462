//! Forms for decisions with too many orders for a list. Their orders are judged like any other.

use super::super::state::State;
use super::super::things::areas::Area;
use super::super::things::goods::{Lot, item};
use super::super::things::kinds::{Building, Good, Unit};
use super::super::things::words::capital;
use ravenpost_rules::{Field, Form, Seat};

/// Longer lists have a form beside them.
pub const LONG: usize = 12;

fn pick(label: impl Into<String>, choices: Vec<(String, String)>) -> Field {
    Field::Pick { label: label.into(), choices }
}

/// A choice of a number after a letter; "none" writes nothing.
fn letter(label: &str, letter: &str, most: u8) -> Field {
    let none = (String::new(), "none".to_owned());
    let some = (1..=most).map(|count| (format!("{letter}{count}"), count.to_string()));
    pick(label, std::iter::once(none).chain(some).collect())
}

fn number(label: &str, most: u8) -> Field {
    pick(label, (1..=most).map(|count| (count.to_string(), count.to_string())).collect())
}

/// The form of a plan, now or in advance: a number of cards for each unit.
pub fn plan(lead: &str, label: &str, cards: u8) -> Form {
    let help = format!("Choose exactly {cards} cards, at most 6 of each unit.");
    let form = Form::new(lead, label).help(help);
    Unit::all().fold(form, |form, unit| form.field(letter(unit.name(), unit.slug(), 6)))
}

/// Forms of the muster: disks between the seat's areas, from the Virki, and into the town.
pub fn muster(state: &State, seat: Seat) -> Vec<Form> {
    let owned: Vec<Area> =
        Area::of(state.map.areas()).filter(|area| state.owner(*area) == Some(seat)).collect();
    if owned.is_empty() {
        return Vec::new();
    }
    let places = || {
        let choice = |area: &Area| {
            let disks = state.land(*area).disks;
            (area.slug().to_owned(), format!("{} ({disks})", area.name()))
        };
        owned.iter().map(choice).collect::<Vec<_>>()
    };
    let most = owned.iter().map(|area| state.land(*area).disks).max().unwrap_or(1);
    let form = |verb: &str, label: &str| Form::new(format!("b {verb}"), label);
    let mut forms = Vec::new();
    if owned.len() > 1 {
        let shift = form("shift", "Shift disks").pick("From", places()).pick("To", places());
        let help = "Move disks between your areas, over any distance.";
        forms.push(shift.field(number("Disks", most)).help(help));
    }
    let virki = state.players[seat].disks[Building::VIRKI.index()];
    if virki > 0 {
        let post = form("post", "Post disks").pick("To", places());
        let help = "Move disks from the Virki to one of your areas.";
        forms.push(post.field(number("Disks", virki)).help(help));
    }
    let lift = form("lift", "Lift disks").pick("From", places());
    let help = "Disks become recruits in the town. An area without disks is Barbarian again.";
    forms.push(lift.field(number("Disks", most)).help(help));
    forms
}

/// The form of a lot, with at most `give` given and at most `get` received.
pub fn lot(lead: &str, label: &str, give: &Lot, get: &Lot) -> Form {
    // No lot has more than 8 of a good or gives more than 3 gold.
    let few = |most: u8| most.min(8);
    let mut get = get.map(few);
    get[Good::GOLD] = get[Good::GOLD].min(3);
    let items = |most: &Lot| {
        let some = most.iter().enumerate().filter(|(_, most)| **most > 0);
        let items =
            some.map(|(at, most)| (item(at).to_owned(), capital(item(at)), u16::from(*most)));
        items.collect()
    };
    let help = "1 basic good for another; 1 mine good for the other; 2 basic goods for 1 mine good \
               or the reverse; 4 basic or 2 mine goods for 1 gold; 8 basic or 4 mine goods for 3 \
               gold; 1 gold for 1 mine good or 2 basic goods. Basic goods are timber, hide, wool \
               and meat. Mine goods are stone and iron.";
    let form = Form::new(lead, label).help(help);
    form.amounts("give", items(&give.map(few))).amounts("for", items(&get))
}
