//! The game is over: verdict, scores, final board and a link to the replay.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::news::News;
use crate::parts::seats::{FinalStanding, SeatedPlayer, standings};
use crate::turns::your_turn::picture;
use crate::{Email, templates};
use ravenpost_rules::{Narration, Outcome, Presentation, Seat};

#[derive(Clone, Debug)]
pub struct GameOver {
    pub frame: Frame,
    pub game: GameCard,
    pub seats: Vec<SeatedPlayer>,
    pub outcome: Outcome,
    /// Whether the table agreed on the result before the rules produced one; then there are no
    /// scores.
    pub agreed: bool,
    /// What happened since the reader's last order.
    pub happened: Vec<Narration>,
    /// The final board.
    pub presentation: Presentation,
    /// The page that replays the game.
    pub replay: String,
    /// The page with the game story.
    pub saga: String,
    /// The page that verifies every random draw.
    pub check: String,
    /// The secret of the dice in hexadecimal, disclosed now that the game is over.
    pub secret: String,
}

templates!(GameOver, "emails/game_over.txt", "emails/game_over.html");

impl GameOver {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::GameOver,
            headline: "Game over".to_owned(),
            opening: self.outcome.verdict.clone(),
            why: "you played in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), picture(&self.presentation))
    }

    /// Returns the heading: "Blue wins with 41 points".
    fn title(&self) -> &str {
        self.outcome.verdict.trim_end_matches('.')
    }

    fn seat(&self) -> Seat {
        self.game.seat.as_ref().map(|badge| badge.seat).unwrap_or_default()
    }

    fn news(&self) -> News {
        News::few(&self.happened, self.seat(), &self.seats)
    }

    fn all_news(&self) -> News {
        News::listed(&self.happened, self.seat(), &self.seats)
    }

    fn standings(&self) -> Vec<FinalStanding> {
        standings(&self.outcome, &self.seats, !self.agreed)
    }
}
