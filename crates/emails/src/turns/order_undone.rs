//! A seat undid orders that others had already been told about.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::notice::Notice;
use crate::parts::todo::Todo;
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
    /// The reader's pending decision, or the awaited seats.
    pub now: Todo,
}

templates!(TakenBack, "emails/order_undone.txt", "emails/order_undone.html");

impl TakenBack {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::OrderUndone,
            headline: self.headline(),
            opening: self.now.words.to_string(),
            why: "it was your turn before the undo".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }

    fn headline(&self) -> String {
        format!("{} undid a move", self.who.name())
    }

    /// Returns the news for another email.
    pub fn notice(&self) -> Notice {
        let line = format!("The game continues from step {}.", self.to);
        let kind = NotificationKind::OrderUndone;
        Notice { kind, headline: self.headline().into(), lines: vec![line.into()] }
    }
}
