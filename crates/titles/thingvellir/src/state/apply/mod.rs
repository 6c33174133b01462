//! Applies facts to the state. It makes no decisions and knows no rules.
//!
//! The groups of facts are separate functions that are not inlined. Otherwise the most frequent
//! fact would save and restore registers that only the rarest needs (6 % of the time to apply a
//! fact).

pub mod cards;
mod deeds;
mod feud;
pub mod land;

use super::super::things::data;
use super::super::things::names::{Card, Side};
use super::super::things::who::Who;
use super::deed::Deed;
use super::facts::{Fact, Opened, QueueEntry};
use super::options::Options;
use super::progress::{ActionSource, Entry, Step, Vote};
use super::standing::Standing;
use super::{SEATS, State};
use ravenpost_rules::list::List;
use ravenpost_rules::{Seat, Seats};

/// Applies one fact.
pub fn apply(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        StepStarted(step, who) => {
            state.step = *step;
            if let Some(who) = who {
                state.turn = who.seat;
            }
        }
        Opened(opened) => open(state, opened),
        SideTaken(who, side) => {
            state.longhall[who.seat] -= 1;
            state.edges.add(side.edge(), who.seat, 1);
        }
        RoundStarted(number) => {
            state.round = *number;
            state.last = 0;
            state.deed = Deed::default();
        }
        LawspeakerNamed(who) => state.speaker = who.seat,
        GameEnded(end) => {
            state.step = Step::Over;
            state.end = Some(*end);
        }
        Proposed(..) | VoteSealed(..) | VotesOpened | Voted(..) | QueueBuilt(_)
        | ThingmenReturned(_) => council(state, fact),
        PhaseStarted(..) | ActionStarted(_) | HuntStarted(..) | HuntSkipped(_) => {
            begin(state, fact);
        }
        Shuffled(_) | HiddenRedrawn(_) | CardsDrawn(_) | DrawDiscarded(..) | GoodsKept(..)
        | PoolFilled(_) | PoolReplaced(..) | Fostered(..) | SentOff(..) | BondiSworn(..)
        | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_) => cards::apply(state, fact),
        FeudStarted(_) | CardTurnedUp(..) | GoodAdded(..) | ConflictAccepted(..) | Held(_)
        | ConflictWon(..) | Slain(_) | Razed(_) | Spared(_) | Claimed(..) | FeudEnded
        | Yielded(_) => feud::apply(state, fact),
        Scored(..) | Recovered | Eliminated(_) => winter(state, fact),
        InstructionSet(..) | OrderPlanned(..) | PlansWithdrawn(_) | PlanPlayed(..)
        | InstructionUsed(..) | PlansDropped(..) => aside(state, fact),
        Settled(..) | Expanded(..) | Rebuilt(..) | ThingmenSent(..) | BandDeparted(_)
        | BandCrossed(..) | BandArrived(..) | BandDestroyed(_) | BandBlocked(..) | LetPass(_)
        | OutlawHunted(..) | JourneyedOut(..) | ReturnedLaden(..) | Harvested(_)
        | FosterPassed(_) | FosterTurnEnded(_) | BondiDiscarded(..) | Murdered(..)
        | WeaponAdded(..) | WordfamePaid(..) | CaptureFailed(..) | FarmBurned(_) | Captured(_)
        | DeedDiscarded(_) | Outlawed(..) | ArsonPlaced(_) | OutlawMoved(..) => {
            deeds::apply(state, fact)
        }
    }
}

