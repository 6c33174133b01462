//! What was left out of an email, and why nothing is left.

pub use crate::service::reply::Cut;
use ravenpost_rules::phrase::count;

impl Empty {
    pub fn words(self) -> &'static str {
        match self {
            Empty::NoText => "there is no text in it",
            Empty::NothingNew => "all of it is quoted, or a signature",
            Empty::Sealed => "it is encrypted",
            Empty::Broken => "its parts cannot be told apart",
            Empty::Tangled => "its page is none that a mail program writes",
        }
    }
}

/// What of a letter was not looked at, because it is too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    /// What stands below so many lines.
    Below(usize),
    /// What stands below the picture, or whatever it is, in which it was cut off at the door.
    Beside,
    /// The ends of its longest lines.
    LongLines,
}

impl Unread {
    /// What the letter's writer is told.
    pub fn sentence(self) -> String {
        match self {
            Unread::Below(lines) => format!(
                "Only the first {} of your letter {} read: it is too long. Nothing that stands \
                 below was looked at, and nothing of it is done.",
                count(lines, "line"),
                if lines == 1 { "was" } else { "were" }
            ),
            Unread::Beside => {
                "Your letter is too long, because of a picture or a file in it: what \
                               you wrote above that was read. Nothing that may stand below was \
                               looked at, and nothing of it is done."
                    .to_owned()
            }
            Unread::LongLines => "Your letter has a line that is too long: only its beginning \
                                  was read."
                .to_owned(),
        }
    }
}

/// Why no line is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty {
    /// There is no text: pictures, say.
    NoText,
    /// All of it is quoted or signature.
    NothingNew,
    /// It is encrypted, or signed in a way that hides the text.
    Sealed,
    /// Its parts cannot be told apart.
    Broken,
    /// Its page is none that a mail program writes.
    Tangled,
}
