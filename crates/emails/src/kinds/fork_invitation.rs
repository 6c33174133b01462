//! Players of the reader's game invite the reader to a fork of it.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

use ravenpost_rules::numbers::Step;

/// Forks of the reader's game in which a seat is reserved for the reader.
#[derive(Clone, Debug)]
pub struct AskedAlong {
    pub frame: Frame,
    /// The original game.
    pub game: GameCard,
    /// The reader's seat, in the original and in the fork.
    pub own: Badge,
    pub asked: Vec<Along>,
}

/// A fork that the reader is invited to join.
#[derive(Clone, Debug)]
pub struct Along {
    /// Who invites the reader.
    pub name: SafeLine,
    pub seat: Badge,
    pub step: Step,
    /// The page for taking the seat.
    pub page: String,
}

templates!(AskedAlong, "emails/fork_invitation.txt", "emails/fork_invitation.html");

impl AskedAlong {
    pub fn compose(&self) -> Email {
        let what = match self.asked.as_slice() {
            [one] => format!("Join a fork from step {}?", one.step),
            _ => "Join a fork?".to_owned(),
        };
        let by = self.asked.first().map_or("", |one| &*one.name);
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::ForkInvitation,
            headline: what,
            opening: format!("{by} invites you to a fork. Your seat is reserved."),
            why: "you are in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
