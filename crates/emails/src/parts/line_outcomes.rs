//! The outcome of every line of a reply. The result email, the log and `mail read` are derived from
//! it.

use serde::{Deserialize, Serialize};

use crate::parts::safe_line::SafeLine;
use ravenpost_rules::text::phrase::count;

/// Maximum number of lines quoted together.
const ON_A_LINE: usize = 4;
/// Maximum number of groups of quoted lines for each kind of ignored line.
const CHUNKS: usize = 5;
/// Maximum number of skipped lines that are listed individually.
const SKIPPED: usize = 12;
/// The hint for text that looks like a quote but is not from any of our emails.
const QUOTED_HINT: &str = " If it is part of a move, write \"to\" instead of \">\", or put both \
    parts on one line.";
/// Maximum number of characters quoted of an ignored line.
const QUOTED: usize = 60;

/// The outcome of one line, or of a few lines that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountedLine {
    /// How many lines of the email it covers.
    pub line_count: usize,
    /// The text; empty for quotes from our own email.
    pub text: String,
    pub outcome: LineOutcome,
    /// Why it was ignored, if such lines are summarised together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored_cause: Option<IgnoredCause>,
    /// Why it was skipped. Needed only while the reply is read.
    #[serde(skip)]
    skip_cause: Option<SkipCause>,
    /// What the sender is told, one sentence each.
    pub messages: Vec<String>,
}

impl AccountedLine {
    /// Returns whether the line looks like a request but was not understood.
    pub fn is_not_understood(&self) -> bool {
        self.ignored_cause == Some(IgnoredCause::NotUnderstood)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IgnoredCause {
    /// Text that is not a request.
    Remark,
    /// A greeting, thanks, a name or a heading. It is not mentioned.
    Courtesy,
    /// It looks like a move or a command but is neither.
    NotUnderstood,
    /// Text below a message that is not part of it.
    Signature,
    /// A line such as `end say`.
    EndOfMessage,
    /// Struck out by the sender.
    StruckOut,
    /// `say` without a recipient.
    NoRecipient,
    /// A signature, a footer or similar.
    Boilerplate,
    /// Recognised as a quote, but not from any of our emails.
    UnknownQuote,
    /// Quoted from our own email.
    OwnQuote,
}

/// Why a line was skipped without being tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkipCause {
    /// An earlier line needs an answer first.
    OpenQuestion,
    /// An earlier move was not played.
    RejectedMove,
    /// The reply contains too many requests.
    TooMany,
}

/// The outcome of every line of a reply.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Account(pub Vec<AccountedLine>);

impl Account {
    pub fn add(&mut self, lines: usize, line: &str, outcome: LineOutcome, said: Vec<String>) {
        self.0.push(AccountedLine {
            line_count: lines,
            text: SafeLine::from(line).to_string(),
            outcome,
            ignored_cause: None,
            skip_cause: None,
            messages: said,
        });
    }

    pub fn ignore(&mut self, lines: usize, line: &str, why: IgnoredCause) {
        self.0.push(AccountedLine {
            line_count: lines,
            text: SafeLine::from(line).to_string(),
            outcome: LineOutcome::Ignored,
            ignored_cause: Some(why),
            skip_cause: None,
            messages: Vec::new(),
        });
    }

    /// Ignores a line that looks like a request, with an explanation for the sender.
    pub fn not_understood(&mut self, lines: usize, line: &str, said: Vec<String>) {
        self.ignore(lines, line, IgnoredCause::NotUnderstood);
        if let Some(last) = self.0.last_mut() {
            last.messages = said;
        }
    }

    /// Rejects a line because of earlier ones, with an explanation for the sender. Beyond a limit,
    /// lines with the same cause are only counted.
    pub fn skip(&mut self, lines: usize, line: &str, cause: SkipCause, why: &str) {
        let same = |one: &&mut AccountedLine| one.skip_cause == Some(cause);
        if let Some(last) = self.0.iter_mut().filter(same).nth(SKIPPED) {
            last.line_count += lines;
            last.text = format!("... and {} more", count(last.line_count, "line"));
            return;
        }
        self.add(lines, line, LineOutcome::Rejected, vec![why.to_owned()]);
        if let Some(last) = self.0.last_mut() {
            last.skip_cause = Some(cause);
        }
    }

    /// Returns how many lines of the email are covered.
    pub fn lines(&self) -> usize {
        self.0.iter().map(|one| one.line_count).sum()
    }

    pub fn of(&self, outcome: LineOutcome) -> usize {
        self.0.iter().filter(|one| one.outcome == outcome).count()
    }

