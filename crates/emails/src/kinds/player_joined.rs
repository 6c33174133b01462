//! One or more players joined a table that the reader opened or plays at.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::seats::{SeatedPlayer, taken};
use crate::{Email, templates};
use ravenpost_rules::text::phrase;

#[derive(Clone, Debug)]
pub struct Joined {
    pub frame: Frame,
    pub game: GameCard,
    /// Who joined, and in which seats.
    pub came: Vec<SeatedPlayer>,
    /// All seats, taken and free.
    pub seats: Vec<SeatedPlayer>,
}

templates!(Joined, "emails/player_joined.txt", "emails/player_joined.html");

impl Joined {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::PlayerJoined,
            headline: format!("{} joined", self.names()),
            opening: self.stand(),
            why: "you organise or play this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }

    /// Returns the names: "Bo", "Bo and Cleo".
    fn names(&self) -> String {
        let names: Vec<String> = self
            .came
            .iter()
            .map(|one| one.name.as_deref().unwrap_or("a new player").into())
            .collect();
        phrase::and(&names)
    }

    /// Returns how many seats are taken, and when the game will start.
    fn stand(&self) -> String {
        let what = if self.seats.iter().all(|seated| seated.name.is_some()) {
            "The game starts now."
        } else {
            "The game starts when all seats are taken."
        };
        format!("{}. {what}", taken(&self.seats))
    }
}
