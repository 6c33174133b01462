//! The lines of a reply, and those removed before it was read.

/// A line as written (`raw`), and in the form that orders are read from (`plain`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplyLine {
    pub raw: String,
    pub plain: String,
    pub begins_paragraph: bool,
    /// How many lines of the email it represents. More than one if an order was copied from a list
    /// that had to wrap it.
    pub lines: usize,
}

impl ReplyLine {
    #[cfg(test)]
    pub(in crate::reply) fn of(text: &str) -> ReplyLine {
        ReplyLine { raw: text.into(), plain: text.into(), begins_paragraph: false, lines: 1 }
    }
}

/// Lines that were removed because the mail program added them, or because they are quoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Omitted {
    /// The number of remaining lines before them.
    pub after: usize,
    pub why: Cut,
    pub lines: Vec<String>,
}

/// Why lines were removed from an email. They are never read as orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cut {
    /// The first line of our own email and everything below it.
    Mark,
    /// "On ... Ann wrote:"
    Header,
    /// The answered email, without a quote mark on each line.
    Original,
    /// Lines that begin with `>`.
    Quoted,
    /// The end of a quoted line that a mail program wrapped.
    Wrapped,
    /// Everything below `-- `, or what the mail program marks as a signature.
    Signature,
    /// "Sent from my phone."
    Device,
    /// A company's confidentiality notice.
    Disclaimer,
    /// The delimiters of a signed text.
    Armour,
    /// Text that its writer struck out.
    Struck,
    /// Text that is hidden in the HTML.
    Hidden,
    /// Lines beyond the maximum that is read.
    Long,
}

impl Cut {
    /// Describes the reason, for replies and `mail read`.
    pub fn words(self) -> &'static str {
        match self {
            Cut::Mark => "our own email, from its first line on",
            Cut::Header => "header of the quoted text",
            Cut::Original => "the answered email",
            Cut::Quoted => "quoted",
            Cut::Wrapped => "the end of a quoted line",
            Cut::Signature => "a signature",
            Cut::Device => "added by the mail program",
            Cut::Disclaimer => "a confidentiality notice",
            Cut::Armour => "the frame of a signed or encrypted text",
            Cut::Struck => "struck out",
            Cut::Hidden => "hidden text",
            Cut::Long => "beyond the limit",
        }
    }

    /// Whether such lines usually come from the email being answered.
    pub fn is_quote(self) -> bool {
        matches!(self, Cut::Mark | Cut::Header | Cut::Original | Cut::Quoted | Cut::Wrapped)
    }
}
