//! All seats are taken and the game has started.

use std::collections::BTreeSet;

use crate::notification_kind::NotificationKind;
use crate::parts::choices::{Choices, Offered};
use crate::parts::frame::{Clock, Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::parts::seats::Sitting;
use crate::turns::your_turn::picture;
use crate::{Email, parts::cards, templates};
use ravenpost_rules::{Narration, Panel, Presentation};

/// The start of the game. For players who are awaited at once, it is also the turn email.
#[derive(Clone, Debug)]
pub struct Started {
    pub frame: Frame,
    pub game: GameCard,
    pub seats: Vec<Sitting>,
    /// The clock settings, one sentence each.
    pub pace: Vec<SafeLine>,
    /// Who starts: "You are to move".
    pub ask: SafeLine,
    /// What the reader needs for the first order, if one is awaited.
    pub begins: Option<Begins>,
    /// What has happened so far.
    pub happened: Vec<Narration>,
    /// What this seat sees.
    pub presentation: Presentation,
    /// The cards that an earlier email has explained.
    pub known: BTreeSet<String>,
    /// The hash of the secret of the dice, in hexadecimal.
    pub commitment: String,
    /// The page with the title's rules and notation.
    pub rules: String,
}

/// The first turn, for players who are awaited at once.
#[derive(Clone, Debug)]
pub struct Begins {
    pub clock: Option<Clock>,
    pub orders: Offered,
}

templates!(Started, "emails/started.txt", "emails/started.html");

impl Started {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::GameStarted,
            subject: format!("{}: {} ({})", self.heading(), self.game.name, self.game.title),
            opening: format!("All seats are taken. {}", self.ask),
            why: "you play in this game".to_owned(),
        };
        let email = top.seal(Text::both(self, &top), picture(&self.presentation));
        match self.frame.short {
            true => cards::counted(email, &self.presentation.own, &self.known),
            false => email,
        }
    }

    fn heading(&self) -> &'static str {
        match self.begins {
            Some(_) => "The game starts with your turn",
            None => "The game has started",
        }
    }

    /// Returns the reader's own panels; a short email explains only new cards.
    fn own(&self) -> Vec<Panel> {
        match self.frame.short {
            true => cards::without_known(&self.presentation.own, &self.known),
            false => self.presentation.own.clone(),
        }
    }

    /// Returns the explanations of new cards for the text of a short email.
    fn new_cards(&self) -> Vec<String> {
        match self.frame.short {
            true => cards::explained(&self.presentation.own, &self.known),
            false => Vec::new(),
        }
    }

    fn choices(&self, begins: &Begins) -> Choices {
        Choices::within(&begins.orders, &self.game.page, &self.frame)
    }
}
