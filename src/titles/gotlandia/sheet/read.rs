//! Reads the document: everything may be left out, and what is unknown is named.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::super::orders::{Order, lexicon, parse};
use super::super::play::flow::sorted;
use super::super::state::options::Options;
use super::super::state::steps::{Step, Steps};
use super::super::state::{
    Family, Forced, Goal, Pack, Parts, Pile, Piles, SEATS, Sealed, Settled, Stage, State, blank,
};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Deco, Dir, District, Gen, Kind, Rep, Setting};
use super::write::before_reveal;
use crate::rules::list::List;
use crate::rules::{Seat, Table};

type Amounts = BTreeMap<Kind, u8>;

/// The document. Left out fields have their resting values.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sheet {
    century: u16,
    generation: u8,
    card: Option<Gen>,
    upcoming: Vec<Gen>,
    past: Option<Vec<Gen>>,
    state: Stage,
    token: Option<String>,
    turn: Option<String>,
    acted: bool,
    playing: Option<String>,
    steps: Vec<Step>,
    raiders: Vec<Dir>,
    raided: bool,
    bank: Option<Amounts>,
    pirates: Vec<Dir>,
    pirate_tokens: Option<u8>,
    neutral: Vec<District>,
    craft_piles: Vec<Vec<String>>,
    trading_piles: Vec<Vec<String>>,
    decorations: Option<Vec<Deco>>,
    sold: Vec<Kind>,
    sold_by: Option<[u8; 6]>,
    assembly_taken: bool,
    assembly_by: Option<u8>,
    forced: Vec<(String, String)>,
    scored: [[u8; SEATS]; 3],
    last: [Parts; SEATS],
    seats: BTreeMap<String, Own>,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet {
            century: 1100,
            generation: 1,
            card: None,
            upcoming: Vec::new(),
            past: None,
            state: Stage::Turns,
            token: None,
            turn: None,
            acted: false,
            playing: None,
            steps: Vec::new(),
            raiders: Vec::new(),
            raided: false,
            bank: None,
            pirates: Vec::new(),
            pirate_tokens: None,
            neutral: Vec::new(),
            craft_piles: Vec::new(),
            trading_piles: Vec::new(),
            decorations: None,
            sold: Vec::new(),
            sold_by: None,
            assembly_taken: false,
            assembly_by: None,
            forced: Vec::new(),
            scored: [[0; SEATS]; 3],
            last: [Parts::default(); SEATS],
            seats: BTreeMap::new(),
        }
    }
}

/// What belongs to one seat.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Own {
    home: Option<Setting>,
    settlements: BTreeMap<District, String>,
    ships: Vec<Dir>,
    storage: Amounts,
    buried_silver: u8,
    buried: Vec<String>,
    deck: Vec<String>,
    hand: Vec<String>,
    played: Vec<String>,
    discard: Vec<String>,
    workers: u8,
    free: Option<u8>,
    sunk: u8,
    decorations: Vec<Deco>,
    reputation: Option<Rep>,
    offered: Option<[Rep; 2]>,
    vp: i16,
    owes: u8,
    sealed: Option<String>,
    standing: BTreeMap<String, String>,
    plan: Vec<String>,
    plan_later: bool,
    goals: BTreeMap<String, Goal>,
}

impl Default for Own {
    fn default() -> Own {
        Own {
            home: None,
            settlements: BTreeMap::new(),
            ships: Vec::new(),
            storage: Amounts::new(),
            buried_silver: 0,
            buried: Vec::new(),
            deck: Vec::new(),
            hand: Vec::new(),
            played: Vec::new(),
            discard: Vec::new(),
            workers: 2,
            free: None,
            sunk: 0,
            decorations: Vec::new(),
            reputation: None,
            offered: None,
            vp: 0,
            owes: 0,
            sealed: None,
            standing: BTreeMap::new(),
            plan: Vec::new(),
            plan_later: false,
            goals: BTreeMap::new(),
        }
    }
}