#[inline(never)]
fn open(state: &mut State, opened: &Opened) {
    state.seats = opened.factions.len() as u8;
    state.options = Options {
        sealed: opened.sealed_votes,
        seeded: opened.seeded_pool,
        harvest: opened.harvest,
        outlawry: opened.outlawry,
    };
    state.speaker = opened.lawspeaker.seat;
    for (seat, faction) in Seat::all(state.seats).zip(&opened.factions) {
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
        VoteSealed(who, vote) => state.sealed[who.seat] = *vote,
        Voted(who, vote) => {
            state.votes[who.seat] = *vote;
            state.sealed[who.seat] = Vote::None;
            if let Vote::Sue { from, .. } = vote {
                state.away.add(who.seat);
                for side in Side::all() {
                    state.edges.take(side.edge(), who.seat, from[side.index()]);
                }
            }
        }
        QueueBuilt(entries) => state.queue = entries.iter().map(entry).collect(),
        ThingmenReturned(who) => {
            state.away.remove(who.seat);
            if let Vote::Sue { from, .. } = state.votes[who.seat] {
                for side in Side::all() {
                    state.edges.add(side.edge(), who.seat, from[side.index()]);
                }
            }
        }
        // Applied elsewhere, or without effect on the state.
        Opened(_) | Shuffled(_) | HiddenRedrawn(_) | StepStarted(..) | SideTaken(..)
        | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | VotesOpened | ActionStarted(_)
        | PhaseStarted(_) | HuntStarted(..) | HuntSkipped(_) | CardsDrawn(_)
        | DrawDiscarded(..) | Settled(..) | Expanded(..) | Rebuilt(..) | ThingmenSent(..)
        | BandDeparted(_) | BandCrossed(..) | BandArrived(..) | BandDestroyed(_)
        | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | FeudStarted(_) | CardTurnedUp(..)
        | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_) | JourneyedOut(..)
        | ReturnedLaden(..) | Harvested(_) | GoodsKept(..) | Fostered(..) | SentOff(..)
        | FosterPassed(_) | FosterTurnEnded(_) | PoolFilled(_) | PoolReplaced(..)
        | BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_)
        | BondiDiscarded(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..)
        | CaptureFailed(..) | FarmBurned(_) | Captured(_) | DeedDiscarded(_) | Outlawed(..)
        | Scored(..) | Recovered | Eliminated(_) | ArsonPlaced(_) | OutlawMoved(..)
        | InstructionSet(..) | OrderPlanned(..) | PlansWithdrawn(_) | PlanPlayed(..)
        | InstructionUsed(..) | PlansDropped(..) => {}
    }
}

fn entry(entry: &QueueEntry) -> Entry {
    Entry {
        seat: entry.who.seat,
        statute: entry.statute,
        strength: entry.strength,
        group: set(&entry.participants),
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
        PhaseStarted(step) => {
            state.step = *step;
            state.deed = Deed::default();
            state.queue = List::new();
            state.hunters = Seats::NONE;
            if *step == Step::Hunt {
                state.hunters = state.players().collect();
            }
        }
        ActionStarted(started) => {
            let seat = started.who.seat;
            state.deed = Deed {
                seat,
                action: started.action,
                source: started.source,
                strength: started.strength,
                left: started.strength,
                group: set(&started.participants),
                ..Deed::default()
            };
            match started.source {
                ActionSource::Council => {
                    state.queue.remove(0);
                    state.begun = false;
                }
                ActionSource::Home => state.home = false,
                ActionSource::Bondi(slot) => state.bondi &= !(1 << slot),
            }
            if started.source != ActionSource::Council {
                state.begun = true;
                state.acted = true;
            }
        }
        HuntStarted(who, slots) => {
            state.hunters.remove(who.seat);
            state.bondi = slots.iter().fold(0, |bits, slot| bits | 1 << slot);
            state.home = true;
            state.acted = false;
            state.begun = false;
            state.deed = Deed { seat: who.seat, source: ActionSource::Home, ..Deed::default() };
        }
        HuntSkipped(who) => state.hunters.remove(who.seat),
        // Applied elsewhere, or without effect on the state.
        Opened(_) | Shuffled(_) | HiddenRedrawn(_) | StepStarted(..) | SideTaken(..)
        | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | Proposed(..) | VoteSealed(..)
        | VotesOpened | Voted(..) | QueueBuilt(_) | ThingmenReturned(_) | CardsDrawn(_)
        | DrawDiscarded(..) | Settled(..) | Expanded(..) | Rebuilt(..) | ThingmenSent(..)
        | BandDeparted(_) | BandCrossed(..) | BandArrived(..) | BandDestroyed(_)
        | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | FeudStarted(_) | CardTurnedUp(..)
        | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_) | JourneyedOut(..)
        | ReturnedLaden(..) | Harvested(_) | GoodsKept(..) | Fostered(..) | SentOff(..)
        | FosterPassed(_) | FosterTurnEnded(_) | PoolFilled(_) | PoolReplaced(..)
        | BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_)
        | BondiDiscarded(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..)
        | CaptureFailed(..) | FarmBurned(_) | Captured(_) | DeedDiscarded(_) | Outlawed(..)
        | Scored(..) | Recovered | Eliminated(_) | ArsonPlaced(_) | OutlawMoved(..)
        | InstructionSet(..) | OrderPlanned(..) | PlansWithdrawn(_) | PlanPlayed(..)
        | InstructionUsed(..) | PlansDropped(..) => {}
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
        // Applied elsewhere, or without effect on the state.
        Opened(_) | Shuffled(_) | HiddenRedrawn(_) | StepStarted(..) | SideTaken(..)
        | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | Proposed(..) | VoteSealed(..)
        | VotesOpened | Voted(..) | QueueBuilt(_) | ThingmenReturned(_) | ActionStarted(_)
        | PhaseStarted(_) | HuntStarted(..) | HuntSkipped(_) | CardsDrawn(_)
        | DrawDiscarded(..) | Settled(..) | Expanded(..) | Rebuilt(..) | ThingmenSent(..)
        | BandDeparted(_) | BandCrossed(..) | BandArrived(..) | BandDestroyed(_)
        | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | FeudStarted(_) | CardTurnedUp(..)
        | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_) | JourneyedOut(..)
        | ReturnedLaden(..) | Harvested(_) | GoodsKept(..) | Fostered(..) | SentOff(..)
        | FosterPassed(_) | FosterTurnEnded(_) | PoolFilled(_) | PoolReplaced(..)
        | BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_)
        | BondiDiscarded(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..)
        | CaptureFailed(..) | FarmBurned(_) | Captured(_) | DeedDiscarded(_) | Outlawed(..)
        | ArsonPlaced(_) | OutlawMoved(..) | InstructionSet(..) | OrderPlanned(..)
        | PlansWithdrawn(_) | PlanPlayed(..) | InstructionUsed(..) | PlansDropped(..) => {}
    }
}

