//! What units do, told: walks, voyages, attacks, musters, conversions, Runes.

use super::super::facts::{Boarded, Fact, Moved, Sailed, Took};
use super::super::names::{Area, Kind, Node, Rune, Unit, Who};
use super::super::orders::words::listed;
use super::super::orders::write;
use super::super::state::Aim;
use super::{coded, of, some};
use crate::rules::{Told, Viewer};

pub fn tell(fact: &Fact, _: Viewer) -> Option<Told> {
    match fact {
        Fact::Moved(moved) => went(moved),
        Fact::Boarded(boarded) => aboard(boarded),
        Fact::Sailed(sailed) => sails(sailed),
        Fact::Landed(who, area, units) => landed(*who, *area, units),
        Fact::Attacked(who, area, aim) => attacks(*who, *area, *aim),
        Fact::Retired(who, area) => {
            coded(*who, unit(*who, Unit::G, "gives way to", *area), &at("retreat", *area), "")
        }
        Fact::Beaten { who, by, paid, lost } => {
            let (name, winner) = (who.name(), by.name());
            of(
                *who,
                format!(
                    "{name}'s Berserkur is beaten: {winner} pays {}, {name} loses {lost}",
                    some(*paid, "disk")
                ),
            )
        }
        Fact::AxesBroken { who, area, paid } => {
            let paid = some(*paid, "disk");
            let text =
                format!("{} removes the Axe tokens of {} for {paid}", who.name(), area.name());
            coded(*who, text, "b axes", area.slug())
        }
        Fact::Took(took) => takes(took),
        Fact::Withdrew(who, area) => {
            coded(*who, unit(*who, Unit::B, "retreats to", *area), "b retreat", area.slug())
        }
        Fact::Shifted(who, from, to, count) => {
            let (disks, name) = (some(*count, "disk"), who.name());
            let text = format!("{name} sends {disks} from {} to {}", from.name(), to.name());
            let order = format!("b shift {} {} {count}", from.slug(), to.slug());
            coded(*who, text, &order, "")
        }
        Fact::Posted(who, area, count) => {
            let (disks, name) = (some(*count, "disk"), who.name());
            let text = format!("{name} sends {disks} from the Virki to {}", area.name());
            coded(*who, text, &format!("b post {} {count}", area.slug()), "")
        }
        Fact::Lifted(who, area, count) => {
            let (disks, name) = (some(*count, "disk"), who.name());
            let text = format!("{name} brings {disks} from {} to the town", area.name());
            coded(*who, text, &format!("b lift {} {count}", area.slug()), "")
        }
        Fact::Converted(who, area) => {
            let text = format!("{} converts {} and gains a recruit", who.name(), area.name());
            coded(*who, text, "g convert", area.slug())
        }
        Fact::Cast { who, rune, area, first } => casts(*who, *rune, *area, *first),
        Fact::Cleansed(who, area, rune) => {
            let (name, rune_name) = (who.name(), rune.name());
            let text = format!("{name} removes {rune_name} from {} for 1 gold", area.name());
            coded(*who, text, &format!("g cleanse {}", rune.slug()), area.slug())
        }
        _ => None,
    }
}

/// "Red's Godi goes to Kýrholt".
fn unit(who: Who, unit: Unit, does: &str, area: Area) -> String {
    format!("{}'s {} {does} {}", who.name(), unit.name(), area.name())
}

fn at(order: &str, area: Area) -> String {
    format!("{order} {}", area.slug())
}

fn went(moved: &Moved) -> Option<Told> {
    let order = at(&format!("{} move", moved.unit.slug()), moved.to);
    coded(moved.who, unit(moved.who, moved.unit, "goes to", moved.to), &order, "")
}

fn aboard(boarded: &Boarded) -> Option<Told> {
    let (who, harbour) = (boarded.who, boarded.harbour);
    let order = at(&format!("{} board", boarded.unit.slug()), harbour);
    coded(who, unit(who, boarded.unit, "goes aboard at", harbour), &order, "")
}

fn sails(sailed: &Sailed) -> Option<Told> {
    let who = sailed.who;
    let to = match sailed.to.harbour() {
        Some(area) => format!("into the harbour of {}", area.name()),
        None if sailed.to == Node::DOCK => "home to its dock".into(),
        None => format!("to ocean square {}", sailed.to.slug()),
    };
    let rune = if sailed.sea { ", with the Sea move" } else { "" };
    let text = format!("{}'s Knerrir sails {to}{rune}", who.name());
    coded(who, text, &format!("n sail {}", sailed.to.slug()), "")
}

fn landed(who: Who, area: Area, units: &[Unit]) -> Option<Told> {
    let names: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
    let go = if units.len() == 1 { "goes" } else { "go" };
    let text = format!("{}'s {} {go} ashore at {}", who.name(), listed(&names), area.name());
    let bits = units.iter().fold(0, |bits, unit| bits | 1 << unit.0);
    coded(who, text, &format!("n land {}", write::aboard(bits)), area.slug())
}

fn attacks(who: Who, area: Area, aim: Aim) -> Option<Told> {
    let (name, place) = (who.name(), area.name());
    of(
        who,
        match aim {
            Aim::Duel(_) => format!("{name}'s Berserkur calls for a duel at {place}"),
            Aim::Axes => format!("{name}'s Berserkur goes for the Axe tokens of {place}"),
            Aim::Take(_) => format!("{name}'s Berserkur attacks {place}"),
        },
    )
}

fn takes(took: &Took) -> Option<Told> {
    let (who, area) = (took.who, took.area);
    let from = took.from.map_or("the Barbarians".to_owned(), Who::name);
    let mut text = format!(
        "{} takes {} from {from}: {} paid, {} placed",
        who.name(),
        area.name(),
        took.paid,
        took.placed
    );
    if took.from.is_some() && matches!(area.kind(), Kind::Village | Kind::Gold) {
        text.push_str(&format!("; 1 glory won, and 1 lost by {from}"));
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

fn casts(who: Who, rune: Rune, area: Option<Area>, first: bool) -> Option<Told> {
    let verb = if first { "g cast" } else { "g also" };
    match area {
        Some(area) => {
            let text = format!("{} casts {} on {}", who.name(), rune.name(), area.name());
            coded(who, text, &format!("{verb} {} {}", rune.slug(), area.slug()), "")
        }
        None => {
            let text = format!("{} makes {} ready", who.name(), rune.name());
            coded(who, text, &format!("{verb} {}", rune.slug()), "")
        }
    }
}
