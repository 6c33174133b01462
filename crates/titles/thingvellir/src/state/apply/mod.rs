//! The fold: makes the state from facts. It decides nothing and knows no rules.
//!
//! The groups of facts are functions of their own in the compiled program as well: inlined into
//! one, the commonest fact of all saves and restores what only the rarest needs (6 % of a fold).

pub mod cards;
mod deeds;
mod feud;
pub mod land;

use super::super::things::data;
use super::super::things::names::{Card, Side};
use super::super::things::who::Who;
use super::course::{ActionSource, Entry, Step, Vote};
use super::deed::Deed;
use super::facts::{Dealt, Fact, Turn};
use super::options::Options;
use super::standing::Standing;
use super::{SEATS, State};
use ravenpost_rules::list::List;
use ravenpost_rules::{Seat, Seats};

/// Folds one fact in.
pub fn apply(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        Now(step, who) => {
            state.step = *step;
            if let Some(who) = who {
                state.turn = who.seat;
            }
        }
        Dealt(dealt) => deal(state, dealt),
        Placed(who, side) => {
            state.longhall[who.seat] -= 1;
            state.add_men(side.edge(), who.seat, 1);
        }
        Round(number) => {
            state.round = *number;
            state.last = 0;
            state.deed = Deed::default();
        }
        Passed(who) => state.speaker = who.seat,
        Over(end) => {
            state.step = Step::Over;
            state.end = Some(*end);
        }
        Proposed(..) | Sealed(..) | Unsealed | Voted(..) | Queued(_) | Returned(_) => {
            council(state, fact)
        }
        Phase(..) | Began(_) | Hunting(..) | Skipped(_) => {
            begin(state, fact);
        }
        Shuffled(_) | Resealed(_) | Drew(_) | Cleared(..) | Kept(..) | Filled(_) | Replaced(..)
        | Fostered(..) | SentOff(..) | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_) => {
            cards::apply(state, fact)
        }
        Feud(_) | Turned(..) | Added(..) | Accepted(..) | Held(_) | Won(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | Settlement | Yielded(_) => feud::apply(state, fact),
        Scored(..) | Recovered | Eliminated(_) => winter(state, fact),
        Instructed(..) | Left(..) | Withdrawn(_) | Taken(..) | Obeyed(_) | Answered(..)
        | Dropped(..) => aside(state, fact),
        Settled(..) | Expanded(..) | Rebuilt(..) | Sent(..) | Rode(_) | Crossed(..)
        | Reached(..) | Broken(_) | Halted(..) | LetPass(_) | HuntedOutlaw(..) | PutOut(..)
        | CameHome(..) | Harvested(_) | Declined(_) | Chose(_) | Spent(..) | SlainAtFeast(..)
        | Armed(..) | Paid(..) | Failed(..) | Burned(_) | Captured(_) | Disposed(_)
        | Outlawed(..) | Arson(_) | Strayed(..) => deeds::apply(state, fact),
    }
}

#[inline(never)]
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

