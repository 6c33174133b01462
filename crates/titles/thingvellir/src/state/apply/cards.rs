//! Applies movements of cards: from the Orlog to the table, the mats, the pool and Doom.

use super::super::super::things::names::Card;
use super::super::State;
use super::super::deed::Laid;
use super::super::facts::{BondiSwapped, Fact, Gift};
use super::land;
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

/// Makes a card a Good.
pub fn tuck(state: &mut State, seat: Seat, card: Card) {
    state.tucked.push((card, seat));
    state.goods[seat][card.kind().index()] += 1;
}

/// Removes a Good from its owner's Wealth.
pub fn untuck(state: &mut State, seat: Seat, card: Card) {
    if let Some(place) = state.tucked.iter().position(|known| *known == (card, seat)) {
        state.tucked.remove(place);
        state.goods[seat][card.kind().index()] -= 1;
    }
}

pub fn doom(state: &mut State, card: Card) {
    if card != Card::NONE {
        state.doom |= card.bit();
    }
}

/// Takes the next card off the Orlog.
pub fn draw(state: &mut State, card: Card, tag: u8) {
    state.orlog.pop();
    state.table.push(Laid { card, tag, gone: false });
}

/// Marks a card on the table as gone elsewhere.
pub fn pick(state: &mut State, card: Card) {
    if let Some(laid) = state.table.as_mut().iter_mut().find(|laid| laid.card == card) {
        laid.gone = true;
    }
}

/// Moves the remaining cards of the table to Doom.
pub fn clear(state: &mut State) {
    for laid in state.table.iter().filter(|laid| !laid.gone) {
        state.doom |= laid.card.bit();
    }
    state.table = List::new();
}

/// Moves all of a seat's cards to Doom.
pub fn forfeit(state: &mut State, seat: Seat) {
    let goods: Vec<Card> =
        state.tucked.iter().filter(|(_, owner)| *owner == seat).map(|(card, _)| *card).collect();
    for card in goods {
        untuck(state, seat, card);
        doom(state, card);
    }
    for slot in 0..state.oaths[seat].slots.len() {
        let card = std::mem::replace(&mut state.oaths[seat].slots[slot], Card::NONE);
        doom(state, card);
    }
    state.doom |= std::mem::take(&mut state.hird[seat]);
}

/// Gifts stay on the table until the Feast is over.
fn give(state: &mut State, gift: &Gift) {
    state.begun = true;
    let tag = gift.to.seat.index() as u8;
    for card in &gift.cards {
        untuck(state, gift.who.seat, *card);
        state.table.push(Laid { card: *card, tag, gone: false });
    }
    state.deed.left -= gift.cost;
    state.deed.second = true;
    land::gain(state, gift.who.seat, gift.fame);
}

#[inline(never)]
pub fn apply(state: &mut State, fact: &Fact) {
    use Fact::*;
    match fact {
        Shuffled(cards) => {
            for card in cards.iter().rev() {
                state.orlog.push(*card);
                state.doom &= !card.bit();
            }
        }
        HiddenRedrawn(cards) => state.orlog = cards.iter().rev().copied().collect(),
        CardsDrawn(drawn) => drawn.cards.iter().for_each(|card| draw(state, *card, 0)),
        DrawDiscarded(..) => clear(state),
        GoodsKept(who, cards, _) => {
            for card in cards {
                pick(state, *card);
                tuck(state, who.seat, *card);
            }
            clear(state);
        }
        PoolFilled(card) => {
            pick(state, *card);
            state.pool[card.kind().index()] = *card;
        }
        PoolReplaced(_, card, old) => {
            pick(state, *card);
            state.pool[card.kind().index()] = *card;
            doom(state, *old);
        }
        Fostered(who, card) => {
            state.pool[card.kind().index()] = Card::NONE;
            state.hird[who.seat] |= card.bit();
            state.deed.fostered = true;
        }
        SentOff(who, card) => {
            state.hird[who.seat] &= !card.bit();
            tuck(state, who.seat, *card);
            state.deed.sent = true;
        }
        BondiSworn(who, slot, _, card) => {
            state.begun = true;
            pick(state, *card);
            state.oaths[who.seat].slots[usize::from(slot - 1)] = *card;
            state.deed.count += 1;
            state.deed.slots |= 1 << slot;
        }
        BondiSwapped(swap) => change(state, swap),
        GiftGiven(gift) => give(state, gift),
        GiftsDelivered(_) => {
            for laid in std::mem::take(&mut state.table).iter() {
                tuck(state, Seat::at(usize::from(laid.tag)), laid.card);
            }
        }
        // Applied elsewhere, or without effect on the state.
        Opened(_) | StepStarted(..) | SideTaken(..) | RoundStarted(_) | LawspeakerNamed(_)
        | GameEnded(_) | Proposed(..) | VoteSealed(..) | VotesOpened | Voted(..)
        | QueueBuilt(_) | ThingmenReturned(_) | ActionStarted(_) | PhaseStarted(_)
        | HuntStarted(..) | HuntSkipped(_) | Settled(..) | Expanded(..) | Rebuilt(..)
        | ThingmenSent(..) | BandDeparted(_) | BandCrossed(..) | BandArrived(..)
        | BandDestroyed(_) | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | FeudStarted(_)
        | CardTurnedUp(..) | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..)
        | Slain(_) | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_)
        | JourneyedOut(..) | ReturnedLaden(..) | Harvested(_) | FosterPassed(_)
        | FosterTurnEnded(_) | BondiDiscarded(..) | Murdered(..) | WeaponAdded(..)
        | WordfamePaid(..) | CaptureFailed(..) | FarmBurned(_) | Captured(_) | DeedDiscarded(_)
        | Outlawed(..) | Scored(..) | Recovered | Eliminated(_) | ArsonPlaced(_)
        | OutlawMoved(..) | InstructionSet(..) | OrderPlanned(..) | PlansWithdrawn(_)
        | PlanPlayed(..) | InstructionUsed(..) | PlansDropped(..) => {}
    }
}

fn change(state: &mut State, swap: &BondiSwapped) {
    state.begun = true;
    pick(state, swap.card);
    state.oaths[swap.who.seat].slots[usize::from(swap.slot - 1)] = swap.card;
    doom(state, swap.old);
    state.deed.slots |= 1 << swap.slot;
    state.deed.swapping = true;
    state.bondi &= !(1 << swap.slot);
}
