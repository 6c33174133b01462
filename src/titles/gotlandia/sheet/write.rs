//! Writes the document, always all of it.

use serde_json::{Map, Value, json};

use super::super::orders::write::{colour, sealed_text, write as line};
use super::super::orders::{Lot, Order};
use super::super::state::standing::Name;
use super::super::state::{Family, Forced, Goal, Piles, Settled, Stage, State};
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Deco, Dir, District, Kind};
use crate::rules::Seat;

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

/// The generation that is meant while none has been revealed is the one to come.
pub fn before_reveal(stage: Stage) -> bool {
    matches!(stage, Stage::Reputation | Stage::Reveal)
}

pub fn write(state: &State) -> Value {
    let mut seats = Map::new();
    for seat in state.seats() {
        seats.insert(colour(seat).to_owned(), family(state, seat));
    }
    let sold = Kind::all().filter(|kind| state.sold[kind.index()] > 0);
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
            .map(|kind| json!(state.sold[kind.index()]))
            .collect::<Value>(),
        "assembly_taken": state.assembly > 0,
        "assembly_by": state.assembly,
        "forced": state.forced.iter().map(forced).collect::<Value>(),
        "scored": state.scored,
        "last": state.last,
        "seats": seats,
    })
}

fn forced(Settled(seat, answer): &Settled) -> Value {
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
        Forced::No => Order::No,
    };
    json!([colour(*seat), line(&order)])
}

fn family(state: &State, seat: Seat) -> Value {
    let family = state.of(seat);
    let mut value = json!({
        "home": family.home,
        "settlements": settlements(family),
        "ships": ships(&family.ships),
        "storage": write_goods(&family.storage),
        "buried_silver": family.buried_silver,
        "buried": cards(family.buried.iter().copied()),
        "deck": cards(family.deck.iter().rev().copied()),
        "hand": cards(family.hand.iter().copied()),
        "played": cards(family.played.iter().copied()),
        "discard": cards(family.discard.iter().copied()),
        "workers": family.workers,
        "free": family.free,
        "sunk": family.sunk,
        "decorations": decorations(family.decorations),
        "reputation": family.reputation,
        "offered": family.offered,
        "vp": family.vp,
        "owes": family.owes,
        "sealed": family.sealed.as_ref().map(sealed_text),
        "standing": standing(family),
        "plan_later": family.plan_later,
        "plan": family.plan.as_deref().cloned().unwrap_or_default(),
    });
    if state.seats == 1 {
        value["goals"] = goals(&state.goals);
    }
    value
}

fn settlements(family: &Family) -> Value {
    let mut all = Map::new();
    for (set, kind) in
        [(family.farmsteads, "farmstead"), (family.towers, "tower"), (family.churches, "church")]
    {
        for district in District::of(set) {
            all.insert(district.slug().to_owned(), json!(kind));
        }
    }
    Value::Object(all)
}

/// Each instruction as it would be ordered.
fn standing(family: &Family) -> Value {
    let mut all = Map::new();
    for (name, word) in Name::ALL {
        if let Some(line) = family.standing.line(name) {
            all.insert(word.to_owned(), json!(line));
        }
    }
    Value::Object(all)
}

fn goals(goals: &[Goal; 3]) -> Value {
    let ids = super::super::things::data::data().goals.iter().map(|(id, _)| id.clone());
    Value::Object(ids.zip(goals.iter().map(|goal| json!(goal))).collect())
}
