//! The result of a reply: the outcome of each line, and everything needed to continue by replying
//! to this email.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::cards;
use crate::parts::choices::{Choices, FewChoices, Offered};
use crate::parts::frame::{Clock, Envelope, Frame, GameCard};
use crate::parts::length_limit::{PlainText, WHOLE};
use crate::parts::line_outcomes::LineOutcome;
use crate::parts::news::News;
use crate::parts::safe_line::SafeLine;
use crate::parts::seats::SeatedPlayer;
use crate::parts::todo::Todo;
use crate::turns::reply_verdict::{ReplyTally, ReplyVerdict};
use crate::turns::your_turn::{self, without_board};
use crate::{Email, templates};
use ravenpost_rules::{Narration, Presentation};

#[derive(Clone, Debug)]
pub struct Transcript {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// All seats and their players.
    pub seats: Vec<SeatedPlayer>,
    /// Statements about the whole reply, for example that it was late or empty.
    pub first: Vec<SafeLine>,
    pub lines: Vec<LineResult>,
    /// The number of lines with each result.
    pub tally: ReplyTally,
    /// Whether the reply contained a move that was played.
    pub played: bool,
    /// The ignored lines, one sentence for each kind.
    pub ignored: Vec<SafeLine>,
    /// The rules that the results name by number, in full.
    pub rules: Vec<SafeLine>,
    /// The address of the rules.
    pub rules_page: String,
    /// The receipts of sealed orders, line by line.
    pub receipts: Vec<SafeLine>,
    /// What happened as a result, as visible to the seat.
    pub happened: Vec<Narration>,
    /// What the seat has to decide now, or who is awaited.
    pub now: SafeLine,
    pub clock: Option<Clock>,
    /// Whether the seat has to decide anything now.
    pub asked: bool,
    /// The orders that may be given now, with the numbers of this email.
    pub orders: Offered,
    /// Whether the reader asked for the position, so that HTML shows it too.
    pub shows: bool,
    /// The board; `None` if nothing has changed and it was not requested.
    pub presentation: Option<Box<Presentation>>,
}

/// A line of the reply and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineResult {
    pub line: SafeLine,
    pub outcome: LineOutcome,
    /// Whether it looks like a request but was not understood.
    pub not_understood: bool,
    /// Explanations of the outcome, one per line.
    pub said: Vec<SafeLine>,
}

impl LineResult {
    /// Returns whether the sender may want to write the line again.
    fn is_open(&self) -> bool {
        self.not_understood || self.outcome.is_open()
    }

    fn sign(&self) -> &'static str {
        if self.not_understood { "?" } else { self.outcome.sign() }
    }

    /// Returns the result as text for screen readers.
    fn words(&self) -> &'static str {
        if self.not_understood { "not understood" } else { self.outcome.words() }
    }
}

templates!(Transcript, "emails/reply_result.txt", "emails/reply_result.html");

impl Transcript {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::ReplyResult,
            headline: "Your reply".to_owned(),
            opening: self.outcome(),
            why: "you replied to an email".to_owned(),
        };
        let board = self.presentation.as_deref().filter(|_| self.shows);
        let board = board.and_then(your_turn::picture);
        let mut bodies = Text::both(self, &top);
        if !self.shows && !bodies.text.fits(WHOLE) {
            bodies.text = self.shortened(&top);
        }
        top.seal(bodies, board)
    }

    /// Returns the text without the board, and if it is still too long, with fewer orders, then
    /// with only the names of cards.
    fn shortened(&self, top: &Envelope<'_>) -> PlainText {
        let mut brief = self.clone();
        if let Some(presentation) = brief.presentation.as_deref_mut() {
            without_board(presentation);
        }
        let text = Text::plain(&brief, top);
        if text.fits(WHOLE) {
            return text;
        }
        brief.orders.brief = true;
        let text = Text::plain(&brief, top);
        if text.fits(WHOLE) {
            return text;
        }
        if let Some(presentation) = brief.presentation.as_deref_mut() {
            cards::without_text(&mut presentation.own);
        }
        Text::plain(&brief, top)
    }

    /// Returns what the reader is asked now, or who is awaited.
    fn todo(&self) -> Todo {
        Todo { asked: self.asked, words: self.now.clone(), clock: self.clock.clone() }
    }

    /// Summarises the result in a sentence. Its first words are the preview in mail programs.
    fn outcome(&self) -> String {
        let done = self.tally.verdict() == ReplyVerdict::Done;
        // One of the ignored lines may have been meant as a move.
        if done && self.asked && !self.played && !self.ignored.is_empty() {
            return "Done, but no move was played.".to_owned();
        }
        self.tally.headline()
    }

    fn choices(&self) -> Choices {
        Choices::within(&self.orders, &self.game.page, &self.frame)
    }

    /// Returns the page with everything that has happened since the seat's last order.
    fn catch_up(&self) -> String {
        format!("{}/catch-up", self.game.page)
    }

    fn news(&self) -> News {
        News::few(&self.happened, self.seat.seat, &self.seats)
    }

    fn all_news(&self) -> News {
        News::listed(&self.happened, self.seat.seat, &self.seats)
    }

    fn few(&self) -> FewChoices {
        FewChoices::of(&self.orders, &self.game.page)
    }
}
