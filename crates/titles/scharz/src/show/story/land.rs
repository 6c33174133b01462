//! Units, buildings, herds and stores in the story.

use super::super::super::orders::names::seat_name;
use super::super::super::state::facts::Pen;
use super::super::super::state::land::{Site, Town, Yard};
use super::super::super::state::stack::Stack;
use super::super::super::state::why::{Fate, Herding, How, Lot, Use};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::{Building, Good, Herd};
use super::super::words::stack;
use super::{of, plain};
use ravenpost_rules::{Narration, Seat};

pub fn came(seat: Seat, units: &Stack, fate: Fate) -> Option<Narration> {
    let (who, what, at) = (seat_name(seat), stack(units), units.at.name());
    let how = match fate {
        Fate::Setup => "has",
        Fate::Bought => "buys",
        Fate::Hired => "hires",
        Fate::Recruited => "recruits",
        Fate::Mustered => "musters",
        Fate::Free => "gets for free",
        _ => "brings",
    };
    of(seat, format!("{who} {how} {what} at {at}"))
}

pub fn fell(seat: Seat, units: &Stack, fate: Fate) -> Option<Narration> {
    let (who, what, at) = (seat_name(seat), stack(units), units.at.name());
    of(seat, format!("{who} loses {what} at {at}: {}", lost(fate)))
}

fn lost(fate: Fate) -> &'static str {
    match fate {
        Fate::Disbanded => "let go",
        Fate::Unpaid => "unpaid",
        Fate::Battle => "in battle",
        Fate::Assault => "in the assault",
        Fate::Drowned => "drowned",
        Fate::Wrecked => "shipwrecked",
        Fate::Corsairs => "taken by corsairs",
        Fate::Passage => "lost on the way",
        Fate::Attrition => "worn out",
        Fate::Hunger => "without food",
        Fate::LeftBehind => "left behind",
        Fate::ShipyardLost => "lost with the shipyard",
        _ => "gone",
    }
}

pub fn went(seat: Seat, how: How, from: &Stack, to: &Stack) -> Option<Narration> {
    let (who, what) = (seat_name(seat), stack(from));
    let (here, there) = (from.at.name(), to.at.name());
    let way = || format!("from {here} to {there}");
    of(
        seat,
        match how {
            How::March => format!("{who} marches {what} {}", way()),
            How::Board => format!("{who} boards {what} at {there}"),
            How::Sail | How::Fleet => format!("{who} sails {what} {}", way()),
            How::Carried => format!("{who} carries {what} {}", way()),
            How::Land => format!("{who} lands {what} at {there}"),
            How::Beach => format!("{who} beaches {what} at {there}"),
            How::Ferry if from.at == to.at => format!("{who} ferries with {what} at {here}"),
            How::Ferry => format!("{who} ferries {what} {}", way()),
            How::Army => format!("{who} leads {what} on {}", way()),
            How::Ride => format!("{who} rides with {what} {}", way()),
            How::Retreat => format!("{who} retreats with {what} {}", way()),
            How::Harbour => format!("{who} brings {what} into harbour at {there}"),
            How::Slip => format!("{who} slips away with {what} {}", way()),
            How::Withdraw => format!("{who} takes {what} inside at {here}"),
            How::Emerge => format!("{who} leads {what} out at {here}"),
            How::Exit => format!("{who} takes {what} from work at {here}"),
            How::MovedOut => format!("{who} comes out with {what} at {here}"),
            How::Disembark => format!("{who} steps ashore again with {what} at {here}"),
            How::Escape => format!("{who} escapes with {what} {}", way()),
            How::Work => format!("{who} puts {what} to work at {here}"),
            How::WorkEnded => format!("{who} has {what} free again at {here}"),
            How::Raise => format!("{who} raises {what} at {here} to {}", stack(to)),
            How::Lower => format!("{who} lowers {what} at {here} to {}", stack(to)),
            How::Train => format!("{what} of {who} at {here} learn: {} now", to.unit.level.slug()),
            How::SentHome => format!("{what} of {who} are sent {}", way()),
            How::Reverted => format!("{what} of {who} at {here} are light infantry again"),
        },
    )
}

