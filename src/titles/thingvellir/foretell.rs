//! What may be said before an order of a fact that will bring something to light.

use super::facts::Fact;
use crate::rules::Seat;

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn foretell(fact: &Fact, seat: Seat) -> Option<String> {
    let count = |cards: usize| if cards == 1 { "1 card".into() } else { format!("{cards} cards") };
    Some(match fact {
        Fact::Drew(drew) => match drew.who {
            Some(who) if who.seat == seat => format!("You draw {}", count(drew.cards.len())),
            Some(who) => format!("{} draws {}", who.name(), count(drew.cards.len())),
            None => format!("{} come into the Foster pool", count(drew.cards.len())),
        },
        Fact::Turned(who, ..) if who.seat == seat => "A card is turned up for you".to_owned(),
        Fact::Turned(who, ..) => format!("A card is turned up for {}", who.name()),
        Fact::Shuffled(_) => "The Orlog is shuffled".to_owned(),
        Fact::Unsealed => "All sealed votes are opened".to_owned(),
        Fact::Outlawed(..) => "The Outlaw's face is shown".to_owned(),
        _ => return None,
    })
}
