//! Writes the canonical form of orders (R25), with all parts spelt out.

use std::fmt::Write;

use super::super::state::plays::{Lot, Param, Play, SealedOrder, Use};
use super::super::things::goods::Goods;
use super::super::things::seats::colour;
use super::{Order, ShipOrder};

pub fn write(order: &Order) -> String {
    match order {
        Order::Rep(rep, param) => {
            let word = rep.slug();
            match param {
                Param::None => format!("rep {word}"),
                Param::District(district) => format!("rep {word} {}", district.slug()),
                Param::Card(card) => format!("rep {word} {}", card.word()),
            }
        }
        Order::Lose(goods) => format!("lose {goods}"),
        Order::Keep(district) => format!("keep {}", district.slug()),
        Order::Trouble(None) => "trouble none".to_owned(),
        Order::Trouble(Some(dir)) => format!("trouble {}", dir.slug()),
        Order::Play(play) => write_play(play),
        Order::Rest => "rest".to_owned(),
        Order::Pass => "pass".to_owned(),
        Order::Ship(ship) => format!("raid {}", write_ship(ship)),
        Order::AllSilver => "raid all:silver".to_owned(),
        Order::RaidDone => "raid done".to_owned(),
        Order::Pirate(dir) => format!("pirate {}", dir.slug()),
        Order::Sink(dir) => format!("sink {}", dir.slug()),
        Order::Steal(seat) => format!("steal {}", colour(*seat)),
        Order::Partner(card) => format!("partner {}", card.word()),
        Order::Learn(card) => format!("learn {}", card.word()),
        Order::Unbury(lot) => format!("unbury {}", write_lot(lot)),
        Order::Church(district, pay) => format!("church {} pay {pay}", district.slug()),
        Order::Decorate(deco) => format!("decorate {}", deco.slug()),
        Order::No => "no".to_owned(),
        Order::End { grow, bury } => {
            let mut line = "end".to_owned();
            if *grow {
                line.push_str(" grow");
            }
            if bury.size() > 0 {
                line.push_str(" bury ");
                line.push_str(&write_lot(bury));
            }
            line
        }
        Order::Standing(change) => change.to_string(),
        Order::Plan(line) => format!("plan {line}"),
        Order::PlanClear => "plan clear".to_owned(),
    }
}

fn write_play(play: &Play) -> String {
    let mut line = String::with_capacity(64);
    line.push_str("play");
    add(&mut line, &[play.card.word()]);
    match play.action {
        Use::Settle(district, pay) => paid(&mut line, &["settle", district.slug()], &pay),
        Use::Produce => add(&mut line, &["produce"]),
        Use::Take(None) => add(&mut line, &["take"]),
        Use::Take(Some(kind)) => add(&mut line, &["take", kind.slug()]),
        Use::Tower(district, pay) => paid(&mut line, &["tower", district.slug()], &pay),
        Use::Church(district, pay) => paid(&mut line, &["church", district.slug()], &pay),
        Use::Decorate(deco) => add(&mut line, &["decorate", deco.slug()]),
        Use::Ship(dir, pay) => paid(&mut line, &["ship", dir.slug()], &pay),
        Use::Raid => add(&mut line, &["raid"]),
        Use::Sell(count, kind) => {
            add(&mut line, &["sell "]);
            number(&mut line, count);
            add(&mut line, &[kind.slug()]);
        }
        Use::Assembly => add(&mut line, &["assembly"]),
        Use::Draw(count) => {
            add(&mut line, &["draw "]);
            number(&mut line, count);
        }
        Use::Sink => add(&mut line, &["sink"]),
    }
    if play.no_draw {
        add(&mut line, &["nodraw"]);
    }
    line
}

fn add(line: &mut String, words: &[&str]) {
    for word in words {
        line.push(' ');
        line.push_str(word);
    }
}

fn number(line: &mut String, number: u8) {
    if number >= 10 {
        let _ = write!(line, "{number}");
    } else {
        line.push(char::from(b'0' + number));
    }
}

fn paid(line: &mut String, words: &[&str], pay: &Goods) {
    add(line, words);
    let mut lead = " pay ";
    for (kind, count) in pay.kinds() {
        line.push_str(lead);
        if count > 1 {
            number(line, count);
        }
        line.push_str(kind.word());
        lead = "+";
    }
}

/// Writes the action of a ship: `e>se:sink`, `e:silver>ne`.
pub fn write_ship(ship: &ShipOrder) -> String {
    let mut text = ship.from.slug().to_owned();
    let mut add = |parts: [&str; 2]| parts.iter().for_each(|part| text.push_str(part));
    if ship.at != ship.from {
        add([">", ship.at.slug()]);
    }
    add([":", if ship.sink { "sink" } else { "silver" }]);
    if ship.to != ship.at {
        add([">", ship.to.slug()]);
    }
    text
}

/// Writes Silver first, then cards by slug.
pub fn write_lot(lot: &Lot) -> String {
    let mut text = Goods::silver(lot.silver).to_string();
    let mut words: Vec<&str> = lot.cards.iter().map(|card| card.word()).collect();
    words.sort_unstable();
    for same in words.chunk_by(|one, other| one == other) {
        push_counted(&mut text, same.len(), same[0]);
    }
    text
}

/// Adds a part to a bundle: `+2forest`.
pub fn push_counted(bundle: &mut String, count: usize, word: &str) {
    if !bundle.is_empty() {
        bundle.push('+');
    }
    if count > 1 {
        let _ = write!(bundle, "{count}");
    }
    bundle.push_str(word);
}

/// Writes a sealed order in notation, for the seat that gave it.
pub fn sealed_text(sealed: &SealedOrder) -> String {
    write(&match sealed {
        SealedOrder::Reputation { reputation, choice } => Order::Rep(*reputation, *choice),
        SealedOrder::Lose { goods } => Order::Lose(*goods),
        SealedOrder::Keep { district } => Order::Keep(*district),
        SealedOrder::End { grow, bury } => Order::End { grow: *grow, bury: *bury },
    })
}
