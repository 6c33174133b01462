//! The account of a reply: what became of each of its lines. The answer, the log and `mail read`
//! are made from it.

use serde::{Deserialize, Serialize};

use super::safe_line::SafeLine;
use ravenpost_rules::phrase::count;

/// Lines that are quoted together.
const ON_A_LINE: usize = 4;
/// So many times as many ignored lines of each kind are quoted.
const CHUNKS: usize = 5;
/// Lines that were skipped and are shown one by one.
const SKIPPED: usize = 12;
/// What is said of text that is left out as a quote and is in none of our emails.
const QUOTED_HINT: &str = " If it belongs to a move, write \"to\" instead of the sign, or put both \
    on one line.";
/// Characters of an ignored line that an answer quotes.
const QUOTED: usize = 60;

/// What became of one line, or of a few that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountedLine {
    /// How many lines of the email it stands for.
    pub line_count: usize,
    /// What was written; empty for text that is quoted from our own email.
    pub text: String,
    pub outcome: LineOutcome,
    /// Why it was ignored, where that is said of all such lines together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored_cause: Option<IgnoredCause>,
    /// What its writer is told, in sentences.
    pub messages: Vec<String>,
}

/// Why a line was ignored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IgnoredCause {
    /// A greeting, thanks, a heading.
    Remark,
    /// Below a message, and no part of it.
    Signature,
    /// `end say` and the like.
    EndOfMessage,
    /// Struck out by its writer.
    StruckOut,
    /// `say` without anyone to say it to.
    NoRecipient,
    /// Left out as a signature, a footer or the like.
    Boilerplate,
    /// Left out as a quote, though it is in none of our emails.
    UnknownQuote,
    /// Quoted from our own email.
    OwnQuote,
}

/// What became of every line of a reply.
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
            messages: said,
        });
    }

    pub fn ignore(&mut self, lines: usize, line: &str, why: IgnoredCause) {
        self.0.push(AccountedLine {
            line_count: lines,
            text: SafeLine::from(line).to_string(),
            outcome: LineOutcome::Ignored,
            ignored_cause: Some(why),
            messages: Vec::new(),
        });
    }

    /// Rejects a line because of one above it. Of many such lines the last are shown as a number.
    pub fn skip(&mut self, lines: usize, line: &str, why: &str) {
        let same = |one: &&mut AccountedLine| one.messages.iter().any(|said| said == why);
        if let Some(last) = self.0.iter_mut().filter(same).nth(SKIPPED) {
            last.line_count += lines;
            last.text = format!("... and {} more", count(last.line_count, "line"));
            return;
        }
        self.add(lines, line, LineOutcome::Rejected, vec![why.to_owned()]);
    }

    /// How many lines of the email are accounted for.
    pub fn lines(&self) -> usize {
        self.0.iter().map(|one| one.line_count).sum()
    }

    pub fn of(&self, outcome: LineOutcome) -> usize {
        self.0.iter().filter(|one| one.outcome == outcome).count()
    }

    /// In a line, for the log and the list of inbound email: "executed 1, delivered 0, ...".
    pub fn summary(&self) -> String {
        let counts =
            LineOutcome::ALL.map(|outcome| format!("{} {}", outcome.word(), self.of(outcome)));
        counts.join(", ")
    }

    /// What is said of the ignored lines, a sentence for each kind.
    pub fn ignored(&self) -> Vec<String> {
        let kinds = [
            (IgnoredCause::Remark, "Not read as moves", ""),
            (IgnoredCause::Signature, "Left out of your message", ""),
            (
                IgnoredCause::NoRecipient,
                "Sent to nobody",
                " To send a message, write who it is for and a colon: \"say all: hello\".",
            ),
            (IgnoredCause::StruckOut, "Struck out, and not done", ""),
            (IgnoredCause::Boilerplate, "Not read, from this line on", ""),
            (IgnoredCause::UnknownQuote, "Taken for a quote", QUOTED_HINT),
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

/// The first few lines, in quotes and cut short.
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

/// What became of a line of a reply. Every line that a person wrote ends as exactly one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineOutcome {
    /// It was done.
    Executed,
    /// It was sent to other players.
    Delivered,
    /// It asks for nothing: a greeting, a signature, quoted text.
    Ignored,
    /// It could not be done; the reason is said.
    Rejected,
    /// What it means is not clear: its writer is asked, and nothing from there on was done.
    Asked,
}

impl LineOutcome {
    pub const ALL: [LineOutcome; 5] = [
        LineOutcome::Executed,
        LineOutcome::Delivered,
        LineOutcome::Ignored,
        LineOutcome::Rejected,
        LineOutcome::Asked,
    ];

    /// As it is logged and shown by `mail read`.
    pub fn word(self) -> &'static str {
        match self {
            LineOutcome::Executed => "executed",
            LineOutcome::Delivered => "delivered",
            LineOutcome::Ignored => "ignored",
            LineOutcome::Rejected => "rejected",
            LineOutcome::Asked => "asked",
        }
    }

    /// As an email shows it beside the line.
    pub fn sign(self) -> &'static str {
        match self {
            LineOutcome::Executed | LineOutcome::Delivered => "\u{2713}",
            LineOutcome::Ignored => "",
            LineOutcome::Rejected => "\u{2717}",
            LineOutcome::Asked => "?",
        }
    }

    /// The same for those who hear it read out.
    pub fn words(self) -> &'static str {
        match self {
            LineOutcome::Executed => "done",
            LineOutcome::Delivered => "sent",
            LineOutcome::Ignored => "ignored",
            LineOutcome::Rejected => "not done",
            LineOutcome::Asked => "question",
        }
    }

    /// Whether what it asks for was done.
    pub fn is_done(self) -> bool {
        matches!(self, LineOutcome::Executed | LineOutcome::Delivered)
    }

    /// Whether its writer has to do something about it.
    pub fn is_open(self) -> bool {
        matches!(self, LineOutcome::Rejected | LineOutcome::Asked)
    }
}