pub fn read(table: &Table, sheet: &Value) -> Result<State, String> {
    let options = Options::of(table).map_err(|refusal| refusal.to_string())?;
    let sheet: Sheet = serde_json::from_value(sheet.clone()).map_err(|wrong| wrong.to_string())?;
    let mut state = State { seats: table.seats, options, ..blank() };
    shared(&mut state, &sheet)?;
    for (colour, own) in &sheet.seats {
        let seat = seat_of(table, colour)?;
        *state.of_mut(seat) = family(own)?;
        for (name, goal) in &own.goals {
            let at = data().goals.iter().position(|(id, _)| id == name);
            state.goals[at.ok_or(format!("no goal {name:?}"))?] = *goal;
        }
    }
    for seat in state.seats().filter(|seat| !sheet.seats.contains_key(word(*seat))) {
        *state.of_mut(seat) = family(&Own::default())?;
    }
    state.token = sheet.token.as_ref().map_or(Ok(Seat(1)), |colour| seat_of(table, colour))?;
    state.turn = sheet.turn.as_ref().map_or(Ok(state.token), |colour| seat_of(table, colour))?;
    state.playing = match &sheet.playing {
        Some(word) => Some(card(word, state.of(state.turn).home)?),
        None => None,
    };
    remainders(&mut state, &sheet);
    lines(&mut state, &sheet, table)?;
    Ok(state)
}

fn word(seat: Seat) -> &'static str {
    super::super::orders::write::colour(seat)
}

fn seat_of(table: &Table, colour: &str) -> Result<Seat, String> {
    lexicon::colour(colour, table.seats).map_err(|refusal| refusal.to_string())
}

fn shared(state: &mut State, sheet: &Sheet) -> Result<(), String> {
    state.century = match sheet.century {
        1100 => 0,
        1200 => 1,
        1300 => 2,
        other => return Err(format!("no century {other}")),
    };
    state.stage = sheet.state;
    let to_come = u8::from(before_reveal(sheet.state));
    state.generation = sheet.generation.saturating_sub(to_come);
    state.card = sheet.card;
    state.coming = List::<Gen, 11>::of(&sheet.upcoming).reversed();
    state.past = match &sheet.past {
        Some(past) => List::of(past),
        None => sheet.card.into_iter().collect(),
    };
    state.acted = sheet.acted;
    let mut steps = Steps::NONE;
    sheet.steps.iter().for_each(|step| steps.add(*step));
    state.steps = steps;
    state.raiders = fleet(&sheet.raiders);
    state.raided = sheet.raided;
    state.pirates = sheet.pirates.iter().fold(0, |set, dir| set | dir.bit());
    state.neutral = sheet.neutral.iter().fold(0, |set, district| set | district.bit());
    state.craft = piles(&sheet.craft_piles)?;
    state.trading = piles(&sheet.trading_piles)?;
    state.scored = sheet.scored;
    state.last = sheet.last;
    Ok(())
}

/// What follows from the rest where it is not given: bank, tokens, decorations, spaces.
fn remainders(state: &mut State, sheet: &Sheet) {
    let mut bank = data().supply;
    let (mut owned, mut sunk) = (0, 0);
    for family in &state.families {
        bank.sub(&family.storage.plus(&Goods::silver(family.buried_silver)));
        owned |= family.decorations;
        sunk += family.sunk;
    }
    state.bank = bank;
    if let Some(given) = &sheet.bank {
        for (kind, count) in given {
            state.bank.0[kind.index()] = *count;
        }
    }
    let placed = state.pirates.count_ones() as u8;
    state.tokens =
        sheet.pirate_tokens.unwrap_or_else(|| 30u8.saturating_sub(placed).saturating_sub(sunk));
    let all = (1 << Deco::COUNT) - 1;
    state.for_sale = match &sheet.decorations {
        Some(given) => given.iter().fold(0, |set, deco| set | deco.bit()),
        None => all & !owned,
    };
    for kind in &sheet.sold {
        state.sold[kind.index()] = state.turn.0;
    }
    if let Some(by) = sheet.sold_by {
        state.sold[1..].copy_from_slice(&by);
    }
    state.assembly = if sheet.assembly_taken { state.turn.0 } else { 0 };
    state.assembly = sheet.assembly_by.unwrap_or(state.assembly);
}

