//! What units do, told: walks, voyages, attacks, musters, conversions, Runes.

use super::super::facts::{Boarded, Fact, Moved, Sailed, Took};
use super::super::names::{Area, Kind, Node, Rune, Unit, Who};
use super::super::orders::words::listed;
use super::super::orders::write;
use super::super::state::Aim;
use super::super::voice::Voice;
use super::{coded, of, some};
use crate::rules::{Told, Viewer};

pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    let voice = |who: &Who| Voice::of(*who, viewer);
    match fact {
        Fact::Moved(moved) => went(moved, voice(&moved.who)),
        Fact::Boarded(boarded) => aboard(boarded, voice(&boarded.who)),
        Fact::Sailed(sailed) => sails(sailed, voice(&sailed.who)),
        Fact::Landed(who, area, units) => landed(*who, *area, units, voice(who)),
        Fact::Attacked(who, area, aim) => of(*who, attacks(voice(who), *area, *aim)),
        Fact::Retired(who, area) => {
            let text = unit(voice(who), Unit::G, "gives way to", *area);
            coded(*who, text, &at("retreat", *area), "")
        }
        Fact::Beaten { who, by, paid, lost } => {
            let pays = voice(by).also(&format!("pay {}", some(*paid, "disk")));
            let loses = voice(who).also(&format!("lose {lost}"));
            of(*who, format!("{} is beaten: {pays}, {loses}", voice(who).has("Berserkur")))
        }
        Fact::AxesBroken { who, area, paid } => {
            let (place, paid) = (area.name(), some(*paid, "disk"));
            let text = voice(who).does(&format!("remove the Axe tokens of {place} for {paid}"));
            coded(*who, text, "b axes", area.slug())
        }
        Fact::Took(took) => takes(took, viewer),
        Fact::Withdrew(who, area) => {
            let text = unit(voice(who), Unit::B, "retreats to", *area);
            coded(*who, text, "b retreat", area.slug())
        }
        Fact::Converted(who, area) => {
            let text = voice(who).does(&format!("convert {}: a recruit is gained", area.name()));
            coded(*who, text, "g convert", area.slug())
        }
        Fact::Cast { who, rune, area, first } => casts(*who, (*rune, *area), *first, voice(who)),
        Fact::Cleansed(who, area, rune) => {
            let (place, rune_name) = (area.name(), rune.name());
            let text = voice(who).does(&format!("remove {rune_name} from {place} for 1 gold"));
            coded(*who, text, &format!("g cleanse {}", rune.slug()), area.slug())
        }
        _ => musters(fact, viewer),
    }
}

/// Disks that go from one place to another.
fn musters(fact: &Fact, viewer: Viewer) -> Option<Told> {
    let told = |who: Who, deed: String, order: String| {
        coded(who, Voice::of(who, viewer).does(&deed), &order, "")
    };
    match fact {
        Fact::Shifted(who, from, to, count) => {
            let disks = some(*count, "disk");
            let deed = format!("send {disks} from {} to {}", from.name(), to.name());
            told(*who, deed, format!("b shift {} {} {count}", from.slug(), to.slug()))
        }
        Fact::Posted(who, area, count) => {
            let deed = format!("send {} from the Virki to {}", some(*count, "disk"), area.name());
            told(*who, deed, format!("b post {} {count}", area.slug()))
        }
        Fact::Lifted(who, area, count) => {
            let deed = format!("bring {} from {} to the town", some(*count, "disk"), area.name());
            told(*who, deed, format!("b lift {} {count}", area.slug()))
        }
        _ => None,
    }
}

/// "Red's Godi goes to Kýrholt".
fn unit(voice: Voice, unit: Unit, does: &str, area: Area) -> String {
    format!("{} {does} {}", voice.has(unit.name()), area.name())
}

fn at(order: &str, area: Area) -> String {
    format!("{order} {}", area.slug())
}

fn went(moved: &Moved, voice: Voice) -> Option<Told> {
    let order = at(&format!("{} move", moved.unit.slug()), moved.to);
    coded(moved.who, unit(voice, moved.unit, "goes to", moved.to), &order, "")
}

fn aboard(boarded: &Boarded, voice: Voice) -> Option<Told> {
    let (who, harbour) = (boarded.who, boarded.harbour);
    let order = at(&format!("{} board", boarded.unit.slug()), harbour);
    coded(who, unit(voice, boarded.unit, "goes aboard at", harbour), &order, "")
}

fn sails(sailed: &Sailed, voice: Voice) -> Option<Told> {
    let to = match sailed.to.harbour() {
        Some(area) => format!("into the harbour of {}", area.name()),
        None if sailed.to == Node::DOCK => "home to its dock".into(),
        None => format!("to ocean square {}", sailed.to.slug()),
    };
    let rune = if sailed.sea { ", with the Sea move" } else { "" };
    let text = format!("{} sails {to}{rune}", voice.has("Knerrir"));
    coded(sailed.who, text, &format!("n sail {}", sailed.to.slug()), "")
}

fn landed(who: Who, area: Area, units: &[Unit], voice: Voice) -> Option<Told> {
    let names: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
    let go = if units.len() == 1 { "goes" } else { "go" };
    let text = format!("{} {go} ashore at {}", voice.has(&listed(&names)), area.name());
    let bits = units.iter().fold(0, |bits, unit| bits | 1 << unit.0);
    coded(who, text, &format!("n land {}", write::aboard(bits)), area.slug())
}

fn attacks(voice: Voice, area: Area, aim: Aim) -> String {
    let (name, place) = (voice.has("Berserkur"), area.name());
    match aim {
        Aim::Duel(_) => format!("{name} calls for a duel at {place}"),
        Aim::Axes => format!("{name} goes for the Axe tokens of {place}"),
        Aim::Take(_) => format!("{name} attacks {place}"),
    }
}

fn takes(took: &Took, viewer: Viewer) -> Option<Told> {
    let (who, area) = (took.who, took.area);
    let from = took.from.map(|from| Voice::of(from, viewer).name());
    let owner = from.clone().unwrap_or_else(|| "the Barbarians".to_owned());
    let deed = format!("take {} from {owner}", area.name());
    let mut text = format!(
        "{}: {} paid, {} placed",
        Voice::of(who, viewer).does(&deed),
        took.paid,
        took.placed
    );
    if from.is_some() && matches!(area.kind(), Kind::Village | Kind::Gold) {
        text.push_str(&format!("; 1 glory won, and 1 lost by {owner}"));
    }
    if took.tokens > 0 {
        text.push_str(&format!("; {} found", some(took.tokens, "Axe token")));
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

fn casts(who: Who, (rune, area): (Rune, Option<Area>), first: bool, voice: Voice) -> Option<Told> {
    let verb = if first { "g cast" } else { "g also" };
    match area {
        Some(area) => {
            let text = voice.does(&format!("cast {} on {}", rune.name(), area.name()));
            coded(who, text, &format!("{verb} {} {}", rune.slug(), area.slug()), "")
        }
        None => {
            let text = voice.does(&format!("make {} ready", rune.name()));
            coded(who, text, &format!("{verb} {}", rune.slug()), "")
        }
    }
}
