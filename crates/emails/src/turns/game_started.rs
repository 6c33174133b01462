//! All seats are taken and the game has started.

use std::collections::BTreeSet;

use crate::notification_kind::NotificationKind;
use crate::parts::cards;
use crate::parts::choices::{Choices, FewChoices, Offered};
use crate::parts::frame::{Clock, Envelope, Frame, GameCard};
use crate::parts::length_limit::{PlainText, WHOLE};
use crate::parts::news::News;
use crate::parts::safe_line::SafeLine;
use crate::parts::seats::SeatedPlayer;
use crate::parts::todo::Todo;
use crate::turns::your_turn::{excerpt, question, without_board};
use crate::{Email, templates};
use ravenpost_rules::{Narration, Presentation, Seat};

/// The start of the game. For players who are awaited at once, it is also the turn email.
#[derive(Clone, Debug)]
pub struct Started {
    pub frame: Frame,
    pub game: GameCard,
    pub seats: Vec<SeatedPlayer>,
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
    /// What the seat must do, in the imperative or as a question: "play a card".
    pub action: SafeLine,
    pub clock: Option<Clock>,
    pub orders: Offered,
}

templates!(Started, "emails/game_started.txt", "emails/game_started.html");

impl Started {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::GameStarted,
            headline: self.headline(),
            opening: format!("All seats are taken. {}", self.ask),
            why: "you are in this game".to_owned(),
        };
        let picture = excerpt(&self.presentation, None, self.seat());
        let mut bodies = Text::both(self, &top);
        if !bodies.text.fits(WHOLE) {
            bodies.text = self.shortened(&top);
        }
        let email = top.seal(bodies, picture);
        match self.frame.short {
            true => cards::counted(email, &self.presentation.own, &self.known),
            false => email,
        }
    }

    /// Returns the text without the board, and if it is still too long, with fewer orders, then
    /// with only the names of cards.
    fn shortened(&self, top: &Envelope<'_>) -> PlainText {
        let mut brief = self.clone();
        without_board(&mut brief.presentation);
        let text = Text::plain(&brief, top);
        if text.fits(WHOLE) {
            return text;
        }
        if let Some(begins) = &mut brief.begins {
            begins.orders.brief = true;
        }
        let text = Text::plain(&brief, top);
        if text.fits(WHOLE) {
            return text;
        }
        cards::without_text(&mut brief.presentation.own);
        Text::plain(&brief, top).cut(WHOLE, self.frame.answered)
    }

    /// Returns what the reader is asked, or who is awaited.
    fn todo(&self) -> Todo {
        match &self.begins {
            Some(begins) => {
                let words = question(&begins.action);
                Todo { asked: true, words, clock: begins.clock.clone() }
            }
            None => Todo::of_others(self.ask.clone()),
        }
    }

    fn headline(&self) -> String {
        match &self.begins {
            Some(begins) => format!("The game starts with your turn: {}", begins.action),
            None => "The game has started".to_owned(),
        }
    }

    /// Returns the heading: "The game starts. Your turn, Ann: play a card".
    fn title(&self) -> String {
        match &self.begins {
            Some(begins) if !self.frame.reader.is_empty() => {
                format!("The game starts. Your turn, {}: {}", self.frame.reader, begins.action)
            }
            _ => self.headline(),
        }
    }

    fn seat(&self) -> Seat {
        self.game.seat.as_ref().map(|badge| badge.seat).unwrap_or_default()
    }

    fn news(&self) -> News {
        News::few(&self.happened, self.seat(), &self.seats)
    }

    fn all_news(&self) -> News {
        match self.frame.short {
            true => self.news(),
            false => News::listed(&self.happened, self.seat(), &self.seats),
        }
    }

    fn few(&self) -> FewChoices {
        let orders = self.begins.as_ref().map(|begins| &begins.orders);
        orders.map(|orders| FewChoices::of(orders, &self.game.page)).unwrap_or_default()
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
