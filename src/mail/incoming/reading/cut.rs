//! What was left out of a letter, and why nothing is left.

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
