//! What every fact is for those who look on: who may know it as it is stored, who is told of it,
//! whether it is an instruction, and what it brings to light. Nobody's yet is the order of a pile,
//! and how much gold came in.

use super::super::state::facts::{Fact, Payment};
use super::super::things::kinds::Good;
use super::super::things::who::Who;
use ravenpost_rules::{Audience, FactInfo, Seat};

/// What comes to light.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hidden {
    /// So many Runes of a seat.
    Runes(Who, usize),
    Tile,
    Cards(Who),
    /// How much gold a host has.
    Purse(Who),
    Answer(Who),
    Income,
    Claims,
    Glory,
    /// What a seat has left in advance, or how things lie: nothing is said of it.
    Secret,
}

pub fn info(fact: &Fact) -> FactInfo<Hidden> {
    use Fact::*;
    let open = FactInfo::open();
    // What stands in them is nobody's to know yet, and less is told of it to everybody.
    let half = FactInfo::hidden().told_to(Audience::Everybody);
    match fact {
        Opened(_) | Home(..) | Round(..) | TimeUp | Over | Ended(_) => open,
        Swapped(..) | LaidDown(..) | Moved(_) | Boarded(_) | Sailed(_) | Landed(..) => open,
        Attacked(..) | Retired(..) | Withdrew(..) | Beaten { .. } | AxesBroken { .. } => open,
        Took(_) | Shifted(..) | Posted(..) | Lifted(..) | Converted(..) | Cast { .. } => open,
        Cleansed(..) | Built { .. } | BuiltNothing(_) | Yielded(_) => open,
        RoundOver => open.untold(),
        Shown(..) => open.revealing(Hidden::Tile),
        Began(who, _) => open.revealing(Hidden::Cards(*who)),
        DrewRunes(who, runes) => FactInfo::own(who.seat)
            .told_to(Audience::Everybody)
            .revealing(Hidden::Runes(*who, runes.len())),
        Planned(who, _) => FactInfo::own(who.seat).told_to(Audience::Everybody),
        Offering { who, .. } | Claiming(who, _) => FactInfo::own(who.seat),
        Instructed(who, _) | Left(who, _) => FactInfo::instruction(who.seat),
        Taken(who, _) | Stopped(who, ..) | Obeyed(who) | Answered(who, ..) => {
            FactInfo::own(who.seat).revealing(Hidden::Secret)
        }
        // Cards are told to the seat that uses them: to the others its deeds say as much.
        Paid(who, Payment::Card(_)) => FactInfo::hidden().told_to(Audience::Seat(who.seat)),
        Paid(_, Payment::Council(_) | Payment::Oracle | Payment::Steward | Payment::Charge) => half,
        BoughtRunes(..) | Bought(..) | Traded(..) | Tanned(..) | Refilled { .. } => half,
        // That the host could give so much gold was not known before.
        Visited(_, host, _, got) => match got[Good::GOLD] {
            0 => half,
            1.. => half.revealing(Hidden::Purse(*host)),
        },
        NoGold(_, host) => half.revealing(Hidden::Purse(*host)),
        Sent(_, host) | Declined(_, host) | Accepted(_, host, ..) => {
            half.revealing(Hidden::Answer(*host))
        }
        Income(_) => half.revealing(Hidden::Income),
        Claimed(_) => half.revealing(Hidden::Claims),
        Scored(..) => half.revealing(Hidden::Glory),
        // What is shuffled, and the steps in between, say nothing to anybody.
        Claimants(_) => FactInfo::hidden().revealing(Hidden::Income),
        Shuffled(..) => FactInfo::hidden().revealing(Hidden::Tile),
        RunesShuffled(_) => FactInfo::hidden().revealing(Hidden::Secret),
        Resealed(..) | Now(..) | Ordered(..) | Session(..) => FactInfo::hidden(),
    }
}

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn preview_note(hidden: Hidden, seat: Seat) -> Option<String> {
    match hidden {
        Hidden::Runes(who, _) if who.seat != seat => None,
        Hidden::Runes(_, 1) => Some("You draw 1 Rune".to_owned()),
        Hidden::Runes(_, count) => Some(format!("You draw {count} Runes")),
        Hidden::Tile => Some("A new tile is turned up".to_owned()),
        Hidden::Cards(who) if who.seat == seat => Some("Your cards are laid open".to_owned()),
        Hidden::Cards(_) => Some("The next seat lays its cards open".to_owned()),
        Hidden::Purse(host) => Some(format!("It shows whether {} can pay", host.name())),
        Hidden::Answer(host) => Some(format!("{} answers the offer", host.name())),
        Hidden::Income => Some("What comes in for everybody is told".to_owned()),
        Hidden::Claims => Some("What everybody has claimed is shown".to_owned()),
        Hidden::Glory => Some("The last glory is counted".to_owned()),
        Hidden::Secret => None,
    }
}
