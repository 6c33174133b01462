//! The properties of every fact: who may see the stored fact, who is notified, whether it is an
//! instruction, and what it reveals. The order of the Orlog and tucked faces stay hidden from all
//! seats.

use super::super::state::facts::Fact;
use super::super::things::who::Who;
use ravenpost_rules::{Audience, FactInfo, Seat, text::phrase};

/// What is revealed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hidden {
    /// A number of cards of the Orlog, for a seat or for the Foster pool.
    Drawn(Option<Who>, usize),
    /// The card that is turned up for a seat.
    Turned(Who),
    /// The order of the Orlog after Doom was shuffled into it.
    Orlog,
    Votes,
    /// The face of a Bondi.
    Face,
    /// Private or hidden information about which nothing can be said.
    Secret,
}

pub fn info(fact: &Fact) -> FactInfo<Hidden> {
    use Fact::*;
    let open = FactInfo::open();
    // The content is hidden from all seats, and a shortened narration is public.
    let half = FactInfo::hidden().with_audience(Audience::Everybody);
    match fact {
        SideTaken(..) | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | Proposed(..)
        | QueueBuilt(_) => open,
        ThingmenReturned(_) | ActionStarted(_) | PhaseStarted(_) | HuntSkipped(_)
        | DrawDiscarded(..) | Settled(..) => open,
        Expanded(..) | Rebuilt(..) | ThingmenSent(..) | BandDeparted(_) | BandDestroyed(_)
        | LetPass(_) => open,
        BandBlocked(..) | FeudStarted(_) | ConflictAccepted(..) | Held(_) | ConflictWon(..)
        | Slain(_) | Razed(_) => open,
        Spared(_) | Yielded(_) | JourneyedOut(..) | ReturnedLaden(..) | Harvested(_)
        | FarmBurned(_) => open,
        Captured(_) | Scored(..) | Recovered | Eliminated(_) | ArsonPlaced(_) => open,
        // Visible on the board, or in later facts.
        BandCrossed(..) | BandArrived(..) | FeudEnded => open.untold(),
        Opened(_) | OutlawMoved(..) => open.revealing(Hidden::Secret),
        VotesOpened => open.revealing(Hidden::Votes),
        CardTurnedUp(who, ..) => open.revealing(Hidden::Turned(*who)),
        // Other faces are visible during the choice only (R22.1).
        CardsDrawn(drawn) => {
            let info = if drawn.face_up { open } else { half };
            info.revealing(Hidden::Drawn(drawn.who, drawn.cards.len()))
        }
        Shuffled(_) => half.revealing(Hidden::Orlog),
        BondiDiscarded(..) => half.revealing(Hidden::Secret),
        // The face of the Bondi, tucked until now, is public as the Outlaw's.
        Outlawed(..) => half.revealing(Hidden::Face),
        GoodsKept(..) | PoolFilled(_) | PoolReplaced(..) | Fostered(..) | SentOff(..)
        | FosterPassed(_) => half,
        BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_) | OutlawHunted(..)
        | GoodAdded(..) => half,
        Claimed(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..) | CaptureFailed(..) => half,
        StepStarted(..) | HuntStarted(..) | HiddenRedrawn(_) | FosterTurnEnded(_)
        | DeedDiscarded(_) => FactInfo::hidden(),
        // A vote is hidden until it is revealed. All votes are revealed by a single fact.
        VoteSealed(who, _) | Voted(who, _) => {
            FactInfo::own(who.seat).with_audience(Audience::Everybody)
        }
        InstructionSet(who, _) | OrderPlanned(who, ..) | PlansWithdrawn(who) => {
            FactInfo::instruction(who.seat)
        }
        // Private until now: a standing instruction answers, or a pre-order is played.
        PlanPlayed(who, ..) | InstructionUsed(who, ..) => {
            FactInfo::own(who.seat).revealing(Hidden::Secret)
        }
        // Dropped pre-orders are shown to their owner only and change nothing for others. Ending a
        // preview there would reveal that they existed.
        PlansDropped(who, ..) => FactInfo::own(who.seat),
    }
}

/// The kind of information that is revealed to the acting seat, but not its content. Nothing is
/// said where it depends on secrets of others.
pub fn preview_note(hidden: Hidden, seat: Seat) -> Option<String> {
    Some(match hidden {
        Hidden::Drawn(Some(who), count) if who.seat == seat => format!("You draw {}", cards(count)),
        Hidden::Drawn(Some(who), count) => format!("{} draws {}", who.name(), cards(count)),
        Hidden::Drawn(None, count) => {
            format!("{} will be turned up for the Foster pool", cards(count))
        }
        Hidden::Turned(who) if who.seat == seat => "A card is turned up for you".to_owned(),
        Hidden::Turned(who) => format!("A card is turned up for {}", who.name()),
        Hidden::Orlog => "The Orlog is shuffled".to_owned(),
        Hidden::Votes => "All sealed votes are revealed".to_owned(),
        Hidden::Face => "The Outlaw's card is revealed".to_owned(),
        Hidden::Secret => return None,
    })
}

fn cards(count: usize) -> String {
    phrase::count(count, "card")
}
