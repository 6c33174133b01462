//! The story: narrates one fact to one viewer, or hides it (R19, R23.7).

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

/// Describes a fact for those who may see it.
pub fn sentence(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    match fact {
        Fact::Opened(opened) => course::setup(opened),
        Fact::ColourAssigned(who, colour) => course::home(*who, *colour, viewer),
        Fact::TileTurnedUp(pile, tile) => course::shown(*pile, *tile),
        Fact::RunesDrawn(who, runes) => course::drew(*who, runes, viewer),
        Fact::RoundStarted(round, who) => course::round(*round, *who, viewer),
        Fact::TimeUp => plain("The time is up: this round is the last"),
        Fact::FinalGlory(glory) => course::scored(glory, viewer),
        Fact::GameEnded => plain("The game is over"),
        Fact::Planned(who, cards) => course::planned(*who, *cards, viewer),
        Fact::TurnStarted(who, cards) => course::began(*who, *cards, viewer),
        Fact::Paid(who, payment) => course::paid(*who, *payment, viewer),
        Fact::CardsSwapped(who, cards, gained) => course::swapped(*who, *cards, *gained, viewer),
        Fact::CardLaidDown(who, unit) => course::laid_down(*who, *unit, viewer),
        Fact::TurnEnded(who) => {
            of(*who, format!("{} is over", Voice::of(*who, viewer).has("turn")))
        }
        Fact::Moved(moved) => deeds::went(moved, viewer),
        Fact::Boarded(boarded) => deeds::aboard(boarded, viewer),
        Fact::Sailed(sailed) => deeds::sails(sailed, viewer),
        Fact::Landed(who, area, units) => deeds::landed(*who, *area, units, viewer),
        Fact::Attacked(who, area, aim) => deeds::attacks(*who, *area, *aim, viewer),
        Fact::GodiRetreated(who, area) => deeds::retires(*who, *area, viewer),
        Fact::BerserkurDefeated(defeat) => deeds::beaten(defeat, viewer),
        Fact::AxeTokensRemoved { who, area, paid } => deeds::breaks(*who, *area, *paid, viewer),
        Fact::AreaTaken(took) => deeds::takes(took, viewer),
        Fact::BerserkurRetreated(who, area) => deeds::withdraws(*who, *area, viewer),
        Fact::DisksShifted(shifted) => deeds::shifts(shifted, viewer),
        Fact::DisksPosted(who, area, count) => deeds::posts(*who, *area, *count, viewer),
        Fact::DisksLifted(who, area, count) => deeds::lifts(*who, *area, *count, viewer),
        Fact::Converted(who, area) => deeds::converts(*who, *area, viewer),
        Fact::RuneCast { who, rune, area, first } => {
            deeds::casts(*who, *rune, *area, *first, viewer)
        }
        Fact::Cleansed(who, area, rune) => deeds::cleanses(*who, *area, *rune, viewer),
        Fact::RunesBought { who, gold, runes } => trade::runes(*who, *gold, *runes, viewer),
        Fact::LandBought(who, area, good) => trade::buys(*who, *area, *good, viewer),
        Fact::Traded(who, give, get) => trade::trades(*who, give, get, viewer),
        Fact::HidesSold(who, hides) => trade::tans(*who, *hides, viewer),
        Fact::Refilled(refilled) => trade::refills(refilled, viewer),
        Fact::ForcedTrade(deal) => trade::visits(deal, viewer),
        Fact::NoGold { who, host } => trade::no_gold(*who, *host, viewer),
        Fact::OfferItemSet(item) => trade::names(item),
        Fact::OfferSent { who, host } => trade::sends(*who, *host, viewer),
        Fact::OfferDeclined { who, host } => trade::declined(*who, *host, viewer),
        Fact::OfferAccepted(deal) => trade::accepted(deal, viewer),
        Fact::Built { who, tile, replaced } => trade::builds(*who, *tile, *replaced, viewer),
        Fact::BuiltNothing(who) => of(*who, Voice::of(*who, viewer).does("build nothing")),
        Fact::Income(income) => claim::comes_in(income, viewer),
        Fact::ClaimDrafted(who, claim) => claim::noted(*who, claim),
        Fact::Claimed(claimed) => claim::sheet(claimed, viewer),
        Fact::InstructionSet(who, known) => of(*who, course::instruction(*known)),
        Fact::PreOrderSet(who, advance) => of(*who, words::advance(advance)),
        Fact::PreOrderUsed(who, order) => of(*who, format!("Your script: {order}")),
        Fact::PreOrderStopped { who, order, reason } => course::stopped(*who, order, reason),
        Fact::AutoAnswered { who, by, order } => course::answered(*who, by, order),
        Fact::Yielded(who) => {
            let text = Voice::of(*who, viewer).does("yield");
            of(*who, format!("{text}: default orders answer until the next own turn"))
        }
        // Shuffles and intermediate steps are not narrated.
        Fact::TilesShuffled(..) | Fact::RunesShuffled(_) | Fact::HiddenRedrawn { .. } => None,
        Fact::StepStarted(..) | Fact::OrderGiven(..) => None,
        Fact::SessionChanged(..) | Fact::Claimants(_) | Fact::RoundEnded => None,
    }
}

/// A line about a seat.
fn of(who: Who, text: String) -> Option<Narration> {
    Some(Narration { text, seat: Some(who.seat), ..Narration::default() })
}

/// A line with its short form: the order, and its result in brackets (R23.7).
fn coded(who: Who, text: String, order: &str, result: &str) -> Option<Narration> {
    let mut code = format!("{}: {order}", who.name());
    if !result.is_empty() {
        code.push_str(&format!(" [{result}]"));
    }
    Some(Narration { text, code: Some(code), seat: Some(who.seat), ..Narration::default() })
}

/// A line without a seat.
fn plain(text: impl Into<String>) -> Option<Narration> {
    Some(Narration { text: text.into(), ..Narration::default() })
}

/// A line shown to the seat itself only.
fn own(who: Who, viewer: Viewer, text: impl Into<String>) -> Option<Narration> {
    if viewer.is(who.seat) { of(who, text.into()) } else { None }
}

fn lot(side: &Lot) -> String {
    super::words::lot(side)
}

/// Goods by kind: "2 timber and 1 stone"; empty for none.
fn goods(goods: &[u8; Good::COUNT]) -> Vec<String> {
    let some = goods.iter().enumerate().filter(|(_, count)| **count > 0);
    some.map(|(at, count)| format!("{count} {}", item(at))).collect()
}

fn names(areas: &[Area]) -> String {
    listed(&areas.iter().map(|area| area.name()).collect::<Vec<_>>())
}