#[inline(never)]
fn council(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        Proposed(who, statute) => {
            state.token = Some(*statute);
            state.votes = [Vote::None; SEATS];
            state.sealed = [Vote::None; SEATS];
            state.votes[who.seat] = Vote::Support;
            state.away = Seats::NONE;
        }
        Sealed(who, vote) => state.sealed[who.seat] = *vote,
        Voted(who, vote) => {
            state.votes[who.seat] = *vote;
            state.sealed[who.seat] = Vote::None;
            if let Vote::Sue { from, .. } = vote {
                state.away.add(who.seat);
                for side in Side::all() {
                    state.take_men(side.edge(), who.seat, from[side.index()]);
                }
            }
        }
        Queued(turns) => state.queue = turns.iter().map(entry).collect(),
        Returned(who) => {
            state.away.remove(who.seat);
            if let Vote::Sue { from, .. } = state.votes[who.seat] {
                for side in Side::all() {
                    state.add_men(side.edge(), who.seat, from[side.index()]);
                }
            }
        }
        // Folded elsewhere, or nothing changes.
        Dealt(_) | Shuffled(_) | Resealed(_) | Now(..) | Placed(..) | Round(_) | Passed(_)
        | Over(_) | Unsealed | Began(_) | Phase(_) | Hunting(..) | Skipped(_) | Drew(_)
        | Cleared(..) | Settled(..) | Expanded(..) | Rebuilt(..) | Sent(..) | Rode(_)
        | Crossed(..) | Reached(..) | Broken(_) | Halted(..) | LetPass(_) | HuntedOutlaw(..)
        | Feud(_) | Turned(..) | Added(..) | Accepted(..) | Held(_) | Won(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | Settlement | Yielded(_) | PutOut(..)
        | CameHome(..) | Harvested(_) | Kept(..) | Fostered(..) | SentOff(..) | Declined(_)
        | Chose(_) | Filled(_) | Replaced(..) | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_)
        | Spent(..) | SlainAtFeast(..) | Armed(..) | Paid(..) | Failed(..) | Burned(_)
        | Captured(_) | Disposed(_) | Outlawed(..) | Scored(..) | Recovered | Eliminated(_)
        | Arson(_) | Strayed(..) | Instructed(..) | Left(..) | Withdrawn(_) | Taken(..)
        | Obeyed(_) | Answered(..) | Dropped(..) => {}
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

#[inline(never)]
fn begin(state: &mut State, fact: &Fact) {
    use Fact::*;
    state.last = 0;
    match fact {
        Phase(step) => {
            state.step = *step;
            state.deed = Deed::default();
            state.queue = List::new();
            state.hunters = Seats::NONE;
            if *step == Step::Hunt {
                state.hunters = state.players().collect();
            }
        }
        Began(began) => {
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
                ActionSource::Council => {
                    state.queue.remove(0);
                    state.begun = false;
                }
                ActionSource::Home => state.home = false,
                ActionSource::Bondi(slot) => state.bondi &= !(1 << slot),
            }
            if began.source != ActionSource::Council {
                state.begun = true;
                state.acted = true;
            }
        }
        Hunting(who, slots) => {
            state.hunters.remove(who.seat);
            state.bondi = slots.iter().fold(0, |bits, slot| bits | 1 << slot);
            state.home = true;
            state.acted = false;
            state.begun = false;
            state.deed = Deed { seat: who.seat, source: ActionSource::Home, ..Deed::default() };
        }
        Skipped(who) => state.hunters.remove(who.seat),
        // Folded elsewhere, or nothing changes.
        Dealt(_) | Shuffled(_) | Resealed(_) | Now(..) | Placed(..) | Round(_) | Passed(_)
        | Over(_) | Proposed(..) | Sealed(..) | Unsealed | Voted(..) | Queued(_) | Returned(_)
        | Drew(_) | Cleared(..) | Settled(..) | Expanded(..) | Rebuilt(..) | Sent(..) | Rode(_)
        | Crossed(..) | Reached(..) | Broken(_) | Halted(..) | LetPass(_) | HuntedOutlaw(..)
        | Feud(_) | Turned(..) | Added(..) | Accepted(..) | Held(_) | Won(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | Settlement | Yielded(_) | PutOut(..)
        | CameHome(..) | Harvested(_) | Kept(..) | Fostered(..) | SentOff(..) | Declined(_)
        | Chose(_) | Filled(_) | Replaced(..) | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_)
        | Spent(..) | SlainAtFeast(..) | Armed(..) | Paid(..) | Failed(..) | Burned(_)
        | Captured(_) | Disposed(_) | Outlawed(..) | Scored(..) | Recovered | Eliminated(_)
        | Arson(_) | Strayed(..) | Instructed(..) | Left(..) | Withdrawn(_) | Taken(..)
        | Obeyed(_) | Answered(..) | Dropped(..) => {}
    }
}

