//! Chat messages at the table, several in one email.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

/// A chat notification. The messages themselves are in the frame, as in other emails.
#[derive(Clone, Debug)]
pub struct ChatNotification {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// What the reader has to decide meanwhile; `None` while others are awaited.
    pub asked: Option<SafeLine>,
    /// The seat to reply to with `say to`: the last one that wrote privately to the reader.
    pub back: Option<SafeLine>,
}

templates!(ChatNotification, "emails/chat_message.txt", "emails/chat_message.html");

impl ChatNotification {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::ChatMessage,
            headline: self.headline(),
            opening: self.opening(),
            why: "you have new messages".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }

    /// Returns the heading: "3 new messages".
    fn headline(&self) -> String {
        match self.frame.heard.len() {
            1 => "New message".to_owned(),
            many => format!("{many} new messages"),
        }
    }

    /// Returns the page with all messages.
    fn link(&self) -> String {
        format!("{}/talk", self.game.page)
    }

    /// Returns the last message, as the preview text.
    fn opening(&self) -> String {
        let last = self.frame.heard.last();
        last.map_or_else(String::new, |last| format!("{}: {}", last.name, last.line()))
    }
}
