//! Describes orders, for buttons and confirmations.

use super::super::orders::{Order, ShipOrder};
use super::super::play::turns::follow;
use super::super::reckon::{board, growth, income};
use super::super::state::State;
use super::super::state::plays::{Lot, Param, Play, SealedOrder, Use};
use super::super::state::standing::{Bury, Grow, InstructionChange, Name};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, District};
use super::super::things::kinds::{Dir, Kind};
use super::super::things::seats::name;
use ravenpost_rules::{Seat, text::phrase};

pub fn words(state: &State, seat: Seat, order: &Order) -> String {
    match order {
        Order::Rep(rep, param) => {
            let how = match param {
                Param::None => String::new(),
                Param::District(district) => format!(", with {}", district.name()),
                Param::Card(card) => format!(", with {}", card.name()),
            };
            format!("Keep {} ({}){how}: {}", rep.name(), rep.number(), rep.text())
        }
        Order::Lose(goods) => format!("Give up {}", goods.words()),
        Order::Keep(district) => format!("Keep the farmstead in {}", district.name()),
        Order::Trouble(None) => "Place no pirate".to_owned(),
        Order::Trouble(Some(dir)) | Order::Pirate(dir) => {
            format!("Place a pirate in the {}", dir.name())
        }
        Order::Play(play) => play_words(state, seat, play),
        Order::Rest => "Set one worker aside".to_owned(),
        Order::Pass => "Set all your workers aside".to_owned(),
        Order::Ship(ship) => ship_words(ship),
        Order::AllSilver => "All remaining ships take 2 Silver each".to_owned(),
        Order::RaidDone => "End the raid".to_owned(),
        Order::Sink(dir) => format!("Sink the pirate in the {}", dir.name()),
        Order::Steal(from) => format!("Steal 1 Silver from {}", name(*from)),
        Order::Partner(card) => format!("Buy the trading partner {}", card.name()),
        Order::Learn(card) => format!("Learn {}", card.name()),
        Order::Unbury(lot) => format!("Unbury {}", lot_words(lot)),
        Order::Church(district, pay) => church_words(*district, pay),
        Order::Decorate(deco) => format!("Buy {} for {} Silver", deco.name(), deco.cost()),
        Order::No => "Skip the follow-up".to_owned(),
        Order::End { grow, bury } => end_words(state, seat, *grow, bury),
        Order::Standing(change) => format!("Standing order: {}", instruction(change)),
        Order::Plan(line) => format!("Plan: {line}"),
        Order::PlanClear => "Delete the plan".to_owned(),
    }
}

/// Describes a sealed order, for the seat that gave it: "bury nothing".
pub fn sealed(order: &SealedOrder) -> String {
    match order {
        SealedOrder::Reputation { reputation, choice } => {
            let with = match choice {
                Param::None => String::new(),
                Param::District(district) => format!(", with {}", district.name()),
                Param::Card(card) => format!(", with {}", card.name()),
            };
            format!("keep {}{with}", reputation.name())
        }
        SealedOrder::Lose { goods } => format!("give up {}", goods.words()),
        SealedOrder::Keep { district } => format!("keep the farmstead in {}", district.name()),
        SealedOrder::End { grow, bury } => {
            let grow = if *grow { "gain a worker and " } else { "" };
            format!("end the generation, {grow}bury {}", lot_words(bury))
        }
    }
}

/// Describes a standing instruction: "bury nothing".
pub fn instruction(change: &InstructionChange) -> String {
    match change {
        InstructionChange::Losses(order) => {
            let kinds: Vec<&str> = order.iter().map(|kind| kind.name()).collect();
            format!("give up {}", kinds.join(", then "))
        }
        InstructionChange::Grow(Grow::Never) => "never pay Grain to grow".to_owned(),
        InstructionChange::Grow(Grow::Always) => "always pay Grain to grow".to_owned(),
        InstructionChange::Grow(Grow::UpTo(most)) => format!("pay up to {most} Grain to grow"),
        InstructionChange::Bury(Bury::None) => "bury nothing".to_owned(),
        InstructionChange::Bury(Bury::Silver) => "bury as much Silver as possible".to_owned(),
        InstructionChange::Trouble(dirs) if dirs.is_empty() => "place no pirate".to_owned(),
        InstructionChange::Trouble(dirs) => {
            let dirs: Vec<&str> = dirs.iter().map(|dir: &Dir| dir.name()).collect();
            format!("place a pirate in the {}", dirs.join(", else in the "))
        }
        InstructionChange::Off(name) => format!("ask me about {}", subject(*name)),
    }
}

/// What a standing instruction is about.
pub fn subject(name: Name) -> &'static str {
    match name {
        Name::Losses => "what to give up",
        Name::Grow => "growth",
        Name::Bury => "burying",
        Name::Trouble => "the pirate of the Troublemakers",
    }
}

/// Describes an order without its payment. Empty if there is none.
pub fn unpaid(order: &Order) -> String {
    let (text, no_draw) = match order {
        Order::Play(play) => match play.action {
            Use::Settle(at, pay) if !pay.is_none() => {
                (format!("Settle {}", at.name()), play.no_draw)
            }
            Use::Tower(at, pay) if !pay.is_none() => {
                (format!("Build a tower in {}", at.name()), play.no_draw)
            }
            Use::Church(at, pay) if !pay.is_none() => {
                (format!("Build a church in {}", at.name()), play.no_draw)
            }
            Use::Ship(dir, pay) if !pay.is_none() => {
                (format!("Build a ship in the {}", dir.name()), play.no_draw)
            }
            _ => return String::new(),
        },
        Order::Church(at, pay) if !pay.is_none() => {
            (format!("Build a church in {}", at.name()), false)
        }
        _ => return String::new(),
    };
    if no_draw { format!("{text}, without drawing") } else { text }
}

