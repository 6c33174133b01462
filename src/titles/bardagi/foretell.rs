//! What may be said before an order of a fact that will bring something to light.

use super::facts::Fact;
use crate::rules::Seat;

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn foretell(fact: &Fact, seat: Seat) -> Option<String> {
    Some(match fact {
        Fact::DrewRunes(who, runes) if who.seat == seat => match runes.len() {
            1 => "You draw 1 Rune".to_owned(),
            count => format!("You draw {count} Runes"),
        },
        Fact::Shuffled(..) | Fact::Shown(..) => "A new tile is turned up".to_owned(),
        Fact::Began(who, _) if who.seat == seat => "Your cards are laid open".to_owned(),
        Fact::Began(..) => "The next seat lays its cards open".to_owned(),
        Fact::NoGold(_, host) | Fact::Visited(_, host, ..) => {
            format!("It shows whether {} can pay", host.name())
        }
        Fact::Sent(_, host) | Fact::Declined(_, host) | Fact::Accepted(_, host, ..) => {
            format!("{} answers the offer", host.name())
        }
        Fact::Income(_) | Fact::Claimants(_) => "What comes in for everybody is told".to_owned(),
        Fact::Claimed(_) => "What everybody has claimed is shown".to_owned(),
        Fact::Scored(..) => "The last glory is counted".to_owned(),
        _ => return None,
    })
}