#[inline(never)]
fn aside(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        InstructionSet(who, instruction) => state.standing[who.seat].instruct(*instruction),
        OrderPlanned(who, step, text) => state.drawer[who.seat].push((*step, text.clone())),
        PlansWithdrawn(who) => state.drawer[who.seat].clear(),
        PlanPlayed(who, step, text) => {
            let drawer = &mut state.drawer[who.seat];
            if let Some(place) = drawer.iter().position(|left| left.0 == *step && left.1 == *text) {
                drawer.remove(place);
            }
        }
        PlansDropped(who, step, _) => {
            state.drawer[who.seat].retain(|(known, _)| known != step);
        }
        // Applied elsewhere, or without effect on the state.
        Opened(_) | Shuffled(_) | HiddenRedrawn(_) | StepStarted(..) | SideTaken(..)
        | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | Proposed(..) | VoteSealed(..)
        | VotesOpened | Voted(..) | QueueBuilt(_) | ThingmenReturned(_) | ActionStarted(_)
        | PhaseStarted(_) | HuntStarted(..) | HuntSkipped(_) | CardsDrawn(_)
        | DrawDiscarded(..) | Settled(..) | Expanded(..) | Rebuilt(..) | ThingmenSent(..)
        | BandDeparted(_) | BandCrossed(..) | BandArrived(..) | BandDestroyed(_)
        | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | FeudStarted(_) | CardTurnedUp(..)
        | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_) | JourneyedOut(..)
        | ReturnedLaden(..) | Harvested(_) | GoodsKept(..) | Fostered(..) | SentOff(..)
        | FosterPassed(_) | FosterTurnEnded(_) | PoolFilled(_) | PoolReplaced(..)
        | BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_)
        | BondiDiscarded(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..)
        | CaptureFailed(..) | FarmBurned(_) | Captured(_) | DeedDiscarded(_) | Outlawed(..)
        | Scored(..) | Recovered | Eliminated(_) | ArsonPlaced(_) | OutlawMoved(..)
        | InstructionUsed(..) => {}
    }
}
