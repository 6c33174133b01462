//! The reader timed out and an order was played for the seat.

use chrono::{DateTime, Utc};

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::notice::{Notice, events};
use crate::parts::safe_line::SafeLine;
use crate::parts::todo::Todo;
use crate::{Email, templates};
use ravenpost_rules::Narration;

#[derive(Clone, Debug)]
pub struct DeadlinePassed {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// The missed deadline.
    pub due: DateTime<Utc>,
    /// The order that was played, in notation.
    pub order: SafeLine,
    /// What it led to, as visible to this seat.
    pub happened: Vec<Narration>,
    /// Whether everyone else had moved, so that the game continued without the seat.
    pub passed_over: bool,
    /// A sentence saying that the game no longer waits for the seat, if it does not.
    pub not_awaited: Option<SafeLine>,
    /// The reader's pending decision, or the awaited seats; empty if the game is over.
    pub now: Todo,
}

templates!(DeadlinePassed, "emails/deadline_passed.txt", "emails/deadline_passed.html");

impl DeadlinePassed {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::DeadlinePassed,
            headline: self.headline().to_owned(),
            opening: self.played(),
            why: "a move was due in your game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }

    fn played(&self) -> String {
        format!("The default move \"{}\" was played for you.", self.order)
    }

    /// Returns the news to include in another email about the game.
    pub fn notice(&self) -> Notice {
        let mut lines = vec![SafeLine::from(self.played())];
        lines.extend(self.not_awaited.clone());
        lines.extend(events(&self.happened, self.seat.seat));
        Notice { kind: NotificationKind::DeadlinePassed, headline: self.headline().into(), lines }
    }

    fn headline(&self) -> &'static str {
        if self.passed_over { "You were skipped" } else { "Your time ran out" }
    }
}
