//! The story: one fact told to one viewer, or kept from it (chapter 19, R23.7).

mod claim;
mod course;
mod deeds;
mod trade;

use super::super::state::facts::Fact;
use super::super::things::areas::Area;
use super::super::things::goods::{Lot, item};
use super::super::things::kinds::Good;
use super::super::things::voice::Voice;
use super::super::things::who::Who;
use super::super::things::words::listed;
use super::words;
use ravenpost_rules::{Narration, Viewer};

/// A fact in words, for whoever may hear of it.
pub fn sentence(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    match fact {
        Fact::Opened(opened) => course::setup(opened),
        Fact::Home(who, colour) => course::home(*who, *colour, viewer),
        Fact::Shown(pile, tile) => course::shown(*pile, *tile),
        Fact::DrewRunes(who, runes) => course::drew(*who, runes, viewer),
        Fact::Round(round, who) => course::round(*round, *who, viewer),
        Fact::TimeUp => plain("The time is up: this round is the last"),
        Fact::Scored(who, bonus) => course::scored(*who, bonus, viewer),
        Fact::Over => plain("The game is over"),
        Fact::Planned(who, cards) => course::planned(*who, *cards, viewer),
        Fact::Began(who, cards) => course::began(*who, *cards, viewer),
        Fact::Paid(who, payment) => course::paid(*who, *payment, viewer),
        Fact::Swapped(who, one, other, gained) => {
            course::swapped(*who, [*one, *other, *gained], viewer)
        }
        Fact::LaidDown(who, unit) => course::laid_down(*who, *unit, viewer),
        Fact::Ended(who) => of(*who, format!("{} is over", Voice::of(*who, viewer).has("turn"))),
        Fact::Moved(moved) => deeds::went(moved, viewer),
        Fact::Boarded(boarded) => deeds::aboard(boarded, viewer),
        Fact::Sailed(sailed) => deeds::sails(sailed, viewer),
        Fact::Landed(who, area, units) => deeds::landed(*who, *area, units, viewer),
        Fact::Attacked(who, area, aim) => deeds::attacks(*who, *area, *aim, viewer),
        Fact::Retired(who, area) => deeds::retires(*who, *area, viewer),
        Fact::Beaten { who, by, paid, lost } => deeds::beaten(*who, *by, *paid, *lost, viewer),
        Fact::AxesBroken { who, area, paid } => deeds::breaks(*who, *area, *paid, viewer),
        Fact::Took(took) => deeds::takes(took, viewer),
        Fact::Withdrew(who, area) => deeds::withdraws(*who, *area, viewer),
        Fact::Shifted(who, from, to, count) => deeds::shifts(*who, *from, *to, *count, viewer),
        Fact::Posted(who, area, count) => deeds::posts(*who, *area, *count, viewer),
        Fact::Lifted(who, area, count) => deeds::lifts(*who, *area, *count, viewer),
        Fact::Converted(who, area) => deeds::converts(*who, *area, viewer),
        Fact::Cast { who, rune, area, first } => deeds::casts(*who, *rune, *area, *first, viewer),
        Fact::Cleansed(who, area, rune) => deeds::cleanses(*who, *area, *rune, viewer),
        Fact::BoughtRunes(who, gold, runes) => trade::runes(*who, *gold, *runes, viewer),
        Fact::Bought(who, area, good) => trade::buys(*who, *area, *good, viewer),
        Fact::Traded(who, give, get) => trade::trades(*who, (give, get), viewer),
        Fact::Tanned(who, hides) => trade::tans(*who, *hides, viewer),
        Fact::Refilled { who, building, disks, rose } => {
            trade::refills(*who, *building, *disks, *rose, viewer)
        }
        Fact::Visited(who, host, give, get) => trade::visits(*who, *host, (give, get), viewer),
        Fact::NoGold(who, host) => trade::no_gold(*who, *host, viewer),
        Fact::Offering { who, want, item, count } => trade::names(*who, *want, *item, *count),
        Fact::Sent(who, host) => trade::sends(*who, *host, viewer),
        Fact::Declined(who, host) => trade::declined(*who, *host, viewer),
        Fact::Accepted(who, host, give, get) => trade::accepted(*who, *host, (give, get), viewer),
        Fact::Built { who, tile, old } => trade::builds(*who, *tile, *old, viewer),
        Fact::BuiltNothing(who) => of(*who, Voice::of(*who, viewer).does("build nothing")),
        Fact::Income(income) => claim::comes_in(income, viewer),
        Fact::Claiming(who, claim) => claim::noted(*who, claim),
        Fact::Claimed(claimed) => claim::sheet(claimed, viewer),
        Fact::Instructed(who, known) => of(*who, course::instruction(*known)),
        Fact::Left(who, advance) => of(*who, words::advance(advance)),
        Fact::Taken(who, order) => of(*who, format!("Your script: {order}")),
        Fact::Stopped(who, order, why) => course::stopped(*who, order, why),
        Fact::Obeyed(who) => of(*who, "Your standing instruction answers".into()),
        Fact::Answered(who, by, order) => of(*who, format!("Your \"{by}\" answers: {order}")),
        Fact::Yielded(who) => {
            let text = Voice::of(*who, viewer).does("yield");
            of(*who, format!("{text}: default orders answer until the next own turn"))
        }
        // What is shuffled, and the steps in between, say nothing to anybody.
        Fact::Shuffled(..) | Fact::RunesShuffled(_) | Fact::Resealed(..) => None,
        Fact::Now(..) | Fact::Ordered(..) => None,
        Fact::Session(..) | Fact::Claimants(_) | Fact::RoundOver => None,
    }
}

/// A line about a seat.
fn of(who: Who, text: String) -> Option<Narration> {
    Some(Narration { text, seat: Some(who.seat), ..Narration::default() })
}

/// The same with its short form: the order, and what came of it in brackets (R23.7).
fn coded(who: Who, text: String, order: &str, result: &str) -> Option<Narration> {
    let mut code = format!("{}: {order}", who.name());
    if !result.is_empty() {
        code.push_str(&format!(" [{result}]"));
    }
    Some(Narration { text, code: Some(code), seat: Some(who.seat), ..Narration::default() })
}

/// A line about nobody.
fn plain(text: impl Into<String>) -> Option<Narration> {
    Some(Narration { text: text.into(), ..Narration::default() })
}

/// A line for the seat's own eyes.
fn own(who: Who, viewer: Viewer, text: impl Into<String>) -> Option<Narration> {
    if viewer.is(who.seat) { of(who, text.into()) } else { None }
}

/// "3 hide and 5 meat".
fn lot(side: &Lot) -> String {
    super::words::lot(side)
}

/// Goods by kind: "2 timber and 1 stone"; empty for none.
fn goods(goods: &[u8; Good::COUNT]) -> Vec<String> {
    let some = goods.iter().enumerate().filter(|(_, count)| **count > 0);
    some.map(|(at, count)| format!("{count} {}", item(at))).collect()
}

/// Names of areas in a row.
fn names(areas: &[Area]) -> String {
    listed(&areas.iter().map(|area| area.name()).collect::<Vec<_>>())
}
