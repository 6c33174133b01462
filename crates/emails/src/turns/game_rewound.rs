//! The game was rewound to an earlier step.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::notice::Notice;
use crate::parts::safe_line::SafeLine;
use crate::parts::todo::Todo;
use crate::{Email, templates};
use ravenpost_rules::Narration;
use ravenpost_rules::numbers::Step;

#[derive(Clone, Debug)]
pub struct Rewound {
    pub frame: Frame,
    pub game: GameCard,
    /// Who proposed it: "Red" or "The organiser".
    pub who: SafeLine,
    pub to: Step,
    pub reason: SafeLine,
    /// What was undone, as narrated to the reader; limited to the latest.
    pub undone: Vec<Narration>,
    /// Whether anything was drawn again.
    pub redealt: bool,
    /// The reader's pending decision, or the awaited seats.
    pub now: Todo,
}

templates!(Rewound, "emails/game_rewound.txt", "emails/game_rewound.html");

impl Rewound {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::GameRewound,
            headline: self.headline(),
            opening: self.now.words.to_string(),
            why: "you are in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }

    fn headline(&self) -> String {
        format!("Back to step {}", self.to)
    }

    /// Returns the news for another email.
    pub fn notice(&self) -> Notice {
        let line = format!("The game went back as proposed by {}: {}", self.who, self.reason);
        let kind = NotificationKind::GameRewound;
        Notice { kind, headline: self.headline().into(), lines: vec![line.into()] }
    }
}
