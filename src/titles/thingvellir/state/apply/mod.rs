//! The fold: makes the state from facts. It decides nothing and knows no rules.

pub mod cards;
mod deeds;
mod feud;
pub mod land;

use super::super::things::data;
use super::super::things::names::{Card, Side};
use super::super::things::who::Who;
use super::course::{Entry, Source, Step, Vote};
use super::deed::Deed;
use super::facts::{Dealt, Fact, Turn};
use super::options::Options;
use super::standing::Standing;
use super::{SEATS, State};
use crate::rules::list::List;

/// Folds one fact in.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Now(step, who) => {
            state.step = *step;
            if let Some(who) = who {
                state.turn = who.at() as u8;
            }
        }
        Fact::Dealt(dealt) => deal(state, dealt),
        Fact::Placed(who, side) => {
            state.longhall[who.at()] -= 1;
            state.add_men(side.edge(), who.at(), 1);
        }
        Fact::Round(number) => {
            state.round = *number;
            state.last = 0;
            state.deed = Deed::default();
        }
        Fact::Passed(who) => state.speaker = who.at() as u8,
        Fact::Over(end) => {
            state.step = Step::Over;
            state.end = Some(*end);
        }
        Fact::Proposed(..)
        | Fact::Sealed(..)
        | Fact::Unsealed
        | Fact::Voted(..)
        | Fact::Queued(_)
        | Fact::Returned(_) => council(state, fact),
        Fact::Phase(..) | Fact::Began(_) | Fact::Hunting(..) | Fact::Skipped(_) => {
            begin(state, fact);
        }
        Fact::Shuffled(_)
        | Fact::Drew(_)
        | Fact::Cleared(..)
        | Fact::Kept(..)
        | Fact::Filled(_)
        | Fact::Replaced(..)
        | Fact::Fostered(..)
        | Fact::SentOff(..)
        | Fact::Swore(..)
        | Fact::Swapped(_)
        | Fact::Gave(_)
        | Fact::GiftsCame(_) => cards::apply(state, fact),
        Fact::Feud(_)
        | Fact::Turned(..)
        | Fact::Added(..)
        | Fact::Accepted(..)
        | Fact::Held(_)
        | Fact::Won(..)
        | Fact::Slain(_)
        | Fact::Razed(_)
        | Fact::Spared(_)
        | Fact::Claimed(..)
        | Fact::Settlement => feud::apply(state, fact),
        Fact::Scored(..) | Fact::Recovered | Fact::Eliminated(_) => winter(state, fact),
        Fact::Instructed(..)
        | Fact::Left(..)
        | Fact::Withdrawn(_)
        | Fact::Taken(..)
        | Fact::Obeyed(_)
        | Fact::Dropped(..) => aside(state, fact),
        _ => deeds::apply(state, fact),
    }
}

fn deal(state: &mut State, dealt: &Dealt) {
    state.seats = dealt.factions.len() as u8;
    state.options = Options {
        sealed: dealt.sealed,
        seeded: dealt.seeded,
        harvest: dealt.harvest,
        outlawry: dealt.outlawry,
    };
    state.speaker = dealt.speaker;
    for (at, faction) in dealt.factions.iter().enumerate() {
        state.faction[at] = *faction;
        state.longhall[at] = data().thingmen;
        for colour in faction.farms() {
            land::add_farm(state, at, faction.home(), colour);
        }
    }
    state.doom = Card::all().fold(0, |set, card| set | card.bit());
}

fn council(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Proposed(who, statute) => {
            state.token = Some(*statute);
            state.votes = [Vote::None; SEATS];
            state.sealed = [Vote::None; SEATS];
            state.votes[who.at()] = Vote::Support;
            state.away = 0;
        }
        Fact::Sealed(who, vote) => state.sealed[who.at()] = *vote,
        Fact::Voted(who, vote) => {
            state.votes[who.at()] = *vote;
            state.sealed[who.at()] = Vote::None;
            if let Vote::Sue { from, .. } = vote {
                state.away |= 1 << who.at();
                for side in Side::all() {
                    state.take_men(side.edge(), who.at(), from[side.index()]);
                }
            }
        }
        Fact::Queued(turns) => state.queue = turns.iter().map(entry).collect(),
        Fact::Returned(who) => {
            state.away &= !(1 << who.at());
            if let Vote::Sue { from, .. } = state.votes[who.at()] {
                for side in Side::all() {
                    state.add_men(side.edge(), who.at(), from[side.index()]);
                }
            }
        }
        _ => {}
    }
}

fn entry(turn: &Turn) -> Entry {
    Entry {
        at: turn.who.at() as u8,
        statute: turn.statute,
        strength: turn.strength,
        group: bits(&turn.with),
    }
}

fn bits(seats: &[Who]) -> u8 {
    seats.iter().fold(0, |bits, who| bits | 1 << who.at())
}

fn begin(state: &mut State, fact: &Fact) {
    state.last = 0;
    match fact {
        Fact::Phase(step) => {
            state.step = *step;
            state.deed = Deed::default();
            state.queue = List::new();
            state.hunters = 0;
            if *step == Step::Hunt {
                state.hunters = state.players().fold(0, |bits, at| bits | 1 << at);
            }
        }
        Fact::Began(began) => {
            let at = began.who.at() as u8;
            state.deed = Deed {
                at,
                action: began.action,
                source: began.source,
                strength: began.strength,
                left: began.strength,
                group: bits(&began.with),
                ..Deed::default()
            };
            match began.source {
                Source::Council => {
                    state.queue.remove(0);
                    state.begun = false;
                }
                Source::Home => state.home = false,
                Source::Bondi(slot) => state.bondi &= !(1 << slot),
            }
            if began.source != Source::Council {
                state.begun = true;
                state.acted = true;
            }
        }
        Fact::Hunting(who, slots) => {
            state.hunters &= !(1 << who.at());
            state.bondi = slots.iter().fold(0, |bits, slot| bits | 1 << slot);
            state.home = true;
            state.acted = false;
            state.begun = false;
            state.deed = Deed { at: who.at() as u8, source: Source::Home, ..Deed::default() };
        }
        Fact::Skipped(who) => state.hunters &= !(1 << who.at()),
        _ => {}
    }
}

fn winter(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Scored(who, colours) => land::gain(state, who.at(), colours.len() as u8),
        Fact::Recovered => {
            for at in 0..SEATS {
                state.longhall[at] += std::mem::take(&mut state.slain[at]);
            }
        }
        Fact::Eliminated(who) => {
            let at = who.at();
            state.gone |= 1 << at;
            state.longhall[at] = 0;
            state.sea[at] = 0;
            state.slain[at] = 0;
            cards::forfeit(state, at);
            state.standing[at] = Standing::default();
            state.drawer[at].clear();
        }
        _ => {}
    }
}

fn aside(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Instructed(who, instruction) => state.standing[who.at()].instruct(*instruction),
        Fact::Left(who, step, text) => state.drawer[who.at()].push((*step, text.clone())),
        Fact::Withdrawn(who) => state.drawer[who.at()].clear(),
        Fact::Taken(who, step, text) => {
            let drawer = &mut state.drawer[who.at()];
            if let Some(at) = drawer.iter().position(|left| left.0 == *step && left.1 == *text) {
                drawer.remove(at);
            }
        }
        Fact::Dropped(who, step, _) => {
            state.drawer[who.at()].retain(|(known, _)| known != step);
        }
        _ => {}
    }
}
