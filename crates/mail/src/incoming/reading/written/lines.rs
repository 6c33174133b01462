//! The lines of an email, and which of them were removed.

use std::collections::BTreeSet;

use super::super::limits;
use super::super::unread::Cut;
use super::plain;
use ravenpost_service::reply::{self, Omitted};

pub(super) struct EmailLines {
    lines: Vec<EmailLine>,
    cut: BTreeSet<Cut>,
    /// Whether the text continues after the last line.
    torn: bool,
}

struct EmailLine {
    text: String,
    cut: Option<Cut>,
    /// Whether the line was longer than the limit.
    long: bool,
    /// Whether it is inside a message or note with an explicit end, in which nothing is cut.
    protected: bool,
}

impl EmailLines {
    pub fn of(lines: Vec<String>, cut: Vec<Cut>) -> EmailLines {
        let mut cut: BTreeSet<Cut> = cut.into_iter().collect();
        let long = |line: &String| line.len() > limits::LINE;
        let torn = cut.contains(&Cut::Long) || lines.len() > limits::LINES;
        if torn || lines.iter().any(long) {
            cut.insert(Cut::Long);
        }
        let entry = |mut text: String| {
            let long = long(&text);
            text.truncate(text.floor_char_boundary(limits::LINE));
            EmailLine { text, cut: None, long, protected: false }
        };
        EmailLines { lines: lines.into_iter().take(limits::LINES).map(entry).collect(), cut, torn }
    }

    /// Cuts everything after this many lines with text.
    pub fn keep_first(&mut self, most: usize) {
        let words = |at: &usize| self.stays(*at) && !self.is_blank(*at);
        let beyond = (0..self.len()).filter(words).nth(most);
        if let Some(at) = beyond {
            self.torn = true;
            self.cut_from(at, Cut::Long);
        }
    }

    /// Records that the text continues after the last line.
    pub fn tear(&mut self) {
        self.torn = true;
    }

    /// Returns whether text of the sender may be missing. Text after our own email, the original or
    /// a signature is not the sender's.
    pub fn may_lack_text(&self) -> bool {
        let last = self.lines.last().and_then(|entry| entry.cut);
        self.torn && !matches!(last, Some(Cut::Mark | Cut::Original | Cut::Signature))
    }

    /// Returns whether a remaining line was truncated.
    pub fn has_long(&self) -> bool {
        self.lines.iter().any(|entry| entry.long && entry.cut.is_none())
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns a line of the email, whether it was cut or not. A protected line reads as empty, so
    /// that no pass mistakes it for a quote or a signature.
    pub fn line(&self, at: usize) -> &str {
        self.lines.get(at).filter(|entry| !entry.protected).map_or("", |entry| &entry.text)
    }

    /// Protects the lines between the start of a message or note and the line that ends it, up to
    /// the reply marker.
    pub fn protect_blocks(&mut self, end: usize) {
        let mut begun = None;
        for at in 0..end.min(self.len()) {
            if self.is_quoted(at) {
                continue;
            }
            let plain = plain::of(self.line(at));
            if begins_block(&plain, self.line(at)) {
                begun = Some(at);
            } else if reply::ends_block(&plain)
                && let Some(begun) = begun.take()
            {
                self.lines[begun..=at].iter_mut().for_each(|entry| entry.protected = true);
            }
        }
    }

    /// Replaces the text of a line.
    pub fn rewrite(&mut self, at: usize, text: String) {
        if let Some(entry) = self.lines.get_mut(at) {
            entry.text = text;
        }
    }

    fn text(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", |entry| &entry.text)
    }

    /// Returns whether a line has not been cut.
    pub fn stays(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|entry| entry.cut.is_none())
    }

    pub fn is_blank(&self, at: usize) -> bool {
        self.text(at).chars().all(|c| c.is_whitespace() || super::plain::is_unseen(c))
    }

    /// Returns whether a line is marked as quoted.
    pub fn is_quoted(&self, at: usize) -> bool {
        self.line(at).trim_start().starts_with('>')
    }

    /// Returns the next line with text, starting at `from`.
    pub fn next_words(&self, from: usize) -> Option<usize> {
        (from..self.len()).find(|at| !self.is_blank(*at))
    }

    pub fn has_words(&self) -> bool {
        self.next_words(0).is_some()
    }

    /// Cuts lines. Lines that were already cut keep their first reason.
    pub fn cut(&mut self, lines: std::ops::Range<usize>, why: Cut) {
        for entry in self.lines.iter_mut().take(lines.end).skip(lines.start) {
            if entry.cut.is_none() && (!entry.protected || why == Cut::Long) {
                entry.cut = Some(why);
                self.cut.insert(why);
            }
        }
    }

    pub fn cut_from(&mut self, from: usize, why: Cut) {
        self.cut(from..self.len(), why);
    }

    /// Returns the reasons of all cuts, including earlier ones.
    pub fn all_cut(&self) -> Vec<Cut> {
        self.cut.iter().copied().collect()
    }

    /// Returns every line, with the reason if it was cut.
    pub fn fates(self) -> Vec<(String, Option<Cut>)> {
        self.lines.into_iter().map(|entry| (entry.text, entry.cut)).collect()
    }

    /// Returns the remaining lines, separated by at most one empty line.
    pub fn remaining(&self) -> impl Iterator<Item = &str> {
        let mut left: Vec<&str> = Vec::new();
        let mut gap = false;
        for at in 0..self.len() {
            if self.is_blank(at) || !self.stays(at) {
                gap |= self.is_blank(at) && self.stays(at);
                continue;
            }
            if std::mem::take(&mut gap) && !left.is_empty() {
                left.push("");
            }
            left.push(self.text(at).trim());
        }
        left.into_iter()
    }

    /// Returns the cut lines with text, grouped by reason and position.
    pub fn omitted(&self) -> Vec<Omitted> {
        let (mut omitted, mut after): (Vec<Omitted>, usize) = (Vec::new(), 0);
        let worded = (0..self.len()).filter(|at| !self.is_blank(*at));
        for (line, cut) in worded.map(|at| (self.text(at).trim().to_owned(), self.lines[at].cut)) {
            match (cut, omitted.last_mut()) {
                (None, _) => after += 1,
                (Some(why), Some(last)) if last.after == after && last.why == why => {
                    last.lines.push(line);
                }
                (Some(why), _) => omitted.push(Omitted { after, why, lines: vec![line] }),
            }
        }
        omitted
    }
}

/// Returns whether a message or note starts in a line, possibly after the name of a table and a
/// colon.
fn begins_block(plain: &str, raw: &str) -> bool {
    let after_name =
        |text: &str| text.split_once([':', '\u{ff1a}']).map(|(_, rest)| rest.to_owned());
    reply::begins_block(plain, raw)
        || after_name(plain)
            .zip(after_name(raw))
            .is_some_and(|(plain, raw)| reply::begins_block(plain.trim_start(), raw.trim_start()))
}
