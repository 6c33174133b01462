//! Contents of areas, one text each: `blue 2 axes 1 defence theirs:red`. Without a colour it is a
//! Barbarian area or a home.

use serde_json::Value;

use super::super::state::{Land, State};
use super::super::things::areas::Area;
use super::super::things::kinds::{Kind, Rune};
use super::words::{self, SEAT, Table};
use ravenpost_rules::Seat;
use ravenpost_rules::doc::Doc;

pub fn read(state: &mut State, document: &Doc) {
    if let Some(lands) = document.part_by_name("lands") {
        for (slug, _) in lands.entries() {
            let Some(area) = words::area(state, &lands, slug) else { continue };
            let Some(land) = land(state, &lands, slug) else { continue };
            if land.owner.is_some() && !area.kind().ownable() {
                lands.slips().add(format!("{slug} cannot be owned"));
            }
            state.lands[area.index()] = land;
        }
    }
    // By default, camps with an owner have paid.
    let taken = |area: &Area| area.kind() == Kind::Camp && state.owner(*area).is_some();
    let resting =
        || Area::of(state.map.areas()).filter(taken).fold(0, |set, camp| set | camp.bit());
    state.paid = words::set(state, document, "paid").unwrap_or_else(resting);
}

/// Parses the text of an area; `None` if it cannot be read.
fn land(state: &State, lands: &Doc, slug: &str) -> Option<Land> {
    let mut land = Land::default();
    let mut rest = lands.text(slug)?.split_whitespace();
    let seat = |text: &str| lands.find(slug, SEAT, text, |text| words::seat(state, text));
    while let Some(word) = rest.next() {
        let mut count = || {
            let number = rest.next().unwrap_or_default();
            lands.find(slug, "number", number, |number| number.parse().ok())
        };
        if word == "axes" {
            land.axes = count()?;
        } else if let Some(caster) = word.strip_prefix("theirs:") {
            land.runes |= Rune::THEIRS.bit();
            land.caster = Some(seat(caster)?);
        } else if let Some(rune) = Rune::from_slug(word) {
            land.runes |= rune.bit();
        } else {
            land.owner = Some(seat(word)?);
            land.disks = count()?;
        }
    }
    Some(land)
}

/// Writes all areas that are not empty.
pub fn write(state: &State) -> Table {
    let there = Area::all().filter(|area| *state.land(*area) != Land::default());
    there.map(|area| (area.slug().to_owned(), Value::from(land_text(state, area)))).collect()
}

fn land_text(state: &State, area: Area) -> String {
    let land = state.land(area);
    let mut words = Vec::new();
    if let Some(owner) = land.owner {
        words.push(format!("{} {}", words::colour(state, owner), land.disks));
    }
    if land.axes > 0 {
        words.push(format!("axes {}", land.axes));
    }
    for rune in Rune::all().filter(|rune| land.runes & rune.bit() != 0) {
        words.push(match land.caster {
            Some(caster) if rune == Rune::THEIRS => {
                format!("theirs:{}", words::colour(state, caster))
            }
            _ => rune.slug().to_owned(),
        });
    }
    words.join(" ")
}

/// A seat's disks on areas and Runes.
pub fn disks_out(state: &State, seat: Seat) -> u16 {
    let mine = Some(seat);
    let of = |land: &Land| {
        u16::from(land.disks) * u16::from(land.owner == mine) + u16::from(land.caster == mine)
    };
    state.lands.iter().map(of).sum()
}
