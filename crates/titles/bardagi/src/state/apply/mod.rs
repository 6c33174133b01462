//! Applies facts to the state. It makes no decisions and cannot fail.

mod aside;
mod attack;
mod claim;
mod godi;
mod moves;
mod progress;
mod trade;
mod turn;
mod yard;

use super::facts::Fact;
use super::{State, Step};

/// Applies one fact. Every fact is listed here, so that none can be forgotten.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened(opened) => progress::open(state, opened),
        Fact::ColourAssigned(who, colour) => progress::settle(state, *who, *colour),
        Fact::RoundStarted(round, who) => progress::begin_round(state, *round, *who),
        Fact::StepStarted(step, who) => progress::now(state, *step, *who),
        Fact::TimeUp => progress::time_up(state),
        Fact::FinalGlory(glory) => progress::score(state, glory),
        Fact::GameEnded => state.step = Step::Over,
        Fact::Planned(who, mix) => progress::plan(state, *who, *mix),
        Fact::TurnStarted(who, mix) => progress::begin_turn(state, *who, *mix),
        Fact::RoundEnded => progress::end_round(state),
        Fact::Paid(who, payment) => turn::pay(state, *who, *payment),
        Fact::OrderGiven(_, chance) => turn::order(state, *chance),
        Fact::SessionChanged(_, session) => turn::open(state, *session),
        Fact::CardsSwapped(who, cards, gained) => turn::swap(state, *who, *cards, *gained),
        Fact::CardLaidDown(who, unit) => turn::lay(state, *who, *unit),
        Fact::TurnEnded(who) => turn::end(state, *who),
        Fact::Moved(moved) => moves::walk(state, moved),
        Fact::Boarded(boarded) => moves::board(state, boarded),
        Fact::Sailed(sailed) => moves::sail(state, sailed),
        Fact::Landed(who, area, units) => moves::land(state, *who, *area, units),
        Fact::BerserkurRetreated(who, area) => moves::withdraw(state, *who, *area),
        Fact::Attacked(who, area, aim) => attack::attack(state, *who, *area, *aim),
        Fact::GodiRetreated(who, area) => attack::retire(state, *who, *area),
        Fact::BerserkurDefeated(defeat) => attack::defeat(state, defeat),
        Fact::AxeTokensRemoved { who, area, paid } => attack::break_axes(state, *who, *area, *paid),
        Fact::AreaTaken(took) => attack::take(state, took),
        Fact::DisksShifted(shifted) => attack::shift(state, shifted),
        Fact::DisksPosted(who, area, count) => attack::post(state, *who, *area, *count),
        Fact::DisksLifted(who, area, count) => attack::lift(state, *who, *area, *count),
        Fact::RunesShuffled(runes) => godi::shuffle(state, runes),
        Fact::RunesDrawn(who, runes) => godi::draw(state, *who, runes),
        Fact::Converted(who, area) => godi::convert(state, *who, *area),
        Fact::RuneCast { who, rune, area, first } => godi::cast(state, *who, *rune, *area, *first),
        Fact::Cleansed(who, area, rune) => godi::cleanse(state, *who, *area, *rune),
        Fact::RunesBought { who, gold, .. } => godi::pay(state, *who, *gold),
        Fact::LandBought(who, area, good) => trade::buy(state, *who, *area, *good),
        Fact::Traded(who, give, get) => trade::trade(state, *who, give, get),
        Fact::HidesSold(who, hides) => trade::tan(state, *who, *hides),
        Fact::Refilled(refilled) => trade::refill(state, refilled),
        Fact::ForcedTrade(deal) => trade::exchange(state, deal),
        Fact::NoGold { host, .. } => state.now.refused.add(host.seat),
        Fact::OfferItemSet(item) => trade::offer(state, item),
        Fact::OfferSent { .. } => state.now.offers += 1,
        Fact::OfferDeclined { .. } => trade::clear(state),
        Fact::OfferAccepted(deal) => {
            trade::exchange(state, deal);
            trade::clear(state);
        }
        Fact::TilesShuffled(pile, tiles) => yard::shuffle(state, *pile, tiles),
        Fact::HiddenRedrawn { runes, tiles } => yard::redraw(state, runes, tiles),
        Fact::TileTurnedUp(pile, tile) => yard::show(state, *pile, *tile),
        Fact::Built { who, tile, replaced } => yard::build(state, *who, *tile, *replaced),
        Fact::Income(income) => claim::come_in(state, income),
        Fact::Claimants(asked) => claim::ask(state, asked),
        Fact::ClaimDrafted(who, claim) => state.players[who.seat].claim = *claim,
        Fact::Claimed(claimed) => claim::settle(state, claimed),
        Fact::InstructionSet(who, instruction) => aside::instruct(state, *who, instruction),
        Fact::PreOrderSet(who, advance) => aside::leave(state, *who, advance),
        Fact::PreOrderUsed(who, text) => aside::take(state, *who, text),
        Fact::PreOrderStopped { who, .. } => aside::stop(state, *who),
        Fact::Yielded(who) => state.yielded.add(who.seat),
        // Their effects are in separate facts.
        Fact::BuiltNothing(_) | Fact::AutoAnswered { .. } => {}
    }
}
