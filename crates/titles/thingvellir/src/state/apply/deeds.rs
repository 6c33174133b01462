//! Applies Settle, Ride, sailing, murders and captures, and the Outlaw.

use super::super::super::things::names::{Action, Area, Card, Edge};
use super::super::State;
use super::super::deed::{Band, Deed, Strike};
use super::super::facts::{BandDeparted, Captured, Fact};
use super::super::progress::ActionSource;
use super::{cards, feud, land};
use ravenpost_rules::Seat;

#[inline(never)]
pub fn apply(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        Settled(who, area, colour) => {
            state.begun = true;
            land::add_farm(state, who.seat, *area, *colour);
            state.deed.first = true;
        }
        Expanded(who, area, colour, cost, _) => {
            state.begun = true;
            land::add_farm(state, who.seat, *area, *colour);
            state.deed.left -= cost;
            state.deed.second = true;
        }
        Rebuilt(_, area) => rebuild(state, *area),
        ThingmenSent(who, men, edge) => send(state, who.seat, *men, *edge),
        BandDeparted(band) => ride(state, band),
        BandCrossed(..) => state.band.done += 1,
        BandArrived(who, men, edge) => {
            state.edges.add(*edge, who.seat, *men);
            state.band.men = 0;
            state.band.done = state.band.legs;
            state.last |= edge.both();
        }
        BandBlocked(_, edge, held) => {
            state.deed.held &= !edge.bit();
            if *held {
                state.deed.held |= edge.bit();
            }
        }
        OutlawHunted(who, card) => hunt(state, who.seat, *card),
        JourneyedOut(who, men) => {
            state.begun = true;
            state.longhall[who.seat] -= men;
            state.sea[who.seat] += men;
        }
        ReturnedLaden(who, men) => {
            state.begun = true;
            state.sea[who.seat] -= men;
            state.longhall[who.seat] += men;
            state.deed.first = true;
        }
        Harvested(who) => harvest(state, who.seat),
        FosterTurnEnded(who) => {
            state.deed.group.remove(who.seat);
            state.deed.fostered = false;
            state.deed.sent = false;
        }
        ArsonPlaced(area) => state.steads[area.index()].burnt = true,
        OutlawMoved(_, to) => {
            if let Some((_, lair)) = &mut state.outlaw {
                *lair = *to;
            }
        }
        BondiDiscarded(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..) | FarmBurned(_)
        | Captured(_) | DeedDiscarded(_) | Outlawed(..) => strike(state, fact),
        // Applied elsewhere, or without effect on the state.
        Opened(_) | Shuffled(_) | HiddenRedrawn(_) | StepStarted(..) | SideTaken(..)
        | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | Proposed(..) | VoteSealed(..)
        | VotesOpened | Voted(..) | QueueBuilt(_) | ThingmenReturned(_) | ActionStarted(_)
        | PhaseStarted(_) | HuntStarted(..) | HuntSkipped(_) | CardsDrawn(_)
        | DrawDiscarded(..) | BandDestroyed(_) | LetPass(_) | FeudStarted(_) | CardTurnedUp(..)
        | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_) | GoodsKept(..)
        | Fostered(..) | SentOff(..) | FosterPassed(_) | PoolFilled(_) | PoolReplaced(..)
        | BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_)
        | CaptureFailed(..) | Scored(..) | Recovered | Eliminated(_) | InstructionSet(..)
        | OrderPlanned(..) | PlansWithdrawn(_) | PlanPlayed(..) | InstructionUsed(..)
        | PlansDropped(..) => {}
    }
}

fn rebuild(state: &mut State, area: Area) {
    state.begun = true;
    state.steads[area.index()].burnt = false;
    state.deed.left -= 1;
    state.deed.second = true;
    state.last |= area.bit();
}

fn send(state: &mut State, seat: Seat, men: u8, edge: Edge) {
    state.begun = true;
    state.longhall[seat] -= men;
    state.edges.add(edge, seat, men);
    state.deed.left -= men;
    state.band = Band { from: Edge::NONE, path: [edge; 2], legs: 1, done: 1, ..Band::default() };
    state.last |= edge.both();
}

fn hunt(state: &mut State, seat: Seat, outlaw: Card) {
    state.begun = true;
    state.deed.left -= outlaw.worth();
    cards::doom(state, outlaw);
    state.outlaw = None;
    land::gain(state, seat, 1);
}

fn harvest(state: &mut State, seat: Seat) {
    state.begun = true;
    state.acted = true;
    state.deed = Deed {
        seat,
        action: Action::RAID,
        source: ActionSource::Home,
        second: true,
        ..Deed::default()
    };
}

fn ride(state: &mut State, band: &BandDeparted) {
    state.begun = true;
    state.edges.take(band.from, band.who.seat, band.men);
    state.deed.left -= 1;
    state.last |= band.from.both();
    let mut path = [Edge::NONE; 2];
    for (place, edge) in path.iter_mut().zip(&band.path) {
        *place = *edge;
    }
    let legs = band.path.len() as u8;
    state.band = Band { men: band.men, from: band.from, path, legs, ..Band::default() };
}

fn strike(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        BondiDiscarded(who, slot, card, aim) => {
            state.begun = true;
            state.oaths[who.seat].slots[usize::from(slot - 1)] = Card::NONE;
            state.bondi &= !(1 << slot);
            state.deed.count += 1;
            state.strike = Strike { card: *card, ..Strike::default() };
            if let Some(area) = aim {
                state.strike.area = *area;
                state.strike.from = state.owner(*area).unwrap_or(who.seat);
                state.last |= area.bit();
            }
        }
        Murdered(slain, by) => {
            feud::slay(state, slain);
            if let Some(edge) = slain.edge {
                state.strike.lairs |= edge.both() & state.lands[by.seat];
                state.last |= edge.both();
            }
        }
        WeaponAdded(who, card) => {
            cards::untuck(state, who.seat, *card);
            state.strike.weapon = *card;
        }
        WordfamePaid(who, fame) => state.fame[who.seat] -= fame,
        FarmBurned(burned) => {
            let burnt = state.steads[burned.area.index()].burnt;
            land::lose_farm(state, burned.area, burned.colour);
            // An Arson token stays when the District changes owner (R20.7).
            state.steads[burned.area.index()].burnt = burnt;
        }
        Captured(captured) => capture(state, captured),
        DeedDiscarded(_) => dispose(state),
        Outlawed(_, card, lair) => {
            state.strike.card = Card::NONE;
            dispose(state);
            if let Some((old, _)) = state.outlaw.replace((*card, *lair)) {
                cards::doom(state, old);
            }
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
        | CaptureFailed(..) | Scored(..) | Recovered | Eliminated(_) | ArsonPlaced(_)
        | OutlawMoved(..) | InstructionSet(..) | OrderPlanned(..) | PlansWithdrawn(_)
        | PlanPlayed(..) | InstructionUsed(..) | PlansDropped(..) => {}
    }
}

fn capture(state: &mut State, captured: &Captured) {
    let area = captured.area;
    if state.value(area) > 0 {
        return land::hand_over(state, area, captured.who.seat);
    }
    match captured.farm {
        Some(colour) => land::add_farm(state, captured.who.seat, area, colour),
        None => state.steads[area.index()].burnt = false,
    }
}

fn dispose(state: &mut State) {
    let strike = std::mem::take(&mut state.strike);
    cards::doom(state, strike.card);
    cards::doom(state, strike.weapon);
}