#[inline(never)]
fn winter(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        Scored(who, colours) => land::gain(state, who.seat, colours.len() as u8),
        Recovered => {
            for seat in Seat::all(state.seats) {
                state.longhall[seat] += std::mem::take(&mut state.slain[seat]);
            }
        }
        Eliminated(who) => {
            let seat = who.seat;
            state.gone.add(seat);
            state.longhall[seat] = 0;
            state.sea[seat] = 0;
            state.slain[seat] = 0;
            cards::forfeit(state, seat);
            state.standing[seat] = Standing::default();
            state.drawer[seat].clear();
        }
        // Folded elsewhere, or nothing changes.
        Dealt(_) | Shuffled(_) | Resealed(_) | Now(..) | Placed(..) | Round(_) | Passed(_)
        | Over(_) | Proposed(..) | Sealed(..) | Unsealed | Voted(..) | Queued(_) | Returned(_)
        | Began(_) | Phase(_) | Hunting(..) | Skipped(_) | Drew(_) | Cleared(..) | Settled(..)
        | Expanded(..) | Rebuilt(..) | Sent(..) | Rode(_) | Crossed(..) | Reached(..)
        | Broken(_) | Halted(..) | LetPass(_) | HuntedOutlaw(..) | Feud(_) | Turned(..)
        | Added(..) | Accepted(..) | Held(_) | Won(..) | Slain(_) | Razed(_) | Spared(_)
        | Claimed(..) | Settlement | Yielded(_) | PutOut(..) | CameHome(..) | Harvested(_)
        | Kept(..) | Fostered(..) | SentOff(..) | Declined(_) | Chose(_) | Filled(_)
        | Replaced(..) | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_) | Spent(..)
        | SlainAtFeast(..) | Armed(..) | Paid(..) | Failed(..) | Burned(_) | Captured(_)
        | Disposed(_) | Outlawed(..) | Arson(_) | Strayed(..) | Instructed(..) | Left(..)
        | Withdrawn(_) | Taken(..) | Obeyed(_) | Answered(..) | Dropped(..) => {}
    }
}

#[inline(never)]
fn aside(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        Instructed(who, instruction) => state.standing[who.seat].instruct(*instruction),
        Left(who, step, text) => state.drawer[who.seat].push((*step, text.clone())),
        Withdrawn(who) => state.drawer[who.seat].clear(),
        Taken(who, step, text) => {
            let drawer = &mut state.drawer[who.seat];
            if let Some(place) = drawer.iter().position(|left| left.0 == *step && left.1 == *text) {
                drawer.remove(place);
            }
        }
        Dropped(who, step, _) => {
            state.drawer[who.seat].retain(|(known, _)| known != step);
        }
        // Folded elsewhere, or nothing changes.
        Dealt(_) | Shuffled(_) | Resealed(_) | Now(..) | Placed(..) | Round(_) | Passed(_)
        | Over(_) | Proposed(..) | Sealed(..) | Unsealed | Voted(..) | Queued(_) | Returned(_)
        | Began(_) | Phase(_) | Hunting(..) | Skipped(_) | Drew(_) | Cleared(..) | Settled(..)
        | Expanded(..) | Rebuilt(..) | Sent(..) | Rode(_) | Crossed(..) | Reached(..)
        | Broken(_) | Halted(..) | LetPass(_) | HuntedOutlaw(..) | Feud(_) | Turned(..)
        | Added(..) | Accepted(..) | Held(_) | Won(..) | Slain(_) | Razed(_) | Spared(_)
        | Claimed(..) | Settlement | Yielded(_) | PutOut(..) | CameHome(..) | Harvested(_)
        | Kept(..) | Fostered(..) | SentOff(..) | Declined(_) | Chose(_) | Filled(_)
        | Replaced(..) | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_) | Spent(..)
        | SlainAtFeast(..) | Armed(..) | Paid(..) | Failed(..) | Burned(_) | Captured(_)
        | Disposed(_) | Outlawed(..) | Scored(..) | Recovered | Eliminated(_) | Arson(_)
        | Strayed(..) | Obeyed(_) | Answered(..) => {}
    }
}