    /// Summarises the outcomes for the log and the inbox page: "executed 1, delivered 0, ...".
    pub fn summary(&self) -> String {
        let count = |outcome: &LineOutcome| format!("{} {}", outcome.word(), self.of(*outcome));
        LineOutcome::ALL.iter().map(count).collect::<Vec<_>>().join(", ")
    }

    /// Describes the ignored lines, one sentence for each kind.
    pub fn ignored(&self) -> Vec<String> {
        let kinds = [
            (IgnoredCause::Remark, "Not treated as moves", ""),
            (IgnoredCause::Signature, "Not included in your message", ""),
            (
                IgnoredCause::NoRecipient,
                "Not sent",
                " Write \"say\", the recipient and a colon: \"say all: hello\".",
            ),
            (IgnoredCause::StruckOut, "Ignored because it was struck out", ""),
            (IgnoredCause::Boilerplate, "Ignored from this line on", ""),
            (IgnoredCause::UnknownQuote, "Treated as quoted text", QUOTED_HINT),
        ];
        let said = kinds.into_iter().flat_map(|(kind, lead, hint)| {
            let those = self.0.iter().filter(|one| one.ignored_cause == Some(kind));
            let mut lines: Vec<&str> = those.map(|one| one.text.as_str()).collect();
            lines.dedup();
            let parts = lines.chunks(ON_A_LINE).take(CHUNKS);
            let mut said: Vec<String> =
                parts.map(|part| format!("{lead}: {}.", quoted(part))).collect();
            let more = lines.len().saturating_sub(ON_A_LINE * CHUNKS);
            if let Some(last) = said.last_mut() {
                if more > 0 {
                    last.push_str(&format!(" And {} more.", count(more, "line")));
                }
                last.push_str(hint);
            }
            said
        });
        said.collect()
    }
}

/// Quotes the first few lines, shortened.
pub fn quoted(lines: &[&str]) -> String {
    let shown = lines.iter().take(ON_A_LINE).map(|line| match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("\u{201c}{}...\u{201d}", &line[..end]),
        None => format!("\u{201c}{line}\u{201d}"),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    match lines.len().saturating_sub(ON_A_LINE) {
        0 => shown,
        1 => format!("{shown} and 1 more line"),
        more => format!("{shown} and {more} more lines"),
    }
}

/// The outcome of a line of a reply. Every line that a person wrote has exactly one.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LineOutcome {
    Executed,
    /// It was sent to other players.
    Delivered,
    /// It requests nothing: a greeting, a signature or quoted text.
    Ignored,
    /// It could not be done; the reason is given.
    Rejected,
    /// It is ambiguous: the sender is asked, and this line and all later ones were not executed.
    Asked,
}

impl LineOutcome {
    pub const ALL: &[LineOutcome] = <LineOutcome as strum::VariantArray>::VARIANTS;

    /// Returns the name used in the log and by `mail read`.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns the symbol that emails show beside the line.
    pub fn sign(self) -> &'static str {
        match self {
            LineOutcome::Executed | LineOutcome::Delivered => "\u{2713}",
            LineOutcome::Ignored => "",
            LineOutcome::Rejected => "\u{2717}",
            LineOutcome::Asked => "?",
        }
    }

    /// Returns the outcome as text for screen readers.
    pub fn words(self) -> &'static str {
        match self {
            LineOutcome::Executed => "done",
            LineOutcome::Delivered => "sent",
            LineOutcome::Ignored => "ignored",
            LineOutcome::Rejected => "not done",
            LineOutcome::Asked => "question",
        }
    }

    /// Returns whether the request was carried out.
    pub fn is_done(self) -> bool {
        matches!(self, LineOutcome::Executed | LineOutcome::Delivered)
    }

    /// Returns whether the sender has to act on it.
    pub fn is_open(self) -> bool {
        matches!(self, LineOutcome::Rejected | LineOutcome::Asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_lines_are_counted_by_their_cause() {
        let mut account = Account::default();
        account.add(1, "pass", LineOutcome::Rejected, vec!["Not done.".to_owned()]);
        for _ in 0..SKIPPED + 5 {
            account.skip(1, "pass", SkipCause::OpenQuestion, "Not done.");
        }
        assert_eq!((account.0.len(), account.lines()), (SKIPPED + 2, SKIPPED + 6));
        account.skip(1, "pass", SkipCause::TooMany, "Not done.");
        assert_eq!(account.0.len(), SKIPPED + 3, "another cause is listed");
    }
}
