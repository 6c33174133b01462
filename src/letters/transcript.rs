//! The answer to an answer: each line with what became of it, and all that is needed to go on by
//! answering this letter.

use super::account::LineOutcome;
use super::badge::Badge;
use super::choices::{Choices, Offered};
use super::frame::{Clock, Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};
use ravenpost_rules::{Narration, Presentation};

/// What became of a reply.
#[derive(Clone, Debug)]
pub struct Transcript {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// What holds for the whole letter, before its lines: that it came late, or that nothing was
    /// found in it.
    pub first: Vec<SafeLine>,
    pub lines: Vec<LineResult>,
    /// Whether the reply had a move that was played.
    pub played: bool,
    /// The lines that nothing was done about, a sentence for each kind.
    pub ignored: Vec<SafeLine>,
    /// What happened through it, as the seat may hear it.
    pub happened: Vec<Narration>,
    /// What the seat is asked now, or who is awaited.
    pub now: SafeLine,
    pub clock: Option<Clock>,
    /// Whether the seat is asked anything now.
    pub asked: bool,
    /// What may be ordered now, with the numbers of this letter.
    pub orders: Offered,
    /// How it stands; none where nothing has changed and nobody asked.
    pub sight: Option<Box<Presentation>>,
}

/// A line of the reply, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineResult {
    pub line: SafeLine,
    pub outcome: LineOutcome,
    /// What is said of it, line by line.
    pub said: Vec<SafeLine>,
}

templates!(Transcript, "letters/transcript.txt", "letters/transcript.html");

impl Transcript {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::ReplyResult,
            subject: format!("Your reply: {} ({})", self.game.name, self.game.title),
            opening: self.outcome(),
            why: format!("you hold {} in this game and wrote to it", self.seat),
        };
        top.seal(Text::both(self, &top), None)
    }

    /// All of it in a sentence. Its first words are what a mail program shows in its list.
    fn outcome(&self) -> String {
        let (done, all) =
            (self.lines.iter().filter(|line| line.outcome.is_done()).count(), self.lines.len());
        let asked = self.lines.iter().any(|line| line.outcome == LineOutcome::Asked);
        match (done, all) {
            (_, 0) if self.ignored.is_empty() => "Not done.".to_owned(),
            (_, 0) => "Not done. Nothing in your email is a move or a command.".to_owned(),
            // A move may be among the lines that were not read.
            (done, all)
                if done == all && self.asked && !self.played && !self.ignored.is_empty() =>
            {
                "Done, but no move was played.".to_owned()
            }
            (done, all) if done == all => "Done. Everything you asked for was done.".to_owned(),
            (0, _) if asked => "One question. Nothing was done yet.".to_owned(),
            (done, all) if asked => format!("{done} of {all} done, and one question."),
            (0, _) => "Not done. Nothing you asked for could be done.".to_owned(),
            (done, all) => format!("{done} of {all} done. See below what became of each line."),
        }
    }

    fn choices(&self) -> Choices {
        Choices::within(&self.orders, &self.game.page, &self.frame)
    }
}