pub fn drove(seat: Seat, herd: Herd, from: Pen, to: Pen) -> Option<Narration> {
    let (who, herd) = (seat_name(seat), herd.slug());
    of(seat, format!("{who} drives {herd} {}", journey(from, to)))
}

pub fn bred(seat: Seat, herd: Herd, at: Pen, why: Herding) -> Option<Narration> {
    let does = match why {
        Herding::Born => "has young",
        Herding::Bought => "buys",
        _ => "has",
    };
    of(seat, format!("{} {does} {} {}", seat_name(seat), herd.slug(), pen(at)))
}

pub fn parted(seat: Seat, herd: Herd, at: Pen, why: Herding) -> Option<Narration> {
    let how = match why {
        Herding::Sold => "sells",
        Herding::Slaughtered => "slaughters",
        Herding::Culled => "culls",
        Herding::Mounted => "mounts riders on",
        _ => "loses",
    };
    of(seat, format!("{} {how} {} {}", seat_name(seat), herd.slug(), pen(at)))
}

pub fn taken(from: Seat, to: Seat, herd: Herd, at: Pen) -> Option<Narration> {
    let (to, from) = (seat_name(to), seat_name(from));
    plain(format!("{to} takes {} of {from} at {}", herd.slug(), at.at.name()))
}

pub fn crop(at: Field, now: u8, why: Use) -> Option<Narration> {
    let name = at.name();
    plain(match why {
        Use::Yield => format!("{name} holds {now} grain"),
        Use::Burnt => format!("The grain of {name} burns"),
        _ => format!("{name} is reaped"),
    })
}

fn pen(at: Pen) -> String {
    let name = at.at.name();
    if at.stable { format!("in the stable of {name}") } else { format!("at {name}") }
}

fn journey(from: Pen, to: Pen) -> String {
    if from.at != to.at {
        return format!("from {} to {}", from.at.name(), to.at.name());
    }
    let place = if to.stable { "into the stable" } else { "to pasture" };
    format!("{place} at {}", to.at.name())
}

pub fn town(at: Field, town: Option<&Town>, lot: Lot) -> Option<Narration> {
    let name = at.name();
    let Some(town) = town else {
        return plain(format!("The settlement of {name} is gone: {}", lot.slug()));
    };
    let what = match (town.city, town.fort) {
        (false, false) => "a village",
        (false, true) => "a fortified village",
        (true, false) => "a city",
        (true, true) => "a fortified city",
    };
    of(town.owner, format!("{} has {what} at {name}{}", seat_name(town.owner), after(lot)))
}

pub fn yard(at: Field, yard: Option<&Yard>, lot: Lot) -> Option<Narration> {
    let name = at.name();
    let Some(yard) = yard else {
        return plain(format!("The shipyard of {name} is gone: {}", lot.slug()));
    };
    let what = if yard.port { "a port" } else { "a dock" };
    of(yard.owner, format!("{} has {what} at {name}{}", seat_name(yard.owner), after(lot)))
}

/// The reason for a building change, except in the setup.
fn after(lot: Lot) -> String {
    if lot == Lot::Setup { String::new() } else { format!(": {}", lot.slug()) }
}

pub fn site(at: Field, site: Option<&Site>, lot: Lot) -> Option<Narration> {
    let name = at.name();
    match site {
        Some(site) => {
            let (who, what) = (seat_name(site.owner), building(site.building));
            of(site.owner, format!("{who} builds {what} at {name}: {} of 12", site.points))
        }
        None if lot == Lot::Completed => None,
        None => plain(format!("The construction at {name} is given up: {}", lot.slug())),
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
pub fn stored(at: Field, good: Good, now: u8, why: Use) -> Option<Narration> {
    let why_it = if why == Use::Setup { String::new() } else { format!(" ({})", why.slug()) };
    let told = plain(format!("{} holds {now} {}{why_it}", at.name(), good.slug()));
    told.map(|told| Narration { quiet: why == Use::Eaten, ..told })
}
