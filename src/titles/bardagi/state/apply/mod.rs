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

use super::State;
use super::facts::Fact;

/// Makes the state after a fact. Each kind of fact belongs to one file here.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened(_)
        | Fact::Home(..)
        | Fact::Round(..)
        | Fact::Now(..)
        | Fact::TimeUp
        | Fact::Scored(..)
        | Fact::Over
        | Fact::Planned(..)
        | Fact::Began(..)
        | Fact::RoundOver => course::apply(state, fact),
        Fact::Paid(..)
        | Fact::Ordered(..)
        | Fact::Session(..)
        | Fact::Swapped(..)
        | Fact::LaidDown(..)
        | Fact::Ended(_) => turn::apply(state, fact),
        Fact::Moved(_)
        | Fact::Boarded(_)
        | Fact::Sailed(_)
        | Fact::Landed(..)
        | Fact::Withdrew(..) => moves::apply(state, fact),
        Fact::Attacked(..)
        | Fact::Retired(..)
        | Fact::Beaten { .. }
        | Fact::AxesBroken { .. }
        | Fact::Took(_)
        | Fact::Shifted(..)
        | Fact::Posted(..)
        | Fact::Lifted(..) => attack::apply(state, fact),
        Fact::RunesShuffled(_)
        | Fact::DrewRunes(..)
        | Fact::Converted(..)
        | Fact::Cast { .. }
        | Fact::Cleansed(..)
        | Fact::BoughtRunes(..) => godi::apply(state, fact),
        Fact::Bought(..)
        | Fact::Traded(..)
        | Fact::Tanned(..)
        | Fact::Refilled { .. }
        | Fact::Visited(..)
        | Fact::NoGold(..)
        | Fact::Offering { .. }
        | Fact::Sent(..)
        | Fact::Declined(..)
        | Fact::Accepted(..) => trade::apply(state, fact),
        Fact::Shuffled(..) | Fact::Shown(..) | Fact::Built { .. } | Fact::BuiltNothing(_) => {
            yard::apply(state, fact);
        }
        Fact::Income(_) | Fact::Claimants(_) | Fact::Claiming(..) | Fact::Claimed(_) => {
            claim::apply(state, fact);
        }
        Fact::Instructed(..)
        | Fact::Left(..)
        | Fact::Taken(..)
        | Fact::Stopped(..)
        | Fact::Obeyed(_) => aside::apply(state, fact),
    }
}
