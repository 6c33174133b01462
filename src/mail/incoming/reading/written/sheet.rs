//! The lines of a letter, and which of them were taken out.

use std::collections::BTreeSet;

use super::super::bounds;
use super::super::cut::Cut;
use super::plain;
use crate::service::reply::{self, Omitted};

/// The lines of a letter.
pub(super) struct LetterLines {
    lines: Vec<LetterLine>,
    cut: BTreeSet<Cut>,
    /// Whether the letter goes on below the last line.
    torn: bool,
}

struct LetterLine {
    text: String,
    cut: Option<Cut>,
    /// Whether the line goes on.
    long: bool,
    /// Whether it is inside a message or note whose end its writer has set: nothing is cut there.
    protected: bool,
}

impl LetterLines {
    pub fn of(lines: Vec<String>, cut: Vec<Cut>) -> LetterLines {
        let mut cut: BTreeSet<Cut> = cut.into_iter().collect();
        let long = |line: &String| line.len() > bounds::LINE;
        let torn = cut.contains(&Cut::Long) || lines.len() > bounds::LINES;
        if torn || lines.iter().any(long) {
            cut.insert(Cut::Long);
        }
        let entry = |mut text: String| {
            let long = long(&text);
            text.truncate(text.floor_char_boundary(bounds::LINE));
            LetterLine { text, cut: None, long, protected: false }
        };
        LetterLines { lines: lines.into_iter().take(bounds::LINES).map(entry).collect(), cut, torn }
    }

    /// Takes out what stays beyond so many lines with words.
    pub fn keep_first(&mut self, most: usize) {
        let words = |at: &usize| self.stays(*at) && !self.is_blank(*at);
        let beyond = (0..self.len()).filter(words).nth(most);
        if let Some(at) = beyond {
            self.torn = true;
            self.cut_from(at, Cut::Long);
        }
    }

    /// The letter goes on below the last line.
    pub fn tear(&mut self) {
        self.torn = true;
    }

    /// Whether something that may be its writer's was not looked at. What goes on below our own
    /// letter, or below a signature, is none of it.
    pub fn is_torn(&self) -> bool {
        let last = self.lines.last().and_then(|entry| entry.cut);
        self.torn && !matches!(last, Some(Cut::Mark | Cut::Original | Cut::Signature))
    }

    /// Whether a line that stays was longer.
    pub fn has_long(&self) -> bool {
        self.lines.iter().any(|entry| entry.long && entry.cut.is_none())
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// A line as it is in the email, whether it was taken out or not. A protected one shows
    /// nothing that a pass could take for a quote or a signature.
    pub fn line(&self, at: usize) -> &str {
        self.lines.get(at).filter(|entry| !entry.protected).map_or("", |entry| &entry.text)
    }

    /// Protects what stands between the beginning of a message or note and the line that ends it,
    /// down to that line of our own below which nobody writes.
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

    /// Replaces a line by what is left of it.
    pub fn rewrite(&mut self, at: usize, text: String) {
        if let Some(entry) = self.lines.get_mut(at) {
            entry.text = text;
        }
    }

    fn text(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", |entry| &entry.text)
    }

    /// Whether a line is still there, with or without words.
    pub fn stays(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|entry| entry.cut.is_none())
    }

    pub fn is_blank(&self, at: usize) -> bool {
        self.text(at)
            .chars()
            .all(|letter| letter.is_whitespace() || super::plain::is_unseen(letter))
    }

    /// Whether a mail program marked it as quoted.
    pub fn is_quoted(&self, at: usize) -> bool {
        self.line(at).trim_start().starts_with('>')
    }

    /// The next line with words, from there on.
    pub fn next_words(&self, from: usize) -> Option<usize> {
        (from..self.len()).find(|at| !self.is_blank(*at))
    }

    pub fn has_words(&self) -> bool {
        self.next_words(0).is_some()
    }

    /// Takes lines out; what went before stays gone for its first reason.
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

    /// What was taken out, and on the way here.
    pub fn all_cut(&self) -> Vec<Cut> {
        self.cut.iter().copied().collect()
    }

    /// Every line, with why it was taken out if it was.
    pub fn fates(self) -> Vec<(String, Option<Cut>)> {
        self.lines.into_iter().map(|entry| (entry.text, entry.cut)).collect()
    }

    /// The lines that are left, with one empty line at most between them.
    pub fn kept(&self) -> impl Iterator<Item = &str> {
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

    /// The lines with words that were taken out, those of one kind together.
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

/// Whether a message or note begins at a line, perhaps after a table's name and a colon.
fn begins_block(plain: &str, raw: &str) -> bool {
    let after_name =
        |text: &str| text.split_once([':', '\u{ff1a}']).map(|(_, rest)| rest.to_owned());
    reply::begins_block(plain, raw)
        || after_name(plain)
            .zip(after_name(raw))
            .is_some_and(|(plain, raw)| reply::begins_block(plain.trim_start(), raw.trim_start()))
}
