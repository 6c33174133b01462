//! The short reply to a sender without a seat at the table: someone who declines an invitation or
//! cannot accept it, or whose seat was given to another player.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

/// The result of such an email.
#[derive(Clone, Debug)]
pub struct Answer {
    pub frame: Frame,
    /// The game without the reader's seat, with a name made by [`SafeLine::for_strangers`]; `None`
    /// if the reply is not about a game.
    pub game: Option<GameCard>,
    /// The results, one sentence each.
    pub said: Vec<SafeLine>,
}

templates!(Answer, "emails/reply_notice.txt", "emails/reply_notice.html");

impl Answer {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: self.game.as_ref(),
            kind: NotificationKind::ReplyNotice,
            headline: "Your email".to_owned(),
            opening: self.said.first().map(ToString::to_string).unwrap_or_default(),
            why: "you replied to one of our emails".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
