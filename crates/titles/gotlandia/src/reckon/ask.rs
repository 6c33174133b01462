//! Determines from the state who is awaited and for which decision of R24.1, without using private
//! information.

use super::super::state::steps::Step;
use super::super::state::{Stage, State};
use super::super::things::ids::Rep;
use super::super::things::seats::voice;
use super::growth::{buries, payable};
use super::losses::{items, times};
use super::plague::keeps;
use ravenpost_rules::{Awaited, Narrator, Seat};

/// A decision of R24.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Reputation,
    Tribute,
    Keep,
    RaidLoss,
    Trouble,
    Turn,
    RaidShip,
    Pirate,
    Sink,
    Steal,
    Follow,
    End,
}

impl Ask {
    /// Returns the id used in the rules.
    pub fn id(self) -> &'static str {
        match self {
            Ask::Reputation => "reputation",
            Ask::Tribute => "tribute",
            Ask::Keep => "keep",
            Ask::RaidLoss => "raid-loss",
            Ask::Trouble => "trouble",
            Ask::Turn => "turn",
            Ask::RaidShip => "raid-ship",
            Ask::Pirate => "pirate",
            Ask::Sink => "sink",
            Ask::Steal => "steal",
            Ask::Follow => "follow-up",
            Ask::End => "end",
        }
    }

    /// Returns whether it is sealed or prompted out of turn, so that the time of an answer could
    /// reveal an instruction.
    pub fn is_private(self) -> bool {
        self != Ask::Turn && !self.goes_on()
    }

    /// Returns whether it only continues a turn already begun.
    pub fn goes_on(self) -> bool {
        matches!(self, Ask::RaidShip | Ask::Pirate | Ask::Sink | Ask::Steal | Ask::Follow)
    }
}

/// Returns the seat's current decision.
pub fn ask(state: &State, seat: Seat) -> Option<Ask> {
    if !state.has(seat) {
        return None;
    }
    let house = state.of(seat);
    let unsealed = house.sealed.is_none();
    match state.stage {
        Stage::Reputation => unsealed.then_some(Ask::Reputation),
        Stage::Tribute => (unsealed && house.owes > 0).then_some(Ask::Tribute),
        Stage::RaidLoss => (unsealed && house.owes > 0).then_some(Ask::RaidLoss),
        Stage::Keep => (unsealed && keeps(state, seat)).then_some(Ask::Keep),
        Stage::Trouble => house.is(Rep::TROUBLEMAKERS).then_some(Ask::Trouble),
        Stage::Turns => turn(state, seat),
        Stage::End => {
            let choice = payable(state, seat).is_some() || buries(house);
            (unsealed && choice).then_some(Ask::End)
        }
        Stage::Reveal | Stage::Draw | Stage::Scoring | Stage::Over => None,
    }
}

fn turn(state: &State, seat: Seat) -> Option<Ask> {
    if seat != state.turn {
        return None;
    }
    if !state.acted {
        let house = state.of(seat);
        return (house.free > 0 && !house.hand.is_empty()).then_some(Ask::Turn);
    }
    match state.steps.first()? {
        Step::Raid => Some(Ask::RaidShip),
        Step::Pirate => Some(Ask::Pirate),
        Step::Sink | Step::Wise => Some(Ask::Sink),
        Step::Steal => Some(Ask::Steal),
        Step::Follow => Some(Ask::Follow),
        Step::Draw | Step::Gossip => None,
    }
}

/// Returns all awaited seats, in seat order.
pub fn awaited(state: &State) -> Vec<Awaited> {
    let asked = state.seats().filter_map(|seat| ask(state, seat).map(|ask| (seat, ask)));
    asked
        .map(|(seat, ask)| Awaited {
            seat,
            decision: ask.id(),
            ask: ravenpost_rules::Ask::turn(seat, |narrator| sentence(state, seat, ask, narrator)),
            goes_on: ask.goes_on(),
            private: ask.is_private(),
        })
        .collect()
}

/// Describes the decision of a seat: "Red plays a card".
pub fn sentence(state: &State, seat: Seat, ask: Ask, narrator: &Narrator) -> String {
    let owes = state.of(seat).owes;
    let gifts = state.options.gifts();
    let voice = voice(narrator, seat);
    let duty = match ask {
        Ask::Reputation => "choose one of two reputations".to_owned(),
        Ask::Tribute => format!("pay a tribute of {}", items(owes)),
        Ask::RaidLoss if gifts => {
            format!("lose 2 Silver or 1 resource to pirates{}", times(owes))
        }
        Ask::RaidLoss => format!("lose {} to pirates", items(owes)),
        Ask::Keep => "keep one farmstead in the Black Death".to_owned(),
        Ask::Trouble => return voice.may("place a pirate"),
        Ask::Turn => "play a card".to_owned(),
        Ask::RaidShip => "command the ships of a raid".to_owned(),
        Ask::Pirate => "place a pirate".to_owned(),
        Ask::Sink => "sink a pirate".to_owned(),
        Ask::Steal => "steal 1 Silver".to_owned(),
        Ask::Follow => return voice.may("use a follow-up"),
        Ask::End => return voice.may("pay Grain to grow, or bury Silver and cards"),
    };
    voice.does(&duty)
}
