//! Cards with descriptions of their effects: units, tiles, Runes.

use super::super::super::things::kinds::{Rune, Unit};
use super::super::super::things::tiles::Tile;
use ravenpost_rules::{Card, CardLook};

/// The uses of a unit's card: label and text.
fn uses(unit: Unit) -> &'static [(&'static str, &'static str)] {
    match unit {
        Unit::B => &[
            ("Move", "1 area."),
            ("Attack", "duel, axes or take, paid with disks of the Virki."),
            ("Muster", "shift, post and lift disks of all your areas."),
            ("Refill", "the Virki at home, for 4 meat."),
        ],
        Unit::G => &[
            ("Move", "2 areas."),
            ("Convert", "a Barbarian area with 2 disks of the Hof; one becomes a recruit."),
            ("Cast", "one or two Runes for 1 disk of the Hof."),
            ("Runes", "3 for 2 gold on a sacred location."),
            ("Refill", "the Hof at home, for 4 wool."),
        ],
        Unit::K => &[
            ("Move", "2 areas."),
            ("Buy", "a Barbarian area with 2 disks of the Verslun; its good comes with it."),
            ("Trade", "at a Village or at home; at home refill every building as well."),
            ("Runes", "3 for 2 gold on a sacred location."),
        ],
        _ => &[("Sail", "3 squares with the units that are aboard; landing costs nothing.")],
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
    }
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
    }
}

/// The effect of a Rune.
pub fn effect(rune: Rune) -> &'static str {
    match rune {
        Rune::DIVINE => "On an area of yours: 1 resource more.",
        Rune::TWICE => "On an area of yours: 2 resources more.",
        Rune::DEFENCE => "On an area of yours: 1 more in defence.",
        Rune::BARREN => "On an enemy's area: it yields nothing.",
        Rune::THEIRS => "On an enemy's area: what it yields comes to you.",
        _ => "Ready beside your dock: your next Knerrir card moves up to 10 squares.",
    }
}

/// Held Runes of one kind.
pub fn rune(rune: Rune, count: u8) -> Card {
    let (family, look) = match rune.is_curse() {
        true => ("Rune, a Curse", CardLook::Generation),
        false => ("Rune", CardLook::Reputation),
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
    }
}
