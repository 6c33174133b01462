//! Accounts for the lines of a reply that were not acted on.

use crate::reply::line::{Cut, Omitted};
use crate::reply::reading::Remark;
use ravenpost_emails::parts::line_outcomes::{Account, IgnoredCause};

/// Records lines that were omitted at one position. `ours` returns whether a line comes from the
/// email being answered. An attribution line ("Ann wrote:") counts with the quote below it.
pub(in crate::reply) fn omit(
    account: &mut Account,
    omitted: &[Omitted],
    ours: impl Fn(&str) -> bool,
) {
    let ours = |one: &Omitted| one.why == Cut::Mark || one.lines.iter().any(|line| ours(line));
    for (at, one) in omitted.iter().enumerate() {
        let below = || omitted[at + 1..].iter().find(|next| next.why != Cut::Header);
        let ours = ours(one) || (one.why == Cut::Header && below().is_some_and(ours));
        let first = one.lines.first().map_or("", String::as_str);
        if one.why == Cut::Struck {
            account.ignore(one.lines.len(), &one.lines.join(" "), IgnoredCause::StruckOut);
            continue;
        }
        let (why, line) = match (one.why.is_quote(), ours) {
            (true, true) => (IgnoredCause::OwnQuote, ""),
            (true, false) => (IgnoredCause::UnknownQuote, first),
            (false, _) => (IgnoredCause::Boilerplate, first),
        };
        account.ignore(one.lines.len(), line, why);
    }
}

impl From<Remark> for IgnoredCause {
    fn from(remark: Remark) -> IgnoredCause {
        match remark {
            Remark::Text => IgnoredCause::Remark,
            Remark::Courtesy | Remark::Heading => IgnoredCause::Courtesy,
            Remark::NotUnderstood => IgnoredCause::NotUnderstood,
            Remark::Signature => IgnoredCause::Signature,
            Remark::End => IgnoredCause::EndOfMessage,
            Remark::SayToNobody => IgnoredCause::NoRecipient,
        }
    }
}
