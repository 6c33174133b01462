//! The story: one fact told to one viewer, or kept from it (chapter 19, R23.7).

mod claim;
mod course;
mod deeds;
mod trade;

use super::facts::Fact;
use super::names::{Area, Good, Who};
use super::orders::words::{listed, some};
use super::orders::write;
use super::state::Lot;
use crate::rules::{Told, Viewer};

/// Tells a fact, if it is the viewer's to know.
pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    course::tell(fact, viewer)
        .or_else(|| deeds::tell(fact, viewer))
        .or_else(|| trade::tell(fact, viewer))
        .or_else(|| claim::tell(fact, viewer))
}

/// Whether a fact brings something hidden to light, for anybody.
pub fn reveals(fact: &Fact) -> bool {
    match fact {
        Fact::Shuffled(..)
        | Fact::Shown(..)
        | Fact::RunesShuffled(_)
        | Fact::DrewRunes(..)
        | Fact::Began(..)
        | Fact::NoGold(..)
        | Fact::Sent(..)
        | Fact::Declined(..)
        | Fact::Accepted(..)
        | Fact::Income(_)
        | Fact::Claimants(_)
        | Fact::Claimed(_)
        | Fact::Scored(..)
        | Fact::Taken(..)
        | Fact::Stopped(..)
        | Fact::Obeyed(_) => true,
        // That the host could give so much gold was not known before.
        Fact::Visited(_, _, _, got) => got[Good::GOLD] > 0,
        _ => false,
    }
}

/// A line about a seat.
fn of(who: Who, text: String) -> Option<Told> {
    Some(Told { text, seat: Some(who.seat), ..Told::default() })
}

/// The same with its short form: the order, and what came of it in brackets (R23.7).
fn coded(who: Who, text: String, order: &str, result: &str) -> Option<Told> {
    let mut code = format!("{}: {order}", who.name());
    if !result.is_empty() {
        code.push_str(&format!(" [{result}]"));
    }
    Some(Told { text, code: Some(code), seat: Some(who.seat), chapter: false })
}

/// A line about nobody.
fn plain(text: impl Into<String>) -> Option<Told> {
    Some(Told { text: text.into(), ..Told::default() })
}

/// A line for the seat's own eyes.
fn own(who: Who, viewer: Viewer, text: impl Into<String>) -> Option<Told> {
    if viewer.is(who.seat) { of(who, text.into()) } else { None }
}

/// "3 hide and 5 meat".
fn lot(side: &Lot) -> String {
    super::orders::words::lot(side)
}

/// Goods by kind: "2 timber and 1 stone"; empty for none.
fn goods(goods: &[u8; Good::COUNT]) -> Vec<String> {
    let some = goods.iter().enumerate().filter(|(_, count)| **count > 0);
    some.map(|(at, count)| format!("{count} {}", write::item(at))).collect()
}

/// Names of areas in a row.
fn names(areas: &[Area]) -> String {
    listed(&areas.iter().map(|area| area.name()).collect::<Vec<_>>())
}
