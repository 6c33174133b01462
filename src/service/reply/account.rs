//! What a reply's account says of lines that nothing was done about.

use super::line::{Cut, Omitted};
use super::reading::Remark;
use crate::letters::account::{Account, Ignored};

/// Accounts for lines that were left out at one place, of which `ours` tells whether our email has
/// them. What says who wrote a quote belongs to it.
pub(super) fn omit(account: &mut Account, omitted: &[Omitted], ours: impl Fn(&str) -> bool) {
    let ours = |one: &Omitted| one.why == Cut::Mark || one.lines.iter().any(|line| ours(line));
    for (at, one) in omitted.iter().enumerate() {
        let below = || omitted[at + 1..].iter().find(|next| next.why != Cut::Header);
        let ours = ours(one) || (one.why == Cut::Header && below().is_some_and(ours));
        let first = one.lines.first().map_or("", String::as_str);
        let (why, line) = match (one.why.is_quote(), ours) {
            (true, true) => (Ignored::Ours, ""),
            (true, false) => (Ignored::Quoted, first),
            (false, _) => (Ignored::Omitted, first),
        };
        account.ignore(one.lines.len(), line, why);
    }
}

impl From<Remark> for Ignored {
    fn from(remark: Remark) -> Ignored {
        match remark {
            Remark::Text | Remark::Heading => Ignored::Remark,
            Remark::Signature => Ignored::Signature,
            Remark::End => Ignored::Mark,
            Remark::SayToNobody => Ignored::SayToNobody,
        }
    }
}
