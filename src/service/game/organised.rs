//! What an organiser did to a running game, in words.

use chrono::TimeDelta;

use crate::letters::when::span;
use crate::rules::Act;

/// What such an act is in a sentence; the name is that of the seat it is about.
pub fn told(act: &Act, name: &str) -> String {
    match act {
        Act::Frozen { reason, .. } => {
            format!("The organiser stopped the game: \u{201c}{reason}\u{201d}")
        }
        Act::Thawed { due: false } => "The organiser let the game go on".to_owned(),
        Act::Thawed { due: true } => {
            "The game goes on: it had stood still for as long as it may".to_owned()
        }
        Act::Extended { seconds, reason, .. } => {
            let time = span(TimeDelta::seconds((*seconds).into()));
            format!("The organiser gave {name} {time} more: \u{201c}{reason}\u{201d}")
        }
        Act::Replaced { bot, open, reason, .. } => {
            let whom = match (bot, open) {
                (Some(bot), _) => format!("and gave it to the bot {bot}"),
                (None, true) => "and lets it wait for whoever comes first".to_owned(),
                (None, false) => "and lets it wait for somebody who is invited".to_owned(),
            };
            let took = format!("The organiser took the seat of {name} from its player {whom}");
            format!("{took}: \u{201c}{reason}\u{201d}")
        }
        Act::TakenOver { organiser, .. } => {
            let who = if *organiser { "The organiser" } else { "Somebody else" };
            format!("{who} plays {name} from here on, with all the time there is for a question")
        }
        _ => String::new(),
    }
}
