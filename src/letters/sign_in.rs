//! The sign-in letter: a link and a code, and what they are.

use chrono::{DateTime, Utc};

use super::frame::{Envelope, Frame};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};

/// Somebody asked to sign in with the reader's address.
#[derive(Clone, Debug)]
pub struct SignIn {
    pub frame: Frame,
    /// Opens a page with one button; the link by itself signs nobody in.
    pub link: String,
    /// To be typed where the sign-in was asked for.
    pub code: SafeLine,
    pub until: DateTime<Utc>,
    /// Where it was asked for, as far as known: "Firefox on Linux". May be empty.
    pub browser: SafeLine,
}

templates!(SignIn, "letters/sign_in.txt", "letters/sign_in.html");

impl SignIn {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: LetterKind::SignIn,
            subject: format!("Sign in to {}", self.frame.server),
            opening: format!("The link works until {}.", self.frame.at(&self.until)),
            why: "somebody typed your address on its sign-in page".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
