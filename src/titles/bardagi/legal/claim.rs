//! The Claim sheet: units that become meat, tokens, recruits, Axe areas (R14.8-R14.13, R21.8).

use super::super::income::{count, room};
use super::super::names::{Area, Building, Good, Kind};
use super::super::orders::Order;
use super::super::state::State;
use super::no;
use crate::rules::{Field, Form, Legal, Refusal};

/// Sheets with more orders than this are filled in by forms.
const LISTED: usize = 400;

/// Recruits that each building can still take (R14.10).
pub fn rooms(state: &State, at: usize) -> [u8; 3] {
    let player = &state.players[at];
    [Building::VIRKI, Building::HOF, Building::VERSLUN]
        .map(|building| player.limit(building).saturating_sub(player.disks[building.index()]))
}

/// Tokens that a seat can buy: one a camp, for one gold each, as the bank has them (R14.8).
pub fn tokens(state: &State, at: usize) -> u8 {
    let camps = count(state, at, Kind::Camp).min(state.axes);
    camps.min(u8::try_from(state.players[at].gold).unwrap_or(u8::MAX))
}

/// Whether a seat has anything to choose (R21.10), by what everybody can see: hidden gold must not
/// show in who is asked, so the owner of a camp is asked even if it cannot pay.
pub fn has_choice(state: &State, at: usize) -> bool {
    let player = &state.players[at];
    let fits = |goods: [Good; 2]| goods.iter().any(|good| room(player, *good) > 0);
    let buys = if state.options.open_gold {
        tokens(state, at)
    } else {
        count(state, at, Kind::Camp).min(state.axes)
    };
    player.flock > 0 && fits([Good::WOOL, Good::MEAT])
        || player.herd > 0 && fits([Good::HIDE, Good::MEAT])
        || player.town > 0 && rooms(state, at) != [0; 3]
        || player.axes > 0
        || buys > 0
}

/// Where Axe tokens may be placed: own areas, the own home (R14.12).
pub fn axe_areas(state: &State, at: usize) -> impl Iterator<Item = Area> {
    Area::of(state.own_land(at))
}

/// Tokens that are held or ordered, and not yet placed on the sheet.
fn tokens_left(state: &State, at: usize) -> usize {
    let player = &state.players[at];
    usize::from(player.axes + player.claim.tokens).saturating_sub(player.claim.axes.len())
}

pub fn legal(state: &State, at: usize) -> Legal<Order> {
    let player = &state.players[at];
    let buys = tokens(state, at);
    let mut orders = Vec::new();
    let claims =
        (usize::from(player.flock) + 1) * (usize::from(player.herd) + 1) * (usize::from(buys) + 1);
    let recruits = recruits(state, at);
    let complete = claims + recruits.len() <= LISTED;
    let some = if complete { usize::MAX } else { LISTED / 2 };
    let sheet = (0..=buys).flat_map(|tokens| {
        (0..=player.flock).flat_map(move |sheep| {
            (0..=player.herd).map(move |cattle| Order::Claim(sheep, cattle, tokens))
        })
    });
    orders.extend(sheet.filter(|_| claims > 1).take(some));
    orders.extend(recruits.into_iter().map(Order::Recruit).take(some));
    if tokens_left(state, at) > 0 {
        orders.extend(axe_areas(state, at).map(Order::Axe));
    }
    orders.push(Order::Done);
    let short = orders.len() <= super::forms::LONG;
    let forms = if short { Vec::new() } else { forms(state, at) };
    Legal { orders, complete, forms }
}

/// Every way to put recruits of the town onto buildings; none where none fits.
fn recruits(state: &State, at: usize) -> Vec<[u8; 3]> {
    let (town, rooms) = (state.players[at].town, rooms(state, at));
    if town == 0 || rooms == [0; 3] {
        return Vec::new();
    }
    let upto = |at: usize, taken: u8| 0..=rooms[at].min(town - taken);
    let mut all = Vec::new();
    for virki in upto(0, 0) {
        for hof in upto(1, virki) {
            all.extend(upto(2, virki + hof).map(|verslun| [virki, hof, verslun]));
        }
    }
    all
}

