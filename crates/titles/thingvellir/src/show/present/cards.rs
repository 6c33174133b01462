//! Cards with descriptions of their effects.

use super::super::super::things::names::{Action, Card as Orlog, Colour, Faction, Kind};
use super::super::view::{Bond, Drawn};
use ravenpost_rules::view::scene::Mark;
use ravenpost_rules::{Card, CardLook};

/// Describes an action in a sentence.
pub fn action_text(action: Action) -> &'static str {
    match action {
        Action::SETTLE => {
            "Subsume one District that is next to one of yours or has a Thingman of yours. Or \
             raise your Districts: each step costs the current value."
        }
        Action::RIDE => {
            "Spend as many points as your strength. Each Thingman sent from the Longhall to a \
             border of your Districts costs 1. Moving a band across one area costs 1. You fight \
             any opponents it meets."
        }
        Action::RAID => {
            "Send Thingmen out to sea. Or bring them home, draw a card for each and for each \
             point of strength, and keep half as Goods."
        }
        Action::FOSTER => {
            "Each participant fosters a persona from the pool or sends one off. Then one card \
             per point of strength is turned up for the pool."
        }
        Action::PLEDGE => {
            "Draw one card per point of strength. Add one as a Bondi, then swap Bondi for other \
             cards."
        }
        _ => {
            "Give Goods worth up to your strength to neighbours and guests for Wordfame. Or \
             discard Bondi to murder guests or capture Districts."
        }
    }
}

/// The looks of the colours, in the order of R3.1.
fn look(colour: Colour) -> CardLook {
    [CardLook::Red, CardLook::Green, CardLook::Blue, CardLook::White][colour.index()]
}

/// The disc of a colour, as on the board.
fn art(colour: Colour) -> Option<Mark> {
    let discs = [("sword", "red"), ("sheep", "green"), ("ring", "blue"), ("spindle", "white")];
    let (name, paint) = discs[colour.index()];
    Some(Mark::Piece(name, paint, ""))
}

/// A persona face up.
pub fn persona(person: &Orlog) -> Card {
    let (colour, role) = (person.colour(), person.role());
    Card {
        slug: person.word().to_owned(),
        name: person.name().to_owned(),
        family: format!("persona {}", colour.slug()),
        look: look(colour),
        count: 1,
        lines: vec![(role.name().to_owned(), role.text().to_owned())],
        foot: format!("{} {}", colour.icon(), person.kind().slug()),
        art: art(colour),
        ..Card::default()
    }
}

/// A Bondi as all players see it.
pub fn bondi(bond: &Bond, strength: u8, dim: bool) -> Card {
    Card {
        slug: format!("slot-{}", bond.slot),
        name: format!("Slot {}: {}", bond.slot, bond.action.name()),
        family: format!("Bondi {}", bond.colour.slug()),
        look: look(bond.colour),
        count: 1,
        lines: vec![(bond.action.name().to_owned(), action_text(bond.action).to_owned())],
        foot: format!("{} {}, strength {strength}", bond.colour.icon(), bond.colour.slug()),
        dim,
        art: art(bond.colour),
        ..Card::default()
    }
}

/// The Home Stead card with its Bondi.
pub fn home(faction: Faction, dim: bool) -> Card {
    let (farms, action) = (faction.farms(), faction.bondi());
    Card {
        slug: "home".into(),
        name: format!("Home Stead: {}", faction.name()),
        family: "Home Stead".into(),
        look: CardLook::Plain,
        count: 1,
        lines: vec![
            ("Family".into(), faction.family().to_owned()),
            ("Farms".into(), format!("{} and {}", farms[0].slug(), farms[1].slug())),
            (format!("Home Bondi: {}", action.name()), action_text(action).to_owned()),
        ],
        foot: "acts with the strength of your colour this round".into(),
        dim,
        art: Some(Mark::Piece("stead", faction.hue(), "")),
        ..Card::default()
    }
}

/// A drawn card, for the seat that drew it, or turned up for all.
pub fn drawn(drawn: &Drawn) -> Card {
    let (card, number) = (drawn.card, drawn.number);
    let (colour, role) = (card.colour(), card.role());
    Card {
        slug: number.to_string(),
        name: format!("Card {number}: {} {}", colour.slug(), card.action().name()),
        family: format!("drawn {}", colour.slug()),
        look: look(colour),
        count: 1,
        lines: vec![
            ("As a Good".into(), card.kind().words()),
            ("As a Bondi".into(), format!("{} {}", colour.slug(), card.action().name())),
            (format!("{}, {}", card.name(), role.name()), role.text().to_owned()),
        ],
        foot: format!("{} {}", colour.icon(), card.kind().slug()),
        art: art(colour),
        ..Card::default()
    }
}

pub fn goods(kind: Kind, count: u8) -> Card {
    let colour = kind.colour();
    Card {
        slug: kind.slug().to_owned(),
        name: format!("{} {}", colour.good(), kind.worth()),
        family: format!("Good {}", colour.slug()),
        look: look(colour),
        count: u16::from(count),
        lines: vec![("Worth".into(), kind.worth().to_string())],
        foot: format!("{} {}", colour.icon(), kind.slug()),
        art: art(colour),
        ..Card::default()
    }
}
