//! Narration of unit actions: walks, voyages, attacks, musters, conversions, Runes.

use super::super::super::orders::write;
use super::super::super::state::facts::{
    AreaTaken, BerserkurDefeated, Boarded, DisksShifted, Moved, Sailed,
};
use super::super::super::state::turn::Aim;
use super::super::super::things::areas::Area;
use super::super::super::things::ids::Node;
use super::super::super::things::kinds::{Kind, Rune, Unit};
use super::super::super::things::who::Who;
use super::super::super::things::words::listed;
use super::{coded, of};
use crate::things::words::some;
use ravenpost_rules::{Narration, Narrator};

pub fn retires(who: Who, area: Area, narrator: &Narrator) -> Option<Narration> {
    let text = unit(who, Unit::G, "retreats to", area, narrator);
    coded(who, text, &at("retreat", area), "")
}

pub fn beaten(defeat: &BerserkurDefeated, narrator: &Narrator) -> Option<Narration> {
    let BerserkurDefeated { who, by, paid, lost } = *defeat;
    let [loser, winner] = [who, by].map(|who| who.voice(narrator));
    let pays = winner.also(&format!("pay {}", some(paid, "disk")));
    let loses = loser.also(&format!("lose {}", some(lost, "disk")));
    of(who, format!("{} is defeated: {pays}, and {loses}", loser.has("Berserkur")))
}

pub fn breaks(who: Who, area: Area, paid: u8, narrator: &Narrator) -> Option<Narration> {
    let (place, paid) = (area.name_for(narrator), some(paid, "disk"));
    let deed = format!("remove the Axe tokens from {place} for {paid}");
    coded(who, who.voice(narrator).does(&deed), "b axes", area.slug())
}

pub fn withdraws(who: Who, area: Area, narrator: &Narrator) -> Option<Narration> {
    let text = unit(who, Unit::B, "retreats to", area, narrator);
    coded(who, text, "b retreat", area.slug())
}

pub fn converts(who: Who, area: Area, narrator: &Narrator) -> Option<Narration> {
    let deed = format!("convert {}, gaining a recruit", area.name_for(narrator));
    coded(who, who.voice(narrator).does(&deed), "g convert", area.slug())
}

pub fn cleanses(who: Who, area: Area, rune: Rune, narrator: &Narrator) -> Option<Narration> {
    let deed =
        format!("remove the Rune {} from {} for 1 gold", rune.name(), area.name_for(narrator));
    let order = format!("g cleanse {}", rune.slug());
    coded(who, who.voice(narrator).does(&deed), &order, area.slug())
}

pub fn shifts(shifted: &DisksShifted, narrator: &Narrator) -> Option<Narration> {
    let DisksShifted { who, from, to, disks: count } = *shifted;
    let disks = some(count, "disk");
    let deed =
        format!("move {disks} from {} to {}", from.name_for(narrator), to.name_for(narrator));
    let order = format!("b shift {} {} {count}", from.slug(), to.slug());
    coded(who, who.voice(narrator).does(&deed), &order, "")
}

pub fn posts(who: Who, area: Area, count: u8, narrator: &Narrator) -> Option<Narration> {
    let deed =
        format!("move {} from the Virki to {}", some(count, "disk"), area.name_for(narrator));
    let order = format!("b post {} {count}", area.slug());
    coded(who, who.voice(narrator).does(&deed), &order, "")
}

pub fn lifts(who: Who, area: Area, count: u8, narrator: &Narrator) -> Option<Narration> {
    let deed = format!("move {} from {} to the town", some(count, "disk"), area.name_for(narrator));
    let order = format!("b lift {} {count}", area.slug());
    coded(who, who.voice(narrator).does(&deed), &order, "")
}

fn unit(who: Who, unit: Unit, does: &str, area: Area, narrator: &Narrator) -> String {
    let place = area.name_for(narrator);
    format!("{} {does} {place}", who.voice(narrator).has(unit.name()))
}

fn at(order: &str, area: Area) -> String {
    format!("{order} {}", area.slug())
}

