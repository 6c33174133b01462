//! The lines of a reply, and what was left out of it before anyone looked for orders.

/// A line as it was written, and as an order is made of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplyLine {
    pub raw: String,
    pub plain: String,
    /// Whether an empty line stands above it.
    pub begins_paragraph: bool,
    /// How many lines of the email it stands for: more than one where an order was copied from a
    /// list that had to break it.
    pub lines: usize,
}

impl ReplyLine {
    #[cfg(test)]
    pub(super) fn of(text: &str) -> ReplyLine {
        ReplyLine { raw: text.into(), plain: text.into(), begins_paragraph: false, lines: 1 }
    }
}

/// Lines that were left out because the mail program added them, or because they are quoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Omitted {
    /// How many of the lines that count stand above them.
    pub after: usize,
    pub why: Cut,
    pub lines: Vec<String>,
}

/// Why lines were left out of an email. Nothing of them is ever read as an order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cut {
    /// Our own first line and everything below it.
    Mark,
    /// "On ... Ann wrote:"
    Header,
    /// The email that is answered, not marked line by line.
    Original,
    /// Lines with `>` before them.
    Quoted,
    /// The end of a quoted line that a mail program broke.
    Wrapped,
    /// Everything below `-- `, or what the mail program marks as a signature.
    Signature,
    /// "Sent from my phone."
    Device,
    /// A company's confidentiality notice.
    Disclaimer,
    /// The frame of a signed text.
    Armour,
    /// What its writer struck out.
    Struck,
    /// What a page hides.
    Hidden,
    /// Lines beyond the most that are read.
    Long,
}

impl Cut {
    /// What it is, in an answer and in `mail read`.
    pub fn words(self) -> &'static str {
        match self {
            Cut::Mark => "our own email, from its first line on",
            Cut::Header => "says who wrote the quoted text",
            Cut::Original => "the email that is answered",
            Cut::Quoted => "quoted",
            Cut::Wrapped => "the end of a quoted line",
            Cut::Signature => "a signature",
            Cut::Device => "added by the mail program",
            Cut::Disclaimer => "a confidentiality notice",
            Cut::Armour => "the frame of a signed or encrypted text",
            Cut::Struck => "struck out",
            Cut::Hidden => "hidden on the page",
            Cut::Long => "too long to be read",
        }
    }

    /// Whether such lines usually come from the email that is answered.
    pub fn is_quote(self) -> bool {
        matches!(self, Cut::Mark | Cut::Header | Cut::Original | Cut::Quoted | Cut::Wrapped)
    }
}
