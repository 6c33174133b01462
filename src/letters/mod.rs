//! Letters: what has happened and what may be ordered, written as mails that can be read alone.
//!
//! Everything here is a pure function of plain data: no store, no clock, no sending. The service
//! fills a letter's struct, `compose` writes it, the mail layer sends it. Composing cannot fail.
//! Players' words come in as [`SafeLine`]s, which cannot carry a header or a control character.

pub mod account;
pub mod badge;
mod ballot;
pub mod cards;
pub mod choices;
mod columns;
pub mod fits;
pub mod frame;
pub mod letter_kind;
pub mod links;
pub mod mail_topic;
pub mod mark;
pub mod safe_line;
pub mod seats;
pub mod second_person;
pub mod short;
pub mod touched;
pub mod when;
mod wrap;

pub mod admin_mail;
pub mod answer;
pub mod asked_along;
pub mod cancelled;
pub mod deadline_passed;
pub mod digest;
pub mod dropped;
pub mod game_over;
pub mod held;
pub mod invitation;
pub mod joined;
pub mod new_address;
pub mod old_address;
pub mod organised;
pub mod probe;
pub mod proposed;
pub mod proposed_change;
pub mod proposed_end;
pub mod reminder;
pub mod replaced;
pub mod rewound;
pub mod said;
pub mod seals;
pub mod sign_in;
pub mod started;
pub mod taken_back;
pub mod transcript;
pub mod undelivered;
pub mod your_turn;

pub use account::LineOutcome;
pub use badge::Badge;
pub use ballot::Ballot;
pub use choices::{Choices, Offered};
pub use frame::{Clock, Frame, GameCard, Head, Heard};
pub use letter_kind::LetterKind;
pub use mail_topic::MailTopic;
pub use mark::MARK;
pub use safe_line::SafeLine;
pub use seats::Sitting;

pub use admin_mail::AdminMail;
pub use answer::Answer;
pub use asked_along::AskedAlong;
pub use cancelled::Cancelled;
pub use deadline_passed::DeadlinePassed;
pub use digest::Digest;
pub use dropped::Dropped;
pub use game_over::GameOver;
pub use held::Held;
pub use invitation::Invitation;
pub use joined::Joined;
pub use new_address::NewAddress;
pub use old_address::OldAddress;
pub use organised::Organised;
pub use probe::Probe;
pub use proposed::Proposed;
pub use proposed_change::ProposedChange;
pub use proposed_end::ProposedEnd;
pub use reminder::Reminder;
pub use replaced::Replaced;
pub use rewound::Rewound;
pub use said::Said;
pub use seals::Seals;
pub use sign_in::SignIn;
pub use started::{Begins, Started};
pub use taken_back::TakenBack;
pub use transcript::Transcript;
pub use undelivered::Undelivered;
pub use your_turn::YourTurn;

use ravenpost_drawing::Crop;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::scene::Scene;

/// A finished letter. What leads to the same letter leads to the same bytes.
#[derive(Clone, Debug)]
pub struct Letter {
    pub kind: LetterKind,
    /// The subject, which is one line.
    pub subject: String,
    /// The whole letter as plain text, at most 72 wide, readable alone.
    pub text: String,
    /// The same as HTML; shows the picture as `cid:board`.
    pub html: String,
    /// The board, to be sent along as a PNG.
    pub picture: Option<Picture>,
    /// The one-click link that stops letters of this kind; none where nothing can be stopped.
    pub stop: Option<String>,
    /// The game's id and name, for the List-Id; none for letters about no game.
    pub list: Option<(String, SafeLine)>,
    /// The Message-IDs of the letters this one follows, oldest first.
    pub follows: Vec<String>,
    /// The cards that are new to the reader of a short letter, and of which its text has no room to
    /// say what they do.
    pub untold: Vec<String>,
}

/// The letters sent before to the same reader about the same seat, as far as a new one follows
/// them. Only letters that were really sent are named.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thread {
    /// The Message-ID of the first of all.
    pub root: Option<String>,
    /// The last one that said it is the reader's turn.
    pub turn: Option<TurnLetter>,
}

/// A letter of ours that somebody answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnsweredLetter {
    pub message_id: String,
    pub subject: String,
}

/// A turn letter that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnLetter {
    pub message_id: String,
    pub subject: String,
    /// The event it told of.
    pub seq: Seq,
    /// The new cards of which it had no room to tell.
    pub untold: Vec<String>,
}

impl Letter {
    /// Puts an answer under the letter that it answers, whose subject it takes: whatever it tells,
    /// that is where its reader looks.
    #[must_use]
    pub fn answering(mut self, root: Option<String>, answered: Option<AnsweredLetter>) -> Letter {
        self.follows.extend(root);
        if let Some(answered) = answered {
            let subject = answered.subject.trim_start_matches("Re: ");
            self.subject = format!("Re: {subject}");
            self.follows.push(answered.message_id);
        }
        self.follows.dedup();
        self
    }

    /// Puts the letter into its thread. What belongs under a turn letter takes its subject, since
    /// some mail programs thread by the subject alone.
    #[must_use]
    pub fn following(mut self, thread: Thread) -> Letter {
        let turn = thread.turn.filter(|_| self.kind.answers_turn());
        if let Some(turn) = &turn {
            self.subject = format!("Re: {}", turn.subject);
        }
        self.follows.extend(thread.root);
        self.follows.extend(turn.map(|turn| turn.message_id));
        self.follows.dedup();
        self
    }
}

/// A picture inside a letter.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What the HTML calls it, behind `cid:`.
    pub cid: &'static str,
    /// What it shows, in short words, for those who do not see it.
    pub words: String,
    pub scene: Scene,
    /// What has changed on it, in a row beneath it.
    pub crops: Vec<Crop>,
}

/// The name under which every letter's HTML shows its board.
pub const BOARD: &str = "board";

/// Whether a text begins with these words, wherever its lines are broken.
fn says(text: &str, words: &str) -> bool {
    let mut spoken = text.split_whitespace();
    words.split_whitespace().all(|word| spoken.next() == Some(word))
}

/// Derives the two templates of a letter; in both, `it` is the letter's data and `top` what all
/// letters have in common.
macro_rules! templates {
    ($data:ty, $text:literal, $html:literal) => {
        #[allow(unused_imports)] // Some templates match on it.
        use ravenpost_rules::Block;

        #[derive(askama::Template)]
        #[template(path = $text)]
        struct Text<'a> {
            it: &'a $data,
            top: &'a crate::letters::frame::Envelope<'a>,
        }

        #[derive(askama::Template)]
        #[template(path = $html)]
        struct Html<'a> {
            it: &'a $data,
            top: &'a crate::letters::frame::Envelope<'a>,
        }

        impl<'a> Text<'a> {
            fn both(
                it: &'a $data,
                top: &'a crate::letters::frame::Envelope<'a>,
            ) -> crate::letters::frame::Bodies {
                use askama::Template as _;
                let text = Text { it, top }.render().expect("templates write into memory");
                let html = Html { it, top }.render().expect("templates write into memory");
                crate::letters::frame::Bodies { text: crate::letters::wrap::tidy(&text), html }
            }
        }
    };
}
pub(crate) use templates;
