//! The fold: what each fact does to the state. Decides nothing and cannot fail.

mod aside;
mod attack;
mod claim;
mod course;
mod godi;
mod moves;
mod trade;
mod turn;
mod yard;

use super::facts::Fact;
use super::{State, Step};

/// Makes the state after a fact. Every fact is named here, so that none is forgotten.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened(opened) => course::open(state, opened),
        Fact::Home(who, colour) => course::settle(state, *who, *colour),
        Fact::Round(round, who) => course::begin_round(state, *round, *who),
        Fact::Now(step, who) => course::now(state, *step, *who),
        Fact::TimeUp => course::time_up(state),
        Fact::Scored(who, bonus) => course::score(state, *who, *bonus),
        Fact::Over => state.step = Step::Over,
        Fact::Planned(who, mix) => course::plan(state, *who, *mix),
        Fact::Began(who, mix) => course::begin_turn(state, *who, *mix),
        Fact::RoundOver => course::end_round(state),
        Fact::Paid(who, payment) => turn::pay(state, *who, *payment),
        Fact::Ordered(_, chance) => turn::order(state, *chance),
        Fact::Session(_, session) => turn::open(state, *session),
        Fact::Swapped(who, one, other, gained) => turn::swap(state, *who, [*one, *other, *gained]),
        Fact::LaidDown(who, unit) => turn::lay(state, *who, *unit),
        Fact::Ended(who) => turn::end(state, *who),
        Fact::Moved(moved) => moves::walk(state, moved),
        Fact::Boarded(boarded) => moves::board(state, boarded),
        Fact::Sailed(sailed) => moves::sail(state, sailed),
        Fact::Landed(who, area, units) => moves::land(state, *who, *area, units),
        Fact::Withdrew(who, area) => moves::withdraw(state, *who, *area),
        Fact::Attacked(who, area, aim) => attack::attack(state, *who, *area, *aim),
        Fact::Retired(who, area) => attack::retire(state, *who, *area),
        Fact::Beaten { who, by, paid, lost } => attack::beat(state, *who, *by, *paid, *lost),
        Fact::AxesBroken { who, area, paid } => attack::break_axes(state, *who, *area, *paid),
        Fact::Took(took) => attack::take(state, took),
        Fact::Shifted(_, from, to, count) => attack::shift(state, *from, *to, *count),
        Fact::Posted(who, area, count) => attack::post(state, *who, *area, *count),
        Fact::Lifted(who, area, count) => attack::lift(state, *who, *area, *count),
        Fact::RunesShuffled(runes) => godi::shuffle(state, runes),
        Fact::DrewRunes(who, runes) => godi::draw(state, *who, runes),
        Fact::Converted(who, area) => godi::convert(state, *who, *area),
        Fact::Cast { who, rune, area, first } => godi::cast(state, *who, *rune, *area, *first),
        Fact::Cleansed(who, area, rune) => godi::cleanse(state, *who, *area, *rune),
        Fact::BoughtRunes(who, gold, _) => godi::pay(state, *who, *gold),
        Fact::Bought(who, area, good) => trade::buy(state, *who, *area, *good),
        Fact::Traded(who, give, get) => trade::swap(&mut state.players[who.seat], give, get),
        Fact::Tanned(who, hides) => trade::tan(state, *who, *hides),
        Fact::Refilled { who, building, disks, rose } => {
            trade::refill(state, *who, *building, *disks, *rose);
        }
        Fact::Visited(who, host, give, get) => trade::exchange(state, *who, *host, give, get),
        Fact::NoGold(_, host) => state.now.refused.add(host.seat),
        Fact::Offering { want, item, count, .. } => trade::offer(state, *want, *item, *count),
        Fact::Sent(..) => state.now.offers += 1,
        Fact::Declined(..) => trade::clear(state),
        Fact::Accepted(who, host, give, get) => {
            trade::exchange(state, *who, *host, give, get);
            trade::clear(state);
        }
        Fact::Shuffled(pile, tiles) => yard::shuffle(state, *pile, tiles),
        Fact::Resealed(runes, tiles) => yard::reseal(state, runes, tiles),
        Fact::Shown(pile, tile) => yard::show(state, *pile, *tile),
        Fact::Built { who, tile, old } => yard::build(state, *who, *tile, *old),
        Fact::Income(income) => claim::come_in(state, income),
        Fact::Claimants(asked) => claim::ask(state, asked),
        Fact::Claiming(who, claim) => state.players[who.seat].claim = *claim,
        Fact::Claimed(claimed) => claim::settle(state, claimed),
        Fact::Instructed(who, instruction) => aside::instruct(state, *who, instruction),
        Fact::Left(who, advance) => aside::leave(state, *who, advance),
        Fact::Taken(who, text) => aside::take(state, *who, text),
        Fact::Stopped(who, ..) => aside::stop(state, *who),
        Fact::Yielded(who) => state.yielded.add(who.seat),
        // What these tell shows in the facts beside them.
        Fact::BuiltNothing(_) | Fact::Obeyed(_) | Fact::Answered(..) => {}
    }
}
