//! Somebody asks somebody to a table.

use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::seats::{Sitting, taken};
use super::{Letter, templates};

/// The letter that asks somebody to a table.
#[derive(Clone, Debug)]
pub struct Invitation {
    pub frame: Frame,
    pub game: GameCard,
    /// Who invites, by the name they chose. It and the table's name reach somebody who never asked
    /// for anything: both are made by [`SafeLine::for_strangers`].
    pub from: SafeLine,
    /// A sentence about the title that makes one want to play.
    pub tagline: SafeLine,
    pub seats: Vec<Sitting>,
    /// Whether it is played already, and a seat waits for somebody to go on with it.
    pub running: bool,
    /// What whoever sits down agrees to, a sentence each: the clock, whose consent it takes to go
    /// back, who looks after the table.
    pub contract: Vec<SafeLine>,
    /// The options of the table, a line each.
    pub options: Vec<SafeLine>,
    /// What may be wished for with taking a seat by letter, and how.
    pub wish: Option<SafeLine>,
    /// Shows the table and takes the seat after one more click.
    pub link: String,
}

templates!(Invitation, "letters/invitation.txt", "letters/invitation.html");

impl Invitation {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::Invitation,
            subject: format!("{} invites you to a game of {}", self.from, self.game.title),
            opening: self.tagline.to_string(),
            why: format!(
                "{} gave your address to invite you; it is used for nothing else",
                self.from
            ),
        };
        top.seal(Text::both(self, &top), None)
    }

    fn taken(&self) -> String {
        taken(&self.seats)
    }
}
