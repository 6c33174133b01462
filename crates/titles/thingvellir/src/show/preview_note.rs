//! What may be said before an order of a fact that will bring something to light.

use super::super::state::facts::Fact;
use ravenpost_rules::{Seat, phrase};

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn preview_note(fact: &Fact, seat: Seat) -> Option<String> {
    use Fact::*;
    Some(match fact {
        Drew(drew) => match drew.who {
            Some(who) if who.seat == seat => format!("You draw {}", cards(drew.cards.len())),
            Some(who) => format!("{} draws {}", who.name(), cards(drew.cards.len())),
            None => format!("{} come into the Foster pool", cards(drew.cards.len())),
        },
        Turned(who, ..) if who.seat == seat => "A card is turned up for you".to_owned(),
        Turned(who, ..) => format!("A card is turned up for {}", who.name()),
        Shuffled(_) => "The Orlog is shuffled".to_owned(),
        Unsealed => "All sealed votes are opened".to_owned(),
        Outlawed(..) => "The Outlaw's face is shown".to_owned(),
        // They bring something to light of which no more can be said.
        Dealt(_) | Spent(..) | Strayed(..) | Taken(..) | Obeyed(_) => return None,
        // All others hide nothing, or are told as they stand.
        Now(..) | Placed(..) | Round(_) | Passed(_) | Over(_) | Proposed(..) | Sealed(..)
        | Voted(..) | Queued(_) | Returned(_) | Began(_) | Phase(_) | Hunting(..) | Skipped(_)
        | Cleared(..) | Settled(..) | Expanded(..) | Rebuilt(..) | Sent(..) | Rode(_)
        | Crossed(..) | Reached(..) | Broken(_) | Halted(..) | LetPass(_) | HuntedOutlaw(..)
        | Feud(_) | Added(..) | Accepted(..) | Held(_) | Won(..) | Slain(_) | Razed(_)
        | Spared(_) | Claimed(..) | Settlement | PutOut(..) | CameHome(..) | Harvested(_)
        | Kept(..) | Fostered(..) | SentOff(..) | Declined(_) | Chose(_) | Filled(_)
        | Replaced(..) | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_) | SlainAtFeast(..)
        | Armed(..) | Paid(..) | Failed(..) | Burned(_) | Captured(_) | Disposed(_)
        | Scored(..) | Recovered | Eliminated(_) | Arson(_) | Instructed(..) | Left(..)
        | Withdrawn(_) | Dropped(..) | Resealed(_) => return None,
    })
}

/// "1 card", "3 cards".
fn cards(count: usize) -> String {
    phrase::count(count, "card")
}