fn play_words(state: &State, seat: Seat, play: &Play) -> String {
    let mut text = match play.action {
        Use::Settle(district, pay) => settle_words(state, seat, district, &pay),
        Use::Produce => {
            let alt = super::super::reckon::cards::alternative(play.card, &play.action);
            let goods = alt.map(|alt| income::produce(state, seat, alt)).unwrap_or_default();
            format!("Produce {}", goods.words())
        }
        Use::Take(word) => format!("Take {}", taken(state, seat, play, word).words()),
        Use::Tower(district, pay) if pay.is_none() => {
            format!("Place a tower in {}", district.name())
        }
        Use::Tower(district, pay) => {
            format!("Build a tower in {} for {}", district.name(), pay.words())
        }
        Use::Church(district, pay) => church_words(district, &pay),
        Use::Decorate(deco) => format!("Buy {} for {} Silver", deco.name(), deco.cost()),
        Use::Ship(dir, pay) if pay.is_none() => format!("Place a ship in the {}", dir.name()),
        Use::Ship(dir, pay) => format!("Build a ship in the {} for {}", dir.name(), pay.words()),
        Use::Raid => "Raid".to_owned(),
        Use::Sell(count, kind) => {
            let silver = u16::from(count) * u16::from(income::price(state, seat, kind));
            format!("Sell {count} {} for {silver} Silver", kind.name())
        }
        Use::Assembly => "Call the assembly".to_owned(),
        Use::Draw(0) => "Draw no cards".to_owned(),
        Use::Draw(count) => format!("Draw {}", phrase::count(count.into(), "card")),
        Use::Sink => "Sink a pirate".to_owned(),
    };
    if play.no_draw {
        text.push_str(", without drawing");
    }
    text
}

/// Describes what an order costs. Empty if it is free, or if its description says it.
pub fn price(state: &State, seat: Seat, order: &Order) -> String {
    match order {
        Order::Play(Play { action: Use::Settle(district, pay), .. }) if !pay.is_none() => {
            settle_price(state, seat, *district, pay)
        }
        Order::Play(Play { action: Use::Tower(_, pay), .. })
        | Order::Play(Play { action: Use::Church(_, pay), .. })
        | Order::Play(Play { action: Use::Ship(_, pay), .. })
        | Order::Church(_, pay)
            if !pay.is_none() =>
        {
            pay.words()
        }
        Order::Partner(_) => format!("{} Silver", follow::partner_price(state, seat)),
        Order::Learn(_) => format!("{} Silver", data().costs.learn),
        _ => String::new(),
    }
}

fn settle_words(state: &State, seat: Seat, district: District, pay: &Goods) -> String {
    format!("Settle {} for {}", district.name(), settle_price(state, seat, district, pay))
}

fn settle_price(state: &State, seat: Seat, district: District, pay: &Goods) -> String {
    let (toll, neutral) = board::toll(state, seat, district);
    let mut text = pay.words();
    if !toll.is_empty() {
        let names: Vec<&str> = toll.iter().map(|other| name(*other)).collect();
        text.push_str(&format!(", and 1 Silver to {}", phrase::and(&names)));
    }
    if neutral > 0 {
        text.push_str(", and 1 Silver for the neutral farmstead");
    }
    text
}

fn taken(state: &State, seat: Seat, play: &Play, word: Option<Kind>) -> Goods {
    match (play.card, word) {
        (Card::GOTLAND, Some(kind)) => Goods::one(kind).at_most(&state.bank),
        _ => super::super::reckon::cards::alternative(play.card, &play.action)
            .map(|alt| income::takes(state, seat, play.card, alt).at_most(&state.bank))
            .unwrap_or_default(),
    }
}

fn church_words(district: District, pay: &Goods) -> String {
    format!("Build a church in {} for {}", district.name(), pay.words())
}

fn ship_words(ship: &ShipOrder) -> String {
    let act = if ship.sink { "sinks the pirate" } else { "takes 2 Silver" };
    let from = ship.from.name();
    if ship.at != ship.from {
        format!("The ship in the {from} moves to the {} and {act}", ship.at.name())
    } else if ship.to != ship.at {
        format!("The ship in the {from} {act} and moves to the {}", ship.to.name())
    } else {
        format!("The ship in the {from} {act}")
    }
}

/// Describes a lot: "2 Silver and Forest".
pub fn lot_words(lot: &Lot) -> String {
    let mut parts = Vec::new();
    if lot.silver > 0 {
        parts.push(format!("{} Silver", lot.silver));
    }
    parts.extend(lot.cards.iter().map(|card| card.name().to_owned()));
    if parts.is_empty() { "nothing".to_owned() } else { phrase::and(&parts) }
}

fn end_words(state: &State, seat: Seat, grow: bool, bury: &Lot) -> String {
    let bury = format!("bury {}", lot_words(bury));
    match (growth::payable(state, seat), grow) {
        (Some(grain), true) => format!("Pay {grain} Grain and gain a worker; {bury}"),
        (Some(_), false) => format!("Do not gain a worker; {bury}"),
        (None, _) => phrase::capital(&bury),
    }
}
