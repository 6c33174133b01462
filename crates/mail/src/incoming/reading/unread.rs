//! The parts of an email that were not read, and the reasons why nothing remains.

use ravenpost_rules::text::phrase::count;
pub use ravenpost_service::reply::Cut;

impl Empty {
    pub fn words(self) -> &'static str {
        match self {
            Empty::NoText => "it contains no text",
            Empty::NothingNew => "everything is quoted or part of a signature",
            Empty::Sealed => "it is encrypted",
            Empty::Broken => "its MIME structure is invalid",
            Empty::Tangled => "its HTML is too complex",
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
                "Your email is too long: only the first {} {} read. Everything below was ignored.",
                count(lines, "line"),
                if lines == 1 { "was" } else { "were" }
            ),
            Unread::Elsewhere => {
                "Your email is too large because of a picture or file. Only the text above it was \
                 read. Everything below was ignored."
                    .to_owned()
            }
            Unread::LongLines => "Your email has a line that is too long. Only its beginning was \
                read."
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
