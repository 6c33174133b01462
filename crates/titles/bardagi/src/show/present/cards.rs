//! Cards with descriptions of their effects: units, tiles, Runes.

use super::super::super::things::kinds::{Rune, Unit};
use super::super::super::things::tiles::Tile;
use ravenpost_rules::view::scene::Mark;
use ravenpost_rules::{Card, CardLook};

/// The uses of a unit's card: label and text.
fn uses(unit: Unit) -> &'static [(&'static str, &'static str)] {
    match unit {
        Unit::B => &[
            ("Move", "1 area."),
            ("Attack", "duel, axes or take, paid for with Virki disks."),
            ("Muster", "shift, post and lift disks in all your areas."),
            ("Refill", "the Virki at home, for 4 meat."),
        ],
        Unit::G => &[
            ("Move", "2 areas."),
            ("Convert", "a Barbarian area for 2 Hof disks; one becomes a recruit."),
            ("Cast", "one or two Runes for 1 Hof disk."),
            ("Runes", "3 for 2 gold on a sacred location."),
            ("Refill", "the Hof at home, for 4 wool."),
        ],
        Unit::K => &[
            ("Move", "2 areas."),
            ("Buy", "a Barbarian area for 2 Verslun disks; you receive its good."),
            ("Trade", "at a Village or at home; at home, you can also refill all buildings."),
            ("Runes", "3 for 2 gold on a sacred location."),
        ],
        _ => &[("Sail", "3 squares with units aboard; landing needs no card.")],
    }
}

/// The cards of a unit, dimmed if there are none.
pub fn unit(unit: Unit, count: u8, foot: String) -> Card {
    let lines = uses(unit).iter().map(|(label, text)| ((*label).to_owned(), (*text).to_owned()));
    Card {
        slug: unit.slug().to_owned(),
        name: unit.name().to_owned(),
        family: "unit".into(),
        look: CardLook::Basic,
        count: u16::from(count),
        lines: lines.collect(),
        foot,
        dim: count == 0,
        art: Some(figure(unit)),
        ..Card::default()
    }
}

/// The figure of a unit on the board.
fn figure(unit: Unit) -> Mark {
    let (name, letter) = match unit {
        Unit::B => ("berserkur", "B"),
        Unit::G => ("godi", "G"),
        Unit::K => ("kaupmadur", "K"),
        _ => ("knerrir", ""),
    };
    Mark::Piece(name, "neutral", letter)
}

pub fn tile(tile: Tile, dim: bool, foot: String) -> Card {
    let first = tile.data().level == 1;
    let price = if first { "3 timber, 1 iron, 1 gold" } else { "3 stone, 2 iron, 2 gold" };
    let glory = if first { "3 glory" } else { "5 glory" };
    Card {
        slug: tile.slug().to_owned(),
        name: tile.name().to_owned(),
        family: format!("upgrade {}", tile.pile().words()),
        look: CardLook::Craft,
        count: 1,
        lines: vec![
            (String::new(), tile.data().text.clone()),
            ("Price".into(), format!("{price}; {glory}")),
        ],
        foot,
        dim,
        art: Some(Mark::Piece(tile.data().building.slug(), "neutral", "")),
        ..Card::default()
    }
}

/// The effect of a Rune.
pub fn effect(rune: Rune) -> &'static str {
    match rune {
        Rune::DIVINE => "On your own area: yield +1.",
        Rune::TWICE => "On your own area: yield +2.",
        Rune::DEFENCE => "On your own area: defence +1.",
        Rune::BARREN => "On an enemy's area: it yields nothing.",
        Rune::THEIRS => "On an enemy's area: you receive its yield.",
        _ => "Your next Knerrir card moves the ship up to 10 squares.",
    }
}

/// Held Runes of one kind.
pub fn rune(rune: Rune, count: u8) -> Card {
    let (family, look, stone) = match rune.is_curse() {
        true => ("Rune (Curse)", CardLook::Generation, "curse"),
        false => ("Rune", CardLook::Reputation, "rune"),
    };
    Card {
        slug: rune.slug().to_owned(),
        name: rune.name().to_owned(),
        family: family.into(),
        look,
        count: u16::from(count),
        lines: vec![(String::new(), effect(rune).to_owned())],
        foot: format!("in orders: {}", rune.slug()),
        dim: false,
        art: Some(Mark::Piece(stone, "neutral", "")),
        ..Card::default()
    }
}
