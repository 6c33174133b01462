//! Emails to players: what has happened and what they may order, readable on its own.
//!
//! Everything here is a pure function of plain data, without store, clock or network. The service
//! fills the struct of an email, `compose` renders it, and the mail layer sends it. Composing
//! cannot fail. Text from players is a [`SafeLine`], which contains neither line breaks nor control
//! characters.

pub mod kinds;
pub mod mail_topic;
pub mod notification_kind;
pub mod parts;
pub mod turns;

pub use mail_topic::MailTopic;
pub use notification_kind::NotificationKind;
pub use parts::badge::Badge;
pub use parts::ballot::Ballot;
pub use parts::choices::{Choices, Offered};
pub use parts::frame::{Clock, Frame, GameCard, Head, ReceivedMessage};
pub use parts::line_outcomes::LineOutcome;
pub use parts::notice::Notice;
pub use parts::order_forms::Limits;
pub use parts::reply_marker::MARK;
pub use parts::safe_line::SafeLine;
pub use parts::seats::SeatedPlayer;
pub use parts::todo::Todo;

pub use kinds::address_change_new::NewAddress;
pub use kinds::address_change_old::OldAddress;
pub use kinds::admin_mail::AdminMail;
pub use kinds::api_token::ApiToken;
pub use kinds::daily_seals::Seals;
pub use kinds::deadline_passed::DeadlinePassed;
pub use kinds::digest::{Digest, Occasion};
pub use kinds::email_undelivered::Undelivered;
pub use kinds::fork_invitation::AskedAlong;
pub use kinds::game_cancelled::Cancelled;
pub use kinds::game_over::GameOver;
pub use kinds::invitation::Invitation;
pub use kinds::organiser_action::Organised;
pub use kinds::player_joined::Joined;
pub use kinds::probe::Probe;
pub use kinds::reply_on_hold::Held;
pub use kinds::sign_in::SignIn;
pub use kinds::vote_failed::Dropped;
pub use turns::chat_message::ChatNotification;
pub use turns::game_rewound::Rewound;
pub use turns::game_started::{Begins, Started};
pub use turns::order_undone::TakenBack;
pub use turns::player_replaced::Replaced;
pub use turns::reminder::Reminder;
pub use turns::reply_notice::Answer;
pub use turns::reply_result::Transcript;
pub use turns::vote_opened::{ProposedChange, ProposedMotion, ProposedRewind, VoteOpened};
pub use turns::your_turn::YourTurn;

use ravenpost_rules::numbers::Seq;
use ravenpost_rules::view::scene::Scene;

/// A finished email. Equal input leads to equal bytes.
#[derive(Clone, Debug)]
pub struct Email {
    pub kind: NotificationKind,
    /// The subject, a single line. All emails about a game have the same one.
    pub subject: String,
    /// What the email is about, in a few words: "Your turn: play a card".
    pub headline: String,
    /// The complete email as plain text, at most 72 columns wide.
    pub text: String,
    /// The same content as HTML, which shows the pictures as `cid:board` and `cid:logo`.
    pub html: String,
    /// The board, to be embedded as a PNG.
    pub picture: Option<Picture>,
    /// The one-click unsubscribe link, if the email has a topic.
    pub stop: Option<String>,
    /// The id and name of the game for List-Id; `None` if the email concerns no game.
    pub list: Option<(String, SafeLine)>,
    /// The Message-IDs of the earlier emails in the thread, oldest first.
    pub follows: Vec<String>,
    /// Cards that are new to the reader of a short email and that its text has no room to explain.
    pub untold: Vec<String>,
}

/// Earlier emails to the same reader about the same seat that a new one follows. Contains only
/// emails that were actually sent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thread {
    /// The Message-ID of the first email.
    pub root: Option<String>,
    /// The last turn email.
    pub turn: Option<TurnEmail>,
}

/// An email of ours that a player replied to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnsweredEmail {
    pub message_id: String,
    pub subject: String,
}

/// A turn email that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnEmail {
    pub message_id: String,
    /// The event that it reported.
    pub seq: Seq,
    /// New cards that it had no room to explain.
    pub untold: Vec<String>,
}

impl Email {
    /// Threads the email under the one it replies to and takes over its subject.
    #[must_use]
    pub fn answering(mut self, root: Option<String>, answered: Option<AnsweredEmail>) -> Email {
        self.follows.extend(root);
        if let Some(answered) = answered {
            let subject = answered.subject.trim_start_matches("Re: ");
            self.subject = format!("Re: {subject}");
            self.follows.push(answered.message_id);
        }
        self.follows.dedup();
        self
    }

    /// Adds the email to its thread. Some belong under a turn email.
    #[must_use]
    pub fn following(mut self, thread: Thread) -> Email {
        let turn = thread.turn.filter(|_| self.kind.answers_turn());
        self.follows.extend(thread.root);
        self.follows.extend(turn.map(|turn| turn.message_id));
        self.follows.dedup();
        self
    }
}

/// A picture embedded in an email.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The Content-ID that the HTML refers to.
    pub cid: &'static str,
    /// The alternative text.
    pub words: String,
    pub scene: Scene,
    /// If given, the picture shows only these areas and their surroundings, or the middle of the
    /// board if there are none.
    pub near: Option<Vec<String>>,
}

/// The Content-ID of the board in every email.
pub const BOARD: &str = "board";

/// The Content-ID of the logo in every email.
pub const LOGO: &str = "logo";

/// The logo as a PNG, twice as large as it is shown.
pub const LOGO_PNG: &[u8] = include_bytes!("../logo.png");

/// Derives the text and HTML templates of an email. In both, `it` is the data of the email and
/// `top` is what all emails have in common.
macro_rules! templates {
    ($data:ty, $text:literal, $html:literal) => {
        #[allow(unused_imports)] // Some templates match on it.
        use ravenpost_rules::Block;

        #[derive(askama::Template)]
        #[template(path = $text)]
        struct Text<'a> {
            it: &'a $data,
            top: &'a crate::parts::frame::Envelope<'a>,
        }

        #[derive(askama::Template)]
        #[template(path = $html)]
        struct Html<'a> {
            it: &'a $data,
            top: &'a crate::parts::frame::Envelope<'a>,
        }

        impl<'a> Text<'a> {
            fn both(
                it: &'a $data,
                top: &'a crate::parts::frame::Envelope<'a>,
            ) -> crate::parts::frame::Bodies {
                use askama::Template as _;
                let html = Html { it, top }.render().expect("templates write into memory");
                crate::parts::frame::Bodies { text: Text::plain(it, top), html }
            }

            fn plain(
                it: &'a $data,
                top: &'a crate::parts::frame::Envelope<'a>,
            ) -> crate::parts::length_limit::PlainText {
                use askama::Template as _;
                let text = Text { it, top }.render().expect("templates write into memory");
                crate::parts::length_limit::PlainText::of(&text)
            }
        }
    };
}
pub(crate) use templates;
