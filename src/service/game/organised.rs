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
        _ => String::new(),
    }
}
