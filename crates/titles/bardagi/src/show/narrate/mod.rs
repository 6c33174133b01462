//! The story: narrates one fact to one viewer, or hides it (R19, R23.7).

mod claim;
mod deeds;
mod progress;
mod trade;

use super::super::state::facts::Fact;
use super::super::things::areas::Area;
use super::super::things::goods::{Lot, item};
use super::super::things::kinds::Good;
use super::super::things::who::Who;
use super::super::things::words::listed;
use ravenpost_rules::{Narration, Narrator};

/// Describes a fact for those who may see it.
pub fn sentence(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    match fact {
        Fact::Opened(opened) => progress::setup(opened),
        Fact::ColourAssigned(who, colour) => progress::home(*who, *colour, narrator),
        Fact::TileTurnedUp(pile, tile) => progress::shown(*pile, *tile),
        Fact::RunesDrawn(who, runes) => progress::drew(*who, runes, narrator),
        Fact::RoundStarted(round, who) => progress::round(*round, *who, narrator),
        Fact::TimeUp => plain("Time is up: this is the last round"),
        Fact::FinalGlory(glory) => progress::scored(glory, narrator),
        Fact::GameEnded => plain("The game is over"),
        Fact::Planned(who, cards) => progress::planned(*who, *cards, narrator),
        Fact::TurnStarted(who, cards) => progress::began(*who, *cards, narrator),
        Fact::Paid(who, payment) => progress::paid(*who, *payment, narrator),
        Fact::CardsSwapped(who, cards, gained) => {
            progress::swapped(*who, *cards, *gained, narrator)
        }
        Fact::CardLaidDown(who, unit) => progress::laid_down(*who, *unit, narrator),
        Fact::TurnEnded(who) => of(*who, format!("{} is over", who.voice(narrator).has("turn"))),
        Fact::Moved(moved) => deeds::went(moved, narrator),
        Fact::Boarded(boarded) => deeds::aboard(boarded, narrator),
        Fact::Sailed(sailed) => deeds::sails(sailed, narrator),
        Fact::Landed(who, area, units) => deeds::landed(*who, *area, units, narrator),
        Fact::Attacked(who, area, aim) => deeds::attacks(*who, *area, *aim, narrator),
        Fact::GodiRetreated(who, area) => deeds::retires(*who, *area, narrator),
        Fact::BerserkurDefeated(defeat) => deeds::beaten(defeat, narrator),
        Fact::AxeTokensRemoved { who, area, paid } => deeds::breaks(*who, *area, *paid, narrator),
        Fact::AreaTaken(took) => deeds::takes(took, narrator),
        Fact::BerserkurRetreated(who, area) => deeds::withdraws(*who, *area, narrator),
        Fact::DisksShifted(shifted) => deeds::shifts(shifted, narrator),
        Fact::DisksPosted(who, area, count) => deeds::posts(*who, *area, *count, narrator),
        Fact::DisksLifted(who, area, count) => deeds::lifts(*who, *area, *count, narrator),
        Fact::Converted(who, area) => deeds::converts(*who, *area, narrator),
        Fact::RuneCast { who, rune, area, first } => {
            deeds::casts(*who, *rune, *area, *first, narrator)
        }
        Fact::Cleansed(who, area, rune) => deeds::cleanses(*who, *area, *rune, narrator),
        Fact::RunesBought { who, gold, runes } => trade::runes(*who, *gold, *runes, narrator),
        Fact::LandBought(who, area, good) => trade::buys(*who, *area, *good, narrator),
        Fact::Traded(who, give, get) => trade::trades(*who, give, get, narrator),
        Fact::HidesSold(who, hides) => trade::tans(*who, *hides, narrator),
        Fact::Refilled(refilled) => trade::refills(refilled, narrator),
        Fact::ForcedTrade(deal) => trade::visits(deal, narrator),
        Fact::NoGold { who, host } => trade::no_gold(*who, *host, narrator),
        Fact::OfferItemSet(item) => trade::names(item, narrator),
        Fact::OfferSent { who, host } => trade::sends(*who, *host, narrator),
        Fact::OfferDeclined { who, host } => trade::declined(*who, *host, narrator),
        Fact::OfferAccepted(deal) => trade::accepted(deal, narrator),
        Fact::Built { who, tile, replaced } => trade::builds(*who, *tile, *replaced, narrator),
        Fact::BuiltNothing(who) => of(*who, who.voice(narrator).does("build nothing")),
        Fact::Income(income) => claim::comes_in(income, narrator),
        Fact::ClaimDrafted(who, claim) => claim::noted(*who, claim, narrator),
        Fact::Claimed(claimed) => claim::sheet(claimed, narrator),
        Fact::InstructionSet(who, known) => progress::instruction(*who, *known, narrator),
        Fact::PreOrderSet(who, advance) => progress::pre_order(*who, advance, narrator),
        Fact::PreOrderUsed(who, order) => {
            of(*who, who.voice(narrator).has(&format!("script: {order}")))
        }
        Fact::PreOrderStopped { who, order, code } => {
            progress::stopped(*who, order, *code, narrator)
        }
        Fact::AutoAnswered { who, by, .. } => progress::answered(*who, by, narrator),
        Fact::Yielded(who) => {
            let voice = who.voice(narrator);
            let until = voice.its("next turn");
            of(*who, voice.does(&format!("yield: default moves are played until {until}")))
        }
        // Shuffles and intermediate steps are not narrated.
        Fact::TilesShuffled(..) | Fact::RunesShuffled(_) | Fact::HiddenRedrawn { .. } => None,
        Fact::StepStarted(..) | Fact::OrderGiven(..) => None,
        Fact::SessionChanged(..) | Fact::Claimants(_) | Fact::RoundEnded => None,
    }
}

/// Returns whether a fact states the result of the draw with this purpose.
pub fn narrates_result(fact: &Fact, purpose: &str) -> bool {
    match purpose {
        "colours" => matches!(fact, Fact::ColourAssigned(..)),
        "starter" => matches!(fact, Fact::RoundStarted(1, _)),
        _ => false,
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

fn lot(side: &Lot) -> String {
    super::words::lot(side)
}

/// Goods by kind: "2 timber and 1 stone"; empty for none.
fn goods(goods: &[u8; Good::COUNT]) -> Vec<String> {
    let some = goods.iter().enumerate().filter(|(_, count)| **count > 0);
    some.map(|(at, count)| format!("{count} {}", item(at))).collect()
}

fn names(areas: &[Area], narrator: &Narrator) -> String {
    listed(&areas.iter().map(|area| area.name_for(narrator)).collect::<Vec<_>>())
}
