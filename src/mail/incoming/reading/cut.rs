//! What was left out of a letter, and why nothing is left.

use ravenpost_rules::phrase::count;

/// What was left out. An operator may be told; nothing of it is ever taken for an order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cut {
    /// Our own line and everything below it.
    Mark,
    /// "On ... somebody wrote:"
    Header,
    /// The letter that is answered, not marked line by line.
    Original,
    /// Lines with `>` before them.
    Quoted,
    /// The end of a quoted line that a mail program broke.
    Wrapped,
    /// Everything below `-- `, or what the program marks as a signature.
    Signature,
    /// "Sent from my telephone."
    Device,
    /// A firm's warning about secrets.
    Disclaimer,
    /// The frame of a signed text.
    Armour,
    /// What a page hides.
    Hidden,
    /// What is too long to be looked at.
    Long,
}

impl Cut {
    /// What it is, for whoever asks what was made of a letter.
    pub fn words(self) -> &'static str {
        match self {
            Cut::Mark => "our own letter, from its first line on",
            Cut::Header => "says who wrote what is quoted",
            Cut::Original => "the letter that is answered",
            Cut::Quoted => "quoted",
            Cut::Wrapped => "the end of a quoted line",
            Cut::Signature => "a signature",
            Cut::Device => "what the mail program says of itself",
            Cut::Disclaimer => "a firm's warning",
            Cut::Armour => "the frame of a signed or sealed text",
            Cut::Hidden => "hidden on the page",
            Cut::Long => "too long to be looked at",
        }
    }
}

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
