//! The letter about what the organiser did to a running game.

use super::author::Author;
use crate::letters::{Letter, Line, Organised};
use crate::rules::Act;
use crate::service::organised::told;

impl Author<'_> {
    pub(super) fn organised(self) -> Option<Letter> {
        let acts = self.live.log.iter().rev().filter(|entry| entry.event.seq <= self.seq);
        let (act, means) = acts.into_iter().find_map(|entry| {
            let means = match entry.act {
                Act::Frozen { .. } => "Until it goes on no order is taken and no clock runs.",
                Act::Thawed { .. } => "Each clock has the time that was left when it was stopped.",
                Act::Extended { .. } => "What you are asked is the same as before.",
                Act::Nudged { .. } => {
                    "There is no deadline at this table. A seat that does not answer for seven \
                     days after this may be given to somebody else."
                }
                Act::Replaced { bot: Some(_), .. } => "It goes on, and nobody else loses time.",
                Act::Replaced { .. } => {
                    "What that seat is asked is asked anew, with all the time there is for it. \
                     Should nobody have come by then, the fallback is played."
                }
                Act::TakenOver { .. } => "No other clock has changed.",
                _ => return None,
            };
            Some((entry.act, means))
        })?;
        let name = act.seat().map(|seat| self.live.seat_name(seat)).unwrap_or_default();
        let letter = Organised {
            what: Line::from(told(act, &name)),
            means: Line::from(means),
            next: self.asks(),
            frame: self.frame,
            game: self.card,
        };
        Some(letter.compose())
    }
}