pub fn went(moved: &Moved, narrator: &Narrator) -> Option<Narration> {
    let order = at(&format!("{} move", moved.unit.slug()), moved.to);
    coded(moved.who, unit(moved.who, moved.unit, "moves to", moved.to, narrator), &order, "")
}

pub fn aboard(boarded: &Boarded, narrator: &Narrator) -> Option<Narration> {
    let (who, harbour) = (boarded.who, boarded.harbour);
    let order = at(&format!("{} board", boarded.unit.slug()), harbour);
    coded(who, unit(who, boarded.unit, "boards the ship at", harbour, narrator), &order, "")
}

pub fn sails(sailed: &Sailed, narrator: &Narrator) -> Option<Narration> {
    let to = match sailed.to.harbour() {
        Some(area) => format!("into the harbour of {}", area.name_for(narrator)),
        None if sailed.to == Node::DOCK => "back to its dock".into(),
        None => format!("to ocean square {}", sailed.to.slug()),
    };
    let rune = if sailed.sea_move { ", using the Sea move" } else { "" };
    let text = format!("{} sails {to}{rune}", sailed.who.voice(narrator).has("Knerrir"));
    coded(sailed.who, text, &format!("n sail {}", sailed.to.slug()), "")
}

pub fn landed(who: Who, area: Area, units: &[Unit], narrator: &Narrator) -> Option<Narration> {
    let names: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
    let go = if units.len() == 1 { "lands" } else { "land" };
    let ashore = who.voice(narrator).has(&listed(&names));
    let text = format!("{ashore} {go} at {}", area.name_for(narrator));
    let bits = units.iter().fold(0, |bits, unit| bits | 1 << unit.0);
    coded(who, text, &format!("n land {}", write::aboard(bits)), area.slug())
}

pub fn attacks(who: Who, area: Area, aim: Aim, narrator: &Narrator) -> Option<Narration> {
    let (name, place) = (who.voice(narrator).has("Berserkur"), area.name_for(narrator));
    let text = match aim {
        Aim::Duel(_) => format!("{name} starts a duel at {place}"),
        Aim::Axes => format!("{name} attacks the Axe tokens at {place}"),
        Aim::Take(_) => format!("{name} attacks {place}"),
    };
    of(who, text)
}

pub fn takes(took: &AreaTaken, narrator: &Narrator) -> Option<Narration> {
    let (who, area) = (took.who, took.area);
    let from = took.from.map(|from| from.voice(narrator).name());
    let owner = from.clone().unwrap_or_else(|| "the Barbarians".to_owned());
    let deed = format!("capture {} from {owner}", area.name_for(narrator));
    let mut text = format!(
        "{}: {} paid, {} placed",
        who.voice(narrator).does(&deed),
        some(took.paid, "disk"),
        took.placed
    );
    if from.is_some() && matches!(area.kind(), Kind::Village | Kind::Gold) {
        text.push_str(&format!("; 1 glory gained, and 1 lost by {owner}"));
    }
    if took.tokens > 0 {
        text.push_str(&format!("; {} gained", some(took.tokens, "Axe token")));
    }
    let order = match took.placed {
        0 | 1 => "b take".to_owned(),
        more => format!("b take +{}", more - 1),
    };
    let result = match took.from {
        Some(from) => format!("{} of {} removed, {} paid", took.removed, from.name(), took.paid),
        None => format!("{} paid", took.paid),
    };
    coded(who, text, &order, &format!("{}: {result}", area.slug()))
}

pub fn casts(
    who: Who,
    rune: Rune,
    area: Option<Area>,
    first: bool,
    narrator: &Narrator,
) -> Option<Narration> {
    let voice = who.voice(narrator);
    let verb = if first { "g cast" } else { "g also" };
    match area {
        Some(area) => {
            let text = voice.does(&format!("cast {} on {}", rune.name(), area.name_for(narrator)));
            coded(who, text, &format!("{verb} {} {}", rune.slug(), area.slug()), "")
        }
        None => {
            let text = voice.does(&format!("cast {} for the next Knerrir card", rune.name()));
            coded(who, text, &format!("{verb} {}", rune.slug()), "")
        }
    }
}
