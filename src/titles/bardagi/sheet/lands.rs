//! What lies on the areas, one text each: `blue 2 axes 1 defence theirs:red`. Without a colour it
//! is a Barbarian area, or a home.

use serde_json::Value;

use super::super::state::{Land, State};
use super::super::things::{Area, Rune};
use super::words;
use super::words::Doc;
use crate::rules::Seat;

pub fn read(state: &mut State, sheet: &Doc) -> Result<(), String> {
    for (slug, text) in words::part(sheet, "lands")?.into_iter().flatten() {
        let area = area(state, slug)?;
        let text = text.as_str().ok_or_else(|| format!("{slug}: {text} is no text"))?;
        let land = land(state, text).map_err(|why| format!("{slug}: {why}"))?;
        if land.owner.is_some() && !area.kind().ownable() {
            return Err(format!("{slug} cannot be owned"));
        }
        state.lands[area.index()] = land;
    }
    // A camp that somebody owns has paid, unless it is said otherwise.
    state.paid = 0;
    match words::list(sheet, "paid")? {
        Some(list) => {
            for slug in list {
                state.paid |= area(state, slug)?.bit();
            }
        }
        None => {
            for camp in Area::of(state.map.areas()).filter(|area| is_camp(*area)) {
                if state.owner(camp).is_some() {
                    state.paid |= camp.bit();
                }
            }
        }
    }
    Ok(())
}

fn is_camp(area: Area) -> bool {
    area.kind().ownable() && !area.kind().yields()
}

/// An area of this game's board.
pub fn area(state: &State, slug: &str) -> Result<Area, String> {
    let area = words::slug("area", Area::from_slug(slug), slug)?;
    let here = area.map() == state.map;
    here.then_some(area).ok_or_else(|| format!("{slug} is not on the {} board", state.map.slug()))
}

fn land(state: &State, text: &str) -> Result<Land, String> {
    let mut land = Land::default();
    let mut rest = text.split_whitespace();
    while let Some(word) = rest.next() {
        let mut count = || {
            let number = rest.next().unwrap_or_default();
            words::slug("number", number.parse::<u8>().ok(), number)
        };
        if word == "axes" {
            land.axes = count()?;
        } else if let Some(caster) = word.strip_prefix("theirs:") {
            land.runes |= Rune::THEIRS.bit();
            land.caster = Some(words::place(state, caster)?);
        } else if let Some(rune) = Rune::from_slug(word) {
            land.runes |= rune.bit();
        } else {
            land.owner = Some(words::place(state, word)?);
            land.disks = count()?;
        }
    }
    Ok(land)
}

/// Everything that lies somewhere.
pub fn write(state: &State) -> Doc {
    let there = Area::all().filter(|area| *state.land(*area) != Land::default());
    there.map(|area| (area.slug().to_owned(), Value::from(land_text(state, area)))).collect()
}

fn land_text(state: &State, area: Area) -> String {
    let land = state.land(area);
    let mut words = Vec::new();
    if let Some(owner) = state.owner(area) {
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
