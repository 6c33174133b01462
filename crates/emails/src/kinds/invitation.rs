//! An invitation to a table.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::parts::seats::{SeatedPlayer, taken};
use crate::turns::your_turn::picture;
use crate::{Email, Picture, templates};
use ravenpost_rules::Presentation;

#[derive(Clone, Debug)]
pub struct Invitation {
    pub frame: Frame,
    pub game: GameCard,
    /// The inviter's chosen name. Since the reader never signed up, this and the table's name are
    /// made by [`SafeLine::for_strangers`].
    pub from: SafeLine,
    /// A sentence that advertises the title.
    pub tagline: SafeLine,
    pub seats: Vec<SeatedPlayer>,
    /// The players, the expected length and the pace, in a few words each.
    pub facts: Vec<Fact>,
    /// The board at the start; `None` if it cannot be shown.
    pub board: Option<Presentation>,
    /// Whether the game is already running and needs a replacement player.
    pub running: bool,
    /// What a player agrees to by joining, one sentence each: the clock, the consent needed for a
    /// rewind, and who organises the table.
    pub contract: Vec<SafeLine>,
    /// The options of the table, one line each.
    pub options: Vec<SafeLine>,
    /// How to state a preference when accepting by email, if the title has any.
    pub preference: Option<SafeLine>,
    /// The page that shows the table, with a button to take the seat.
    pub link: String,
}

/// A fact about the game, for people who decide whether to join.
#[derive(Clone, Debug)]
pub struct Fact {
    pub name: &'static str,
    pub value: SafeLine,
}

templates!(Invitation, "emails/invitation.txt", "emails/invitation.html");

impl Invitation {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::Invitation,
            headline: format!("{} invites you to a game of {}", self.from, self.game.title),
            opening: self.tagline.to_string(),
            why: format!(
                "{} entered your address to invite you. It is not used for anything else",
                self.from
            ),
        };
        let board = self.board.as_ref().and_then(picture);
        let board = board.map(|board| Picture { near: Some(Vec::new()), ..board });
        top.seal(Text::both(self, &top), board)
    }

    /// Returns the page that declines. Opening it changes nothing.
    fn decline(&self) -> String {
        format!("{}/decline", self.link)
    }

    fn taken(&self) -> String {
        taken(&self.seats)
    }
}
