//! Writes the complete document.

use serde_json::{Map, Value, json};

use super::super::orders::Order;
use super::super::orders::write::{sealed_text, write as line};
use super::super::state::house::House;
use super::super::state::plays::Lot;
use super::super::state::plays::{Forced, ForcedAnswer};
use super::super::state::standing::Name;
use super::super::state::{Goal, Piles, Stage, State};
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Deco, District};
use super::super::things::kinds::{Dir, Kind};
use super::super::things::seats::colour;
use ravenpost_rules::Seat;

pub fn write_goods(goods: &Goods) -> Value {
    let kinds = Kind::all().map(|kind| (kind.slug().to_owned(), json!(goods.of(kind))));
    Value::Object(kinds.collect())
}

fn cards(cards: impl Iterator<Item = Card>) -> Value {
    cards.map(|card| json!(card.word())).collect()
}

fn dirs(set: u32) -> Value {
    Dir::all().filter(|dir| set & dir.bit() != 0).map(|dir| json!(dir)).collect()
}

fn districts(set: u32) -> Value {
    District::of(set).map(|district| json!(district)).collect()
}

fn decorations(set: u32) -> Value {
    Deco::all().filter(|deco| set & deco.bit() != 0).map(|deco| json!(deco)).collect()
}

fn piles(piles: &Piles) -> Value {
    piles.0.iter().map(|pile| cards(pile.iter().rev().copied())).collect()
}

fn ships(fleet: &[u8; Dir::COUNT]) -> Value {
    let all =
        Dir::all().flat_map(|dir| std::iter::repeat_n(json!(dir), usize::from(fleet[dir.index()])));
    all.collect()
}

/// Returns whether the stage precedes the reveal; the document then refers to the next generation.
pub fn before_reveal(stage: Stage) -> bool {
    matches!(stage, Stage::Reputation | Stage::Reveal)
}

pub fn write(state: &State) -> Value {
    let mut seats = Map::new();
    for seat in state.seats() {
        seats.insert(colour(seat).to_owned(), house(state, seat));
    }
    let sold = Kind::all().filter(|kind| state.sold[kind.index()].is_some());
    json!({
        "century": 1100 + 100 * u16::from(state.century),
        "generation": state.generation + u8::from(before_reveal(state.stage)),
        "card": state.card,
        "upcoming": state.coming.iter().rev().map(|card| json!(card)).collect::<Value>(),
        "past": state.past,
        "state": state.stage,
        "token": colour(state.token),
        "turn": colour(state.turn),
        "acted": state.acted,
        "playing": state.playing.map(Card::word),
        "steps": state.steps,
        "raiders": ships(&state.raiders),
        "raided": state.raided,
        "bank": write_goods(&state.bank),
        "pirates": dirs(state.pirates),
        "pirate_tokens": state.tokens,
        "neutral": districts(state.neutral),
        "craft_piles": piles(&state.craft),
        "trading_piles": piles(&state.trading),
        "decorations": decorations(state.for_sale),
        "sold": sold.map(|kind| json!(kind)).collect::<Value>(),
        "sold_by": Kind::resources()
            .map(|kind| json!(state.sold[kind.index()].map_or(0, |seat| seat.0)))
            .collect::<Value>(),
        "assembly_taken": state.assembly.is_some(),
        "assembly_by": state.assembly.map_or(0, |seat| seat.0),
        "forced": state.forced.iter().map(forced).collect::<Value>(),
        "scored": state.scored,
        "last": state.last,
        "seats": seats,
    })
}

fn forced(ForcedAnswer(seat, answer): &ForcedAnswer) -> Value {
    let order = match answer {
        Forced::Play(play) => Order::Play(*play),
        Forced::Lose(goods) => Order::Lose(*goods),
        Forced::Keep(district) => Order::Keep(*district),
        Forced::Pirate(dir) => Order::Pirate(*dir),
        Forced::Sink(dir) => Order::Sink(*dir),
        Forced::Steal(from) => Order::Steal(*from),
        Forced::RaidDone => Order::RaidDone,
        Forced::NoTrouble => Order::Trouble(None),
        Forced::End => Order::End { grow: false, bury: Lot::default() },
        Forced::NoFollowUp => Order::No,
    };
    json!([colour(*seat), line(&order)])
}

fn house(state: &State, seat: Seat) -> Value {
    let house = state.of(seat);
    let mut value = json!({
        "home": house.home,
        "settlements": settlements(house),
        "ships": ships(&house.ships),
        "storage": write_goods(&house.storage),
        "buried_silver": house.buried_silver,
        "buried": cards(house.buried.iter().copied()),
        "deck": cards(house.deck.iter().rev().copied()),
        "hand": cards(house.hand.iter().copied()),
        "played": cards(house.played.iter().copied()),
        "discard": cards(house.discard.iter().copied()),
        "workers": house.workers,
        "free": house.free,
        "sunk": house.sunk,
        "decorations": decorations(house.decorations),
        "reputation": house.reputation,
        "offered": house.offered,
        "vp": house.vp,
        "owes": house.owes,
        "sealed": house.sealed.as_ref().map(sealed_text),
        "standing": standing(house),
        "plan_later": house.plan_later,
        "plan": house.plan.as_deref().cloned().unwrap_or_default(),
    });
    if state.seats == 1 {
        value["goals"] = goals(&state.goals);
    }
    value
}

fn settlements(house: &House) -> Value {
    let mut all = Map::new();
    for (set, kind) in
        [(house.farmsteads, "farmstead"), (house.towers, "tower"), (house.churches, "church")]
    {
        for district in District::of(set) {
            all.insert(district.slug().to_owned(), json!(kind));
        }
    }
    Value::Object(all)
}

/// Returns each instruction as an order.
fn standing(house: &House) -> Value {
    let mut all = Map::new();
    for (name, word) in Name::ALL {
        if let Some(line) = house.standing.line(name) {
            all.insert(word.to_owned(), json!(line));
        }
    }
    Value::Object(all)
}

fn goals(goals: &[Goal; 3]) -> Value {
    let ids = super::super::things::data::data().goals.iter().map(|(id, _)| id.clone());
    Value::Object(ids.zip(goals.iter().map(|goal| json!(goal))).collect())
}