fn family(own: &Own) -> Result<Family, String> {
    let mut family = Family { home: own.home, ..Family::default() };
    for (district, kind) in &own.settlements {
        let set = match kind.as_str() {
            "farmstead" => &mut family.farmsteads,
            "tower" => &mut family.towers,
            "church" => &mut family.churches,
            other => return Err(format!("no settlement {other:?}")),
        };
        *set |= district.bit();
    }
    let pack = |words: &[String]| -> Result<Vec<Card>, String> {
        words.iter().map(|word| card(word, own.home)).collect()
    };
    family.ships = fleet(&own.ships);
    for (kind, count) in &own.storage {
        family.storage.add(&Goods::some(*kind, *count));
    }
    family.buried_silver = own.buried_silver;
    family.buried = sorted(&pack(&own.buried)?);
    family.deck = Pack::of(&pack(&own.deck)?).reversed();
    family.hand = sorted(&pack(&own.hand)?);
    family.played = sorted(&pack(&own.played)?);
    family.discard = sorted(&pack(&own.discard)?);
    family.workers = own.workers;
    family.free = own.free.unwrap_or(own.workers);
    family.sunk = own.sunk;
    family.decorations = own.decorations.iter().fold(0, |set, deco| set | deco.bit());
    family.reputation = own.reputation;
    family.offered = own.offered;
    family.vp = own.vp;
    family.owes = own.owes;
    family.plan = (!own.plan.is_empty()).then(|| Arc::new(own.plan.clone()));
    family.plan_later = own.plan_later;
    Ok(family)
}

fn card(word: &str, home: Option<Setting>) -> Result<Card, String> {
    let own = Card::of_setting(home.unwrap_or_default());
    lexicon::card(word, own).map_err(|refusal| refusal.to_string())
}

fn fleet(dirs: &[Dir]) -> [u8; Dir::COUNT] {
    let mut fleet = [0; Dir::COUNT];
    dirs.iter().for_each(|dir| fleet[dir.index()] += 1);
    fleet
}

fn piles(piles: &[Vec<String>]) -> Result<Piles, String> {
    let mut all = Piles::default();
    for words in piles {
        let cards: Result<Vec<Card>, String> = words.iter().map(|word| card(word, None)).collect();
        all.0.push(Pile::of(&cards?).reversed());
    }
    Ok(all)
}

/// What is written as orders: sealed ones, instructions, answers given by force.
fn lines(state: &mut State, sheet: &Sheet, table: &Table) -> Result<(), String> {
    let order = |state: &State, seat: Seat, line: &str| {
        parse::parse(state, seat, line).map_err(|wrong| wrong[0].to_string())
    };
    for (colour, own) in &sheet.seats {
        let seat = seat_of(table, colour)?;
        for line in own.standing.values() {
            let Order::Standing(change) = order(state, seat, line)? else {
                return Err(format!("no instruction: {line:?}"));
            };
            let standing = state.of(seat).standing.with(&change);
            state.of_mut(seat).standing = standing;
        }
        if let Some(line) = &own.sealed {
            state.of_mut(seat).sealed = Some(match order(state, seat, line)? {
                Order::Rep(rep, param) => Sealed::Rep { rep, param },
                Order::Lose(goods) => Sealed::Lose { goods },
                Order::Keep(district) => Sealed::Keep { district },
                Order::End { grow, bury } => Sealed::End { grow, bury },
                _ => return Err(format!("not an order to be sealed: {line:?}")),
            });
        }
    }
    for (colour, line) in &sheet.forced {
        let seat = seat_of(table, colour)?;
        let answer = match order(state, seat, line)? {
            Order::Play(play) => Forced::Play(play),
            Order::Lose(goods) => Forced::Lose(goods),
            Order::Keep(district) => Forced::Keep(district),
            Order::Pirate(dir) => Forced::Pirate(dir),
            Order::Sink(dir) => Forced::Sink(dir),
            Order::Steal(from) => Forced::Steal(from),
            Order::RaidDone => Forced::RaidDone,
            Order::Trouble(None) => Forced::NoTrouble,
            Order::End { .. } => Forced::End,
            Order::No => Forced::No,
            _ => return Err(format!("not an answer: {line:?}")),
        };
        state.forced.push(Settled(seat, answer));
    }
    Ok(())
}
