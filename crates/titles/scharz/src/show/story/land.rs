//! Units, buildings, herds and stores in the story.

use super::super::super::orders::names::voice;
use super::super::super::state::facts::Pen;
use super::super::super::state::land::{Site, Town, Yard};
use super::super::super::state::stack::Stack;
use super::super::super::state::why::{Herding, How, Lot, UnitReason, Use};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::{Building, Good, Herd};
use super::super::words::stack;
use super::{of, plain};
use ravenpost_rules::{Narration, Narrator, Seat};

pub fn came(
    seat: Seat,
    units: &Stack,
    reason: UnitReason,
    narrator: &Narrator,
) -> Option<Narration> {
    let (what, at) = (stack(units), units.at.name_for(narrator));
    let verb = match reason {
        UnitReason::Setup => {
            return of(seat, voice(narrator, seat).states(&format!("have {what} at {at}")));
        }
        UnitReason::Bought => "buy",
        UnitReason::Hired => "hire",
        UnitReason::Recruited => "recruit",
        UnitReason::Mustered => "muster",
        UnitReason::Free => "receive",
        _ => "bring",
    };
    of(seat, voice(narrator, seat).does(&format!("{verb} {what} at {at}")))
}

pub fn fell(
    seat: Seat,
    units: &Stack,
    reason: UnitReason,
    narrator: &Narrator,
) -> Option<Narration> {
    let (what, at) = (stack(units), units.at.name_for(narrator));
    of(seat, voice(narrator, seat).does(&format!("lose {what} at {at}: {}", lost(reason))))
}

fn lost(reason: UnitReason) -> &'static str {
    match reason {
        UnitReason::Disbanded => "disbanded",
        UnitReason::Unpaid => "unpaid",
        UnitReason::Battle => "in battle",
        UnitReason::Assault => "in the assault",
        UnitReason::Drowned => "drowned",
        UnitReason::Wrecked => "shipwrecked",
        UnitReason::Corsairs => "sunk by corsairs",
        UnitReason::Passage => "lost on a neutral field",
        UnitReason::Attrition => "attrition",
        UnitReason::Hunger => "starved",
        UnitReason::LeftBehind => "left behind",
        UnitReason::ShipyardLost => "lost with the shipyard",
        _ => "gone",
    }
}

pub fn went(
    seat: Seat,
    how: How,
    from: &Stack,
    to: &Stack,
    narrator: &Narrator,
) -> Option<Narration> {
    let (voice, what) = (voice(narrator, seat), stack(from));
    let (here, there) = (from.at.name_for(narrator), to.at.name_for(narrator));
    let way = format!("from {here} to {there}");
    let deed = match how {
        How::March => format!("march {what} {way}"),
        How::Board => format!("board ships at {there} with {what}"),
        How::Sail | How::Fleet => format!("sail {what} {way}"),
        How::Carried => format!("carry {what} {way}"),
        How::Land => format!("land {what} at {there}"),
        How::Beach => format!("beach {what} at {there}"),
        How::Ferry if from.at == to.at => format!("ferry with {what} at {here}"),
        How::Ferry => format!("ferry {what} {way}"),
        How::Army => format!("march an army of {what} {way}"),
        How::Ride => format!("ride with {what} {way}"),
        How::Retreat => format!("retreat with {what} {way}"),
        How::Harbour => format!("bring {what} into harbour at {there}"),
        How::Slip => format!("slip away with {what} {way}"),
        How::Withdraw => format!("withdraw {what} into the settlement of {here}"),
        How::Emerge => format!("lead {what} out of the settlement of {here}"),
        How::Exit => format!("stop building with {what} at {here}"),
        How::MovedOut => format!("move {what} into the open at {here}"),
        How::Disembark => format!("step ashore again with {what} at {here}"),
        How::Escape => format!("escape with {what} {way}"),
        How::Work => format!("put {what} to work at {here}"),
        How::WorkEnded => format!("finish work with {what} at {here}"),
        How::Raise => format!("raise {what} at {here} to {}", stack(to)),
        How::Lower => format!("lower {what} at {here} to {}", stack(to)),
        How::Train => format!("promote {what} at {here} to {}", to.unit.level.slug()),
        How::SentHome => format!("withdraw {what} {way}"),
        How::Reverted => format!("turn {what} at {here} back into light infantry"),
    };
    of(seat, voice.does(&deed))
}

pub fn drove(seat: Seat, herd: Herd, from: Pen, to: Pen, narrator: &Narrator) -> Option<Narration> {
    let deed = format!("drive {} {}", herd.slug(), journey(from, to, narrator));
    of(seat, voice(narrator, seat).does(&deed))
}

pub fn bred(
    seat: Seat,
    herd: Herd,
    at: Pen,
    why: Herding,
    narrator: &Narrator,
) -> Option<Narration> {
    let voice = voice(narrator, seat);
    let herds = format!("{} {}", herd.slug(), pen(at, narrator));
    let text = match why {
        Herding::Born => voice.states(&format!("have newborn {herds}")),
        Herding::Bought => voice.does(&format!("buy {herds}")),
        _ => voice.states(&format!("have {herds}")),
    };
    of(seat, text)
}

