//! Applies feuds: rows, totals, slain Thingmen, razed farms, claimed cards.

use super::super::super::things::names::{Area, Card, Edge};
use super::super::State;
use super::super::deed::{Feud, Laid};
use super::super::facts::{Fact, FeudStarted, Slain};
use super::{cards, land};
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

#[inline(never)]
pub fn apply(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        FeudStarted(started) => start(state, started),
        CardTurnedUp(_, side, card) => {
            cards::draw(state, *card, *side);
            count(state, *side, *card);
        }
        GoodAdded(who, side, card) => {
            cards::untuck(state, who.seat, *card);
            state.table.push(Laid { card: *card, tag: side | 2, gone: false });
            count(state, *side, *card);
            next(state);
        }
        ConflictAccepted(_, colour) => {
            state.feud.settled |= 1 << colour.0;
            next(state);
        }
        Held(_) => {
            let holds = state.feud.holds + 1;
            next(state);
            state.feud.holds = holds;
        }
        ConflictWon(who, side, _) => {
            state.feud.won[usize::from(*side)] += 1;
            land::gain(state, who.seat, 1);
        }
        Slain(slain) => {
            slay(state, slain);
            let side = usize::from(state.feud.sides[1] == slain.who.seat);
            state.feud.lost[side] += slain.men;
        }
        Razed(razed) => {
            land::lose_farm(state, razed.area, razed.colour);
            raze_done(state, razed.by.seat);
        }
        Spared(who) => raze_done(state, who.seat),
        Claimed(who, side, taken) => {
            for card in taken {
                cards::pick(state, *card);
                cards::tuck(state, who.seat, *card);
            }
            state.feud.claimed[usize::from(*side)] = true;
        }
        FeudEnded => {
            cards::clear(state);
            state.feud = Default::default();
        }
        Yielded(who) => state.deed.yielded.add(who.seat),
        // Applied elsewhere, or without effect on the state.
        Opened(_) | Shuffled(_) | HiddenRedrawn(_) | StepStarted(..) | SideTaken(..)
        | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | Proposed(..) | VoteSealed(..)
        | VotesOpened | Voted(..) | QueueBuilt(_) | ThingmenReturned(_) | ActionStarted(_)
        | PhaseStarted(_) | HuntStarted(..) | HuntSkipped(_) | CardsDrawn(_)
        | DrawDiscarded(..) | Settled(..) | Expanded(..) | Rebuilt(..) | ThingmenSent(..)
        | BandDeparted(_) | BandCrossed(..) | BandArrived(..) | BandDestroyed(_)
        | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | JourneyedOut(..)
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

fn start(state: &mut State, started: &FeudStarted) {
    let sides = [started.attacker, started.defender].map(|who| who.seat);
    state.feud = Feud {
        sides,
        men: started.men,
        edge: started.edge.unwrap_or(Edge::NONE),
        area: started.area.unwrap_or(Area::NONE),
        ..Feud::default()
    };
    state.table = List::new();
    if let Some(edge) = started.edge {
        state.band.fought.add(sides[1]);
        state.last |= edge.both();
    }
    if let Some(area) = started.area {
        state.last |= area.bit();
    }
}

fn count(state: &mut State, side: u8, card: Card) {
    let colour = card.colour();
    state.feud.worth[usize::from(side)][colour.index()] += card.worth();
    state.feud.opened |= 1 << colour.0;
}

/// Passes the turn to the other side.
fn next(state: &mut State) {
    state.feud.turn ^= 1;
    state.feud.holds = 0;
    if state.feud.sides[0] == state.deed.seat {
        state.begun = true;
    }
}

/// Moves Thingmen to the slain area of their mat.
pub fn slay(state: &mut State, slain: &Slain) {
    let seat = slain.who.seat;
    match slain.edge {
        Some(edge) => state.edges.take(edge, seat, slain.men),
        None => state.band.men -= slain.men,
    }
    state.slain[seat] += slain.men;
}

fn raze_done(state: &mut State, by: Seat) {
    let side = usize::from(state.feud.sides[1] == by);
    state.feud.razed[side] += 1;
}
