//! What facts bring to light: what cannot be taken back, what only writes down something for
//! later, and what may be said beforehand.

use super::super::super::state::facts::Fact;
use super::super::super::things::kinds::Good;
use super::super::super::things::who::Who;
use ravenpost_rules::Seat;

/// What a fact does with what is hidden.
enum Light {
    /// It tells nobody anything that was not known, or is known by what was ordered.
    Plain,
    /// It only writes down what a seat wants done later.
    Noted,
    Reveals(Hidden),
}

/// What comes to light.
enum Hidden {
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

/// Every fact is named here, so that none comes that uncovers something unnoticed.
fn light(fact: &Fact) -> Light {
    Light::Reveals(match fact {
        Fact::Shuffled(..) | Fact::Shown(..) => Hidden::Tile,
        Fact::DrewRunes(who, runes) => Hidden::Runes(*who, runes.len()),
        Fact::Began(who, _) => Hidden::Cards(*who),
        // That the host could give so much gold was not known before.
        Fact::Visited(_, host, _, got) if got[Good::GOLD] > 0 => Hidden::Purse(*host),
        Fact::NoGold(_, host) => Hidden::Purse(*host),
        Fact::Sent(_, host) | Fact::Declined(_, host) => Hidden::Answer(*host),
        Fact::Accepted(_, host, ..) => Hidden::Answer(*host),
        Fact::Income(_) | Fact::Claimants(_) => Hidden::Income,
        Fact::Claimed(_) => Hidden::Claims,
        Fact::Scored(..) => Hidden::Glory,
        Fact::RunesShuffled(_) | Fact::Taken(..) | Fact::Stopped(..) | Fact::Obeyed(_) => {
            Hidden::Secret
        }
        Fact::Instructed(..) | Fact::Left(..) => return Light::Noted,
        Fact::Opened(_) | Fact::Home(..) | Fact::Round(..) | Fact::Now(..) => return Light::Plain,
        Fact::Resealed(..) => return Light::Plain,
        Fact::TimeUp | Fact::Over | Fact::RoundOver => return Light::Plain,
        Fact::Planned(..) | Fact::Paid(..) | Fact::Ordered(..) => return Light::Plain,
        Fact::Session(..) | Fact::Swapped(..) | Fact::LaidDown(..) => return Light::Plain,
        Fact::Ended(_) | Fact::Moved(_) | Fact::Boarded(_) | Fact::Sailed(_) => {
            return Light::Plain;
        }
        Fact::Landed(..) | Fact::Attacked(..) | Fact::Retired(..) => return Light::Plain,
        Fact::Beaten { .. } | Fact::AxesBroken { .. } | Fact::Took(_) => return Light::Plain,
        Fact::Withdrew(..) | Fact::Shifted(..) | Fact::Posted(..) => return Light::Plain,
        Fact::Lifted(..) | Fact::Converted(..) | Fact::Cast { .. } => return Light::Plain,
        Fact::Cleansed(..) | Fact::BoughtRunes(..) | Fact::Bought(..) => return Light::Plain,
        Fact::Traded(..) | Fact::Tanned(..) | Fact::Refilled { .. } => return Light::Plain,
        Fact::Visited(..) | Fact::Offering { .. } => return Light::Plain,
        Fact::Built { .. } | Fact::BuiltNothing(_) | Fact::Claiming(..) => return Light::Plain,
    })
}

/// Whether a fact brings something hidden to light, for anybody.
pub fn reveals(fact: &Fact) -> bool {
    matches!(light(fact), Light::Reveals(_))
}

/// Whether a fact only writes down what a seat wants done later.
pub fn is_instruction(fact: &Fact) -> bool {
    matches!(light(fact), Light::Noted)
}

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn preview_note(fact: &Fact, seat: Seat) -> Option<String> {
    let Light::Reveals(hidden) = light(fact) else { return None };
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