pub fn parted(
    seat: Seat,
    herd: Herd,
    at: Pen,
    why: Herding,
    narrator: &Narrator,
) -> Option<Narration> {
    let verb = match why {
        Herding::Sold => "sell",
        Herding::Slaughtered => "slaughter",
        Herding::Culled => "cull",
        Herding::Mounted => "mount",
        _ => "lose",
    };
    let deed = format!("{verb} {} {}", herd.slug(), pen(at, narrator));
    of(seat, voice(narrator, seat).does(&deed))
}

pub fn taken(from: Seat, to: Seat, herd: Herd, at: Pen, narrator: &Narrator) -> Option<Narration> {
    let herd = voice(narrator, from).whose(herd.slug());
    plain(voice(narrator, to).does(&format!("take {herd} at {}", at.at.name_for(narrator))))
}

/// Looting, which concerns the owner of a settlement on the field.
pub fn looted(
    seat: Seat,
    at: Field,
    owner: Option<Seat>,
    narrator: &Narrator,
) -> Option<Narration> {
    let name = at.name_for(narrator);
    let what = match owner {
        Some(owner) => voice(narrator, owner).whose(&format!("settlement {name}")),
        None => name.to_owned(),
    };
    of(seat, voice(narrator, seat).does(&format!("loot {what}")))
}

pub fn crop(at: Field, now: u8, why: Use, narrator: &Narrator) -> Option<Narration> {
    let name = at.name_for(narrator);
    plain(match why {
        Use::Yield => format!("{name} now has {now} grain in the field"),
        Use::Burnt => format!("The grain of {name} burns"),
        _ => format!("The grain of {name} is harvested"),
    })
}

fn pen(at: Pen, narrator: &Narrator) -> String {
    let name = at.at.name_for(narrator);
    if at.stable { format!("in the stable at {name}") } else { format!("at {name}") }
}

fn journey(from: Pen, to: Pen, narrator: &Narrator) -> String {
    if from.at != to.at {
        return format!("from {} to {}", from.at.name_for(narrator), to.at.name_for(narrator));
    }
    let place = if to.stable { "into the stable" } else { "to pasture" };
    format!("{place} at {}", to.at.name_for(narrator))
}

pub fn town(at: Field, town: Option<&Town>, lot: Lot, narrator: &Narrator) -> Option<Narration> {
    let name = at.name_for(narrator);
    let Some(town) = town else {
        return plain(format!("The settlement of {name} is lost: {}", lot.slug()));
    };
    let what = match (town.city, town.fort) {
        (false, false) => "a village",
        (false, true) => "a fortified village",
        (true, false) => "a city",
        (true, true) => "a fortified city",
    };
    let owner = voice(narrator, town.owner);
    of(town.owner, owner.states(&format!("have {what} at {name}{}", after(lot))))
}

pub fn yard(at: Field, yard: Option<&Yard>, lot: Lot, narrator: &Narrator) -> Option<Narration> {
    let name = at.name_for(narrator);
    let Some(yard) = yard else {
        return plain(format!("The shipyard of {name} is lost: {}", lot.slug()));
    };
    let what = if yard.port { "a port" } else { "a dock" };
    let owner = voice(narrator, yard.owner);
    of(yard.owner, owner.states(&format!("have {what} at {name}{}", after(lot))))
}

/// The reason for a building change, except in the setup.
fn after(lot: Lot) -> String {
    if lot == Lot::Setup { String::new() } else { format!(": {}", lot.slug()) }
}

pub fn site(at: Field, site: Option<&Site>, lot: Lot, narrator: &Narrator) -> Option<Narration> {
    let name = at.name_for(narrator);
    match site {
        Some(site) => {
            let what = building(site.building);
            let deed = format!("build {what} at {name}: {} of 12 points", site.points);
            of(site.owner, voice(narrator, site.owner).does(&deed))
        }
        None if lot == Lot::Completed => None,
        None => plain(format!("The construction at {name} ends: {}", lot.slug())),
    }
}

fn building(what: Building) -> &'static str {
    match what {
        Building::Village => "a village",
        Building::City => "a city",
        Building::Dock => "a dock",
        Building::Port => "a port",
        Building::Fort => "a fortification",
    }
}

/// Regular consumption at the end of the year is not news.
pub fn stored(at: Field, good: Good, now: u8, why: Use, narrator: &Narrator) -> Option<Narration> {
    let why_it = if why == Use::Setup { String::new() } else { format!(" ({})", why.slug()) };
    let narration =
        plain(format!("{} now stores {now} {}{why_it}", at.name_for(narrator), good.slug()));
    narration.map(|narration| Narration { quiet: why == Use::Eaten, ..narration })
}
