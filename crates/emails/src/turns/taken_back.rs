//! A seat undid orders that others had already been told about.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};
use ravenpost_rules::Narration;
use ravenpost_rules::numbers::Step;

#[derive(Clone, Debug)]
pub struct TakenBack {
    pub frame: Frame,
    pub game: GameCard,
    /// The seat that undid its orders.
    pub who: Badge,
    /// The last step that is still valid.
    pub to: Step,
    /// What was undone, as narrated to the reader.
    pub undone: Vec<Narration>,
    /// Who is awaited now: "Red is to move."
    pub next: SafeLine,
}

templates!(TakenBack, "emails/taken_back.txt", "emails/taken_back.html");

impl TakenBack {
    pub fn compose(&self) -> Email {
        let who = self.who.name();
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::OrderUndone,
            headline: format!("{who} undid a move"),
            opening: self.next.to_string(),
            why: "it had been your turn".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
