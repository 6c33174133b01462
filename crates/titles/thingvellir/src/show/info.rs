//! What every fact is for those who look on: who may know it as it is stored, who is told of it,
//! whether it is an instruction, and what it brings to light. Nobody's yet is the order of the
//! Orlog, and a face that is tucked away.

use super::super::state::facts::Fact;
use super::super::things::who::Who;
use ravenpost_rules::{Audience, FactInfo, Seat, phrase};

/// What comes to light.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hidden {
    /// So many cards of the Orlog, for a seat or for the Foster pool.
    Drawn(Option<Who>, usize),
    /// The card that is turned up for a seat.
    Turned(Who),
    /// That Doom goes into the Orlog again.
    Orlog,
    Votes,
    /// Whose face a Bondi has.
    Face,
    /// What was private or lay hidden, and of which no more can be said.
    Secret,
}

pub fn info(fact: &Fact) -> FactInfo<Hidden> {
    use Fact::*;
    let open = FactInfo::open();
    // What stands in them is nobody's to know yet, and less is told of it to everybody.
    let half = FactInfo::hidden().told_to(Audience::Everybody);
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
        // Seen on the board, or by what follows.
        BandCrossed(..) | BandArrived(..) | FeudEnded => open.untold(),
        Opened(_) | OutlawMoved(..) => open.revealing(Hidden::Secret),
        VotesOpened => open.revealing(Hidden::Votes),
        CardTurnedUp(who, ..) => open.revealing(Hidden::Turned(*who)),
        // Other faces are seen while one chooses among them, and never again (R22.1).
        CardsDrawn(drawn) => {
            let info = if drawn.face_up { open } else { half };
            info.revealing(Hidden::Drawn(drawn.who, drawn.cards.len()))
        }
        Shuffled(_) => half.revealing(Hidden::Orlog),
        BondiDiscarded(..) => half.revealing(Hidden::Secret),
        // The Bondi's face, which was tucked away until then, lies open as the Outlaw's.
        Outlawed(..) => half.revealing(Hidden::Face),
        GoodsKept(..) | PoolFilled(_) | PoolReplaced(..) | Fostered(..) | SentOff(..)
        | FosterPassed(_) => half,
        BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_) | OutlawHunted(..)
        | GoodAdded(..) => half,
        Claimed(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..) | CaptureFailed(..) => half,
        StepStarted(..) | HuntStarted(..) | HiddenRedrawn(_) | FosterTurnEnded(_)
        | DeedDiscarded(_) => FactInfo::hidden(),
        // A vote is hidden until it is opened; the vote of all is opened by one fact of its own.
        VoteSealed(who, _) | Voted(who, _) => FactInfo::own(who.seat).told_to(Audience::Everybody),
        InstructionSet(who, _) | OrderPlanned(who, ..) | PlansWithdrawn(who) => {
            FactInfo::instruction(who.seat)
        }
        // Private until now: a standing instruction answers, an order left in advance is played.
        PlanPlayed(who, ..) | InstructionUsed(who, ..) => {
            FactInfo::own(who.seat).revealing(Hidden::Secret)
        }
        // What is dropped is told to its owner alone and changes nothing for anybody else: a
        // preview cut there would tell that something lay in another's drawer.
        PlansDropped(who, ..) => FactInfo::own(who.seat),
    }
}

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn preview_note(hidden: Hidden, seat: Seat) -> Option<String> {
    Some(match hidden {
        Hidden::Drawn(Some(who), count) if who.seat == seat => format!("You draw {}", cards(count)),
        Hidden::Drawn(Some(who), count) => format!("{} draws {}", who.name(), cards(count)),
        Hidden::Drawn(None, count) => format!("{} come into the Foster pool", cards(count)),
        Hidden::Turned(who) if who.seat == seat => "A card is turned up for you".to_owned(),
        Hidden::Turned(who) => format!("A card is turned up for {}", who.name()),
        Hidden::Orlog => "The Orlog is shuffled".to_owned(),
        Hidden::Votes => "All sealed votes are opened".to_owned(),
        Hidden::Face => "The Outlaw's face is shown".to_owned(),
        Hidden::Secret => return None,
    })
}

/// "1 card", "3 cards".
fn cards(count: usize) -> String {
    phrase::count(count, "card")
}
