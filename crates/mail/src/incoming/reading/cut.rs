//! The parts of an email that were not read, and the reasons why nothing remains.

use ravenpost_rules::text::phrase::count;
pub use ravenpost_service::reply::Cut;

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

/// The part of an email that was not read because of its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    /// Everything after this many lines.
    Below(usize),
    /// Everything after the attachment in which the mail source truncated the email.
    Elsewhere,
    /// The ends of overlong lines.
    LongLines,
}

impl Unread {
    /// Returns the explanation for the author of the email.
    pub fn sentence(self) -> String {
        match self {
            Unread::Below(lines) => format!(
                "Only the first {} of your letter {} read: it is too long. Nothing that stands \
                 below was looked at, and nothing of it is done.",
                count(lines, "line"),
                if lines == 1 { "was" } else { "were" }
            ),
            Unread::Elsewhere => {
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

/// Why no lines remain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty {
    /// There is no text, for example only pictures.
    NoText,
    /// Everything is quoted or part of a signature.
    NothingNew,
    /// It is encrypted, or signed in a way that hides the text.
    Sealed,
    /// The MIME structure is broken.
    Broken,
    /// The HTML is more complex than any mail program writes.
    Tangled,
}
