//! The properties of every fact: who may see the stored fact, who is notified, whether it is an
//! instruction, and what it reveals. The order of piles and the amount of gold income stay hidden
//! from all seats.

use super::super::state::facts::{Deal, Fact, OfferItem, Payment};
use super::super::things::kinds::Good;
use super::super::things::who::Who;
use ravenpost_rules::{Audience, FactInfo, Seat};

/// What is revealed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hidden {
    /// A number of Runes of a seat.
    Runes(Who, usize),
    Tile,
    Cards(Who),
    /// How much gold a host has.
    Purse(Who),
    Answer(Who),
    Income,
    Claims,
    Glory,
    /// A pre-order or the order of a pile, about which nothing is said.
    Secret,
}

pub fn info(fact: &Fact) -> FactInfo<Hidden> {
    use Fact::*;
    let open = FactInfo::open();
    // The content is hidden from all seats, and a shortened narration is public.
    let half = FactInfo::hidden().with_audience(Audience::Everybody);
    match fact {
        Opened(_) | ColourAssigned(..) | RoundStarted(..) | TimeUp | GameEnded | TurnEnded(_) => {
            open
        }
        CardsSwapped(..) | CardLaidDown(..) | Moved(_) | Boarded(_) | Sailed(_) | Landed(..) => {
            open
        }
        Attacked(..)
        | GodiRetreated(..)
        | BerserkurRetreated(..)
        | BerserkurDefeated(_)
        | AxeTokensRemoved { .. } => open,
        AreaTaken(_)
        | DisksShifted(_)
        | DisksPosted(..)
        | DisksLifted(..)
        | Converted(..)
        | RuneCast { .. } => open,
        Cleansed(..) | Built { .. } | BuiltNothing(_) | Yielded(_) => open,
        RoundEnded => open.untold(),
        TileTurnedUp(..) => open.revealing(Hidden::Tile),
        TurnStarted(who, _) => open.revealing(Hidden::Cards(*who)),
        RunesDrawn(who, runes) => FactInfo::own(who.seat)
            .with_audience(Audience::Everybody)
            .revealing(Hidden::Runes(*who, runes.len())),
        Planned(who, _) => FactInfo::own(who.seat).with_audience(Audience::Everybody),
        OfferItemSet(OfferItem { who, .. }) | ClaimDrafted(who, _) => FactInfo::own(who.seat),
        InstructionSet(who, _) | PreOrderSet(who, _) => FactInfo::instruction(who.seat),
        PreOrderUsed(who, _) | PreOrderStopped { who, .. } | AutoAnswered { who, .. } => {
            FactInfo::own(who.seat).revealing(Hidden::Secret)
        }
        // A card is narrated to the seat that uses it only; others can infer it from the action.
        Paid(who, Payment::Card(_)) => FactInfo::hidden().with_audience(Audience::Seat(who.seat)),
        Paid(_, Payment::Council(_) | Payment::Oracle | Payment::Steward | Payment::Charge) => half,
        RunesBought { .. } | LandBought(..) | Traded(..) | HidesSold(..) | Refilled(_) => half,
        // It reveals that the host could pay this amount.
        ForcedTrade(deal) => match deal.get[Good::GOLD] {
            0 => half,
            1.. => half.revealing(Hidden::Purse(deal.host)),
        },
        NoGold { host, .. } => half.revealing(Hidden::Purse(*host)),
        OfferSent { host, .. } | OfferDeclined { host, .. } | OfferAccepted(Deal { host, .. }) => {
            half.revealing(Hidden::Answer(*host))
        }
        Income(_) => half.revealing(Hidden::Income),
        Claimed(_) => half.revealing(Hidden::Claims),
        FinalGlory(_) => half.revealing(Hidden::Glory),
        // Shuffles and intermediate steps are not narrated.
        Claimants(_) => FactInfo::hidden().revealing(Hidden::Income),
        TilesShuffled(..) => FactInfo::hidden().revealing(Hidden::Tile),
        RunesShuffled(_) => FactInfo::hidden().revealing(Hidden::Secret),
        HiddenRedrawn { .. } | StepStarted(..) | OrderGiven(..) | SessionChanged(..) => {
            FactInfo::hidden()
        }
    }
}

/// The kind of information that is revealed to the acting seat, but not its content. Nothing is
/// said where it depends on secrets of others.
pub fn preview_note(hidden: Hidden, seat: Seat) -> Option<String> {
    match hidden {
        Hidden::Runes(who, _) if who.seat != seat => None,
        Hidden::Runes(_, 1) => Some("You draw 1 Rune".to_owned()),
        Hidden::Runes(_, count) => Some(format!("You draw {count} Runes")),
        Hidden::Tile => Some("A new tile is turned face up".to_owned()),
        Hidden::Cards(who) if who.seat == seat => Some("Your cards are revealed".to_owned()),
        Hidden::Cards(_) => Some("The next player's cards are revealed".to_owned()),
        Hidden::Purse(host) => Some(format!("This shows whether {} can pay", host.name())),
        Hidden::Answer(host) => Some(format!("{} answers the offer", host.name())),
        Hidden::Income => Some("Everyone's income is revealed".to_owned()),
        Hidden::Claims => Some("Everyone's Claim sheet is revealed".to_owned()),
        Hidden::Glory => Some("The final glory is scored".to_owned()),
        Hidden::Secret => None,
    }
}
