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
use ravenpost_rules::list::List;
use ravenpost_rules::{Seat, Seats};

/// Folds one fact in.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Now(step, who) => {
            state.step = *step;
            if let Some(who) = who {
                state.turn = who.seat;
            }
        }
        Fact::Dealt(dealt) => deal(state, dealt),
        Fact::Placed(who, side) => {
            state.longhall[who.seat] -= 1;
            state.add_men(side.edge(), who.seat, 1);
        }
        Fact::Round(number) => {
            state.round = *number;
            state.last = 0;
            state.deed = Deed::default();
        }
        Fact::Passed(who) => state.speaker = who.seat,
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
        | Fact::Resealed(_)
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
    state.speaker = Seat::at(usize::from(dealt.speaker));
    for (seat, faction) in Seat::all(state.seats).zip(&dealt.factions) {
        state.faction[seat] = *faction;
        state.longhall[seat] = data().thingmen;
        for colour in faction.farms() {
            land::add_farm(state, seat, faction.home(), colour);
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
            state.votes[who.seat] = Vote::Support;
            state.away = Seats::NONE;
        }
        Fact::Sealed(who, vote) => state.sealed[who.seat] = *vote,
        Fact::Voted(who, vote) => {
            state.votes[who.seat] = *vote;
            state.sealed[who.seat] = Vote::None;
            if let Vote::Sue { from, .. } = vote {
                state.away.add(who.seat);
                for side in Side::all() {
                    state.take_men(side.edge(), who.seat, from[side.index()]);
                }
            }
        }
        Fact::Queued(turns) => state.queue = turns.iter().map(entry).collect(),
        Fact::Returned(who) => {
            state.away.remove(who.seat);
            if let Vote::Sue { from, .. } = state.votes[who.seat] {
                for side in Side::all() {
                    state.add_men(side.edge(), who.seat, from[side.index()]);
                }
            }
        }
        _ => {}
    }
}

fn entry(turn: &Turn) -> Entry {
    Entry {
        seat: turn.who.seat,
        statute: turn.statute,
        strength: turn.strength,
        group: set(&turn.with),
    }
}

fn set(seats: &[Who]) -> Seats {
    seats.iter().map(|who| who.seat).collect()
}

fn begin(state: &mut State, fact: &Fact) {
    state.last = 0;
    match fact {
        Fact::Phase(step) => {
            state.step = *step;
            state.deed = Deed::default();
            state.queue = List::new();
            state.hunters = Seats::NONE;
            if *step == Step::Hunt {
                state.hunters = state.players().collect();
            }
        }
        Fact::Began(began) => {
            let seat = began.who.seat;
            state.deed = Deed {
                seat,
                action: began.action,
                source: began.source,
                strength: began.strength,
                left: began.strength,
                group: set(&began.with),
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
            state.hunters.remove(who.seat);
            state.bondi = slots.iter().fold(0, |bits, slot| bits | 1 << slot);
            state.home = true;
            state.acted = false;
            state.begun = false;
            state.deed = Deed { seat: who.seat, source: Source::Home, ..Deed::default() };
        }
        Fact::Skipped(who) => state.hunters.remove(who.seat),
        _ => {}
    }
}

fn winter(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Scored(who, colours) => land::gain(state, who.seat, colours.len() as u8),
        Fact::Recovered => {
            for seat in Seat::all(state.seats) {
                state.longhall[seat] += std::mem::take(&mut state.slain[seat]);
            }
        }
        Fact::Eliminated(who) => {
            let seat = who.seat;
            state.gone.add(seat);
            state.longhall[seat] = 0;
            state.sea[seat] = 0;
            state.slain[seat] = 0;
            cards::forfeit(state, seat);
            state.standing[seat] = Standing::default();
            state.drawer[seat].clear();
        }
        _ => {}
    }
}

fn aside(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Instructed(who, instruction) => state.standing[who.seat].instruct(*instruction),
        Fact::Left(who, step, text) => state.drawer[who.seat].push((*step, text.clone())),
        Fact::Withdrawn(who) => state.drawer[who.seat].clear(),
        Fact::Taken(who, step, text) => {
            let drawer = &mut state.drawer[who.seat];
            if let Some(place) = drawer.iter().position(|left| left.0 == *step && left.1 == *text) {
                drawer.remove(place);
            }
        }
        Fact::Dropped(who, step, _) => {
            state.drawer[who.seat].retain(|(known, _)| known != step);
        }
        _ => {}
    }
}