fn forms(state: &State, at: usize) -> Vec<Form> {
    let player = &state.players[at];
    let pick = |label: &str, letter: &str, most: u8| Field::Pick {
        label: label.to_owned(),
        choices: std::iter::once((String::new(), "0".to_owned()))
            .chain((1..=most).map(|n| (format!("{letter}{n}"), n.to_string())))
            .collect(),
    };
    let form = |lead: &str, label: &str, help: &str, fields: Vec<Field>| Form {
        lead: lead.to_owned(),
        label: label.to_owned(),
        help: help.to_owned(),
        fields,
    };
    let units = vec![
        pick("Sheep as meat", "s", player.flock),
        pick("Cattle as meat", "c", player.herd),
        pick("Axe tokens bought", "a", tokens(state, at)),
    ];
    let rooms = rooms(state, at).map(|room| room.min(player.town));
    let places = vec![
        pick("To the Virki", "v", rooms[0]),
        pick("To the Hof", "h", rooms[1]),
        pick("To the Verslun", "s", rooms[2]),
    ];
    let mut forms = Vec::new();
    if player.flock + player.herd + tokens(state, at) > 0 {
        forms.push(form("claim", "Sheep, cattle and tokens", "", units));
    }
    if rooms != [0; 3] {
        let help = format!("{} wait in the town.", player.town);
        forms.push(form("recruit", "Place recruits", &help, places));
    }
    if tokens_left(state, at) > 0 {
        let areas =
            axe_areas(state, at).map(|area| (area.slug().to_owned(), area.name().to_owned()));
        let field = Field::Pick { label: "Area".to_owned(), choices: areas.collect() };
        forms.push(form("axe", "Place an Axe token", "", vec![field]));
    }
    forms
}

pub fn check(state: &State, at: usize, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Claim(sheep, cattle, tokens) => claim(state, at, [*sheep, *cattle, *tokens]),
        Order::Recruit(recruits) => recruit(state, at, *recruits),
        Order::Axe(area) => axe(state, at, *area),
        _ => no("R21.8", "that is not an order of the Claim phase"),
    }
}

fn claim(state: &State, at: usize, [sheep, cattle, bought]: [u8; 3]) -> Result<(), Refusal> {
    let player = &state.players[at];
    let most = tokens(state, at);
    if sheep > player.flock {
        return no("R14.4", format!("there are {} units of sheep to choose", player.flock));
    }
    if cattle > player.herd {
        return no("R14.4", format!("there are {} units of cattle to choose", player.herd));
    }
    if bought > most {
        return no(
            "R14.8",
            format!("{most} Axe tokens can be bought: one a camp, as gold and bank last"),
        );
    }
    if player.flock + player.herd + most == 0 {
        return no("R21.10", "there is nothing to choose and no token to buy");
    }
    Ok(())
}

fn recruit(state: &State, at: usize, recruits: [u8; 3]) -> Result<(), Refusal> {
    let town = state.players[at].town;
    let rooms = rooms(state, at);
    if town == 0 || rooms == [0; 3] {
        return no("R14.10", "there are no recruits that any building could take");
    }
    let sum: u16 = recruits.iter().map(|count| u16::from(*count)).sum();
    if sum > u16::from(town) {
        return no("R14.10", format!("there are only {town} recruits in the town"));
    }
    for building in Building::all() {
        let room = rooms[building.index()];
        if recruits[building.index()] > room {
            return no("R14.10", format!("the {} has room for {room}", building.name()));
        }
    }
    Ok(())
}

fn axe(state: &State, at: usize, area: Area) -> Result<(), Refusal> {
    if tokens_left(state, at) == 0 {
        return no("R14.12", "there is no Axe token left to place");
    }
    if !axe_areas(state, at).any(|known| known == area) {
        return no("R14.12", format!("{} is neither an own area nor the own home", area.name()));
    }
    Ok(())
}

/// Recruits put onto buildings in that order, up to their limits.
pub fn fill(state: &State, at: usize, order: [Building; 3]) -> [u8; 3] {
    let rooms = rooms(state, at);
    let mut left = state.players[at].town;
    let mut recruits = [0; 3];
    for building in order {
        let count = rooms[building.index()].min(left);
        recruits[building.index()] = count;
        left -= count;
    }
    recruits
}
