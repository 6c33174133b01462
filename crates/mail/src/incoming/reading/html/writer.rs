//! Turns a stream of tags and text into lines.

use html5ever::LocalName;
use html5ever::tokenizer::Tag;

use super::super::limits;
use super::super::unread::Cut;
use super::element::{self, Does};

/// Maximum number of open elements; long threads have a few hundred.
const OPEN: usize = 2000;

/// Elements that are closed implicitly by the next one of their kind.
const SIBLINGS: &[&str] = &["p", "li", "tr", "td", "th", "dt", "dd", "option"];

/// The marker around struck-out text, as in Markdown.
pub(in crate::incoming::reading) const STRUCK: &str = "~~";

#[derive(Default)]
pub(super) struct TextWriter {
    lines: Vec<String>,
    /// The current line, with its prefix if it has any content.
    line: String,
    /// Whether a space precedes the next word of the line.
    apart: bool,
    open: Vec<(LocalName, Does)>,
    quotes: usize,
    hidden: usize,
    written: usize,
    struck: usize,
    /// Whether the line currently ends in struck-out text.
    striking: bool,
    /// Whether everything from here on belongs to the original email.
    rest: bool,
    tangled: bool,
    cut: Vec<Cut>,
}

impl TextWriter {
    pub fn open(&mut self, tag: &Tag) {
        let name = &*tag.name;
        let sibling = self.open.last().filter(|(last, _)| *last == tag.name);
        if sibling.is_some() && SIBLINGS.contains(&name) {
            self.close(&tag.name);
        }
        if element::EMPTY.contains(&name) {
            return self.empty(name);
        }
        let does = element::does(tag);
        match does {
            Does::Nothing if matches!(name, "td" | "th") => self.apart = true,
            Does::Nothing => {}
            Does::Hide(cut) => {
                if element::is_block(name) {
                    self.end_line();
                }
                self.note(cut);
                self.hidden += 1;
            }
            Does::Block => self.end_line(),
            Does::Keep => {
                self.end_line();
                self.written += 1;
            }
            Does::Quote => {
                self.end_line();
                self.quotes += 1;
            }
            Does::Strike => {
                if element::is_block(name) {
                    self.end_line();
                }
                self.struck += 1;
            }
            Does::Rest => {
                self.end_line();
                self.note(Cut::Original);
                self.rest = true;
            }
        }
        self.tangled |= self.open.len() == OPEN;
        if !self.tangled {
            self.open.push((tag.name.clone(), does));
        }
    }

    /// Handles a void element.
    fn empty(&mut self, name: &str) {
        let shown = self.hidden == 0 && !self.rest;
        match name {
            "br" if shown && self.line.is_empty() => self.push(String::new()),
            "br" | "hr" => self.end_line(),
            _ => {}
        }
    }

    /// Closes the innermost element with this name, and the unclosed ones inside it.
    pub fn close(&mut self, name: &LocalName) {
        let Some(at) = self.open.iter().rposition(|(open, _)| open == name) else { return };
        while self.open.len() > at {
            match self.open.pop().map(|(_, does)| does) {
                Some(Does::Hide(_)) => self.hidden -= 1,
                Some(Does::Block | Does::Rest) => self.end_line(),
                Some(Does::Keep) => {
                    self.end_line();
                    self.written -= 1;
                }
                Some(Does::Quote) => {
                    self.end_line();
                    self.quotes -= 1;
                }
                Some(Does::Strike) => {
                    if element::is_block(name) {
                        self.end_line();
                    }
                    self.struck -= 1;
                }
                Some(Does::Nothing) | None => {}
            }
        }
    }

    pub fn text(&mut self, text: &str) {
        if self.hidden > 0 || self.rest {
            return;
        }
        for c in text.chars() {
            if c == '\n' && self.written > 0 {
                let line = std::mem::take(&mut self.line);
                self.push(line);
            } else if c.is_ascii_whitespace() && self.written == 0 {
                self.apart = true;
            } else if self.line.len() < limits::LINE {
                let apart = std::mem::take(&mut self.apart) && !self.line.is_empty();
                self.strike(apart);
                self.line.push(c);
            }
        }
    }

    /// Writes the marker before or after struck-out text, and the space before a word.
    fn strike(&mut self, apart: bool) {
        let (struck, striking) = (self.struck > 0, self.striking);
        if striking && !struck {
            self.line.push_str(STRUCK);
        }
        if apart {
            self.line.push(' ');
        }
        if struck && !striking {
            self.line.push_str(STRUCK);
        }
        self.striking = struck;
    }

    fn end_line(&mut self) {
        if self.hidden > 0 || self.rest {
            return;
        }
        self.apart = false;
        if !self.line.is_empty() {
            let line = std::mem::take(&mut self.line);
            self.push(line);
        }
    }

    fn push(&mut self, mut line: String) {
        self.apart = false;
        if std::mem::take(&mut self.striking) {
            line.push_str(STRUCK);
        }
        if self.lines.len() == limits::LINES {
            self.note(Cut::Long);
        } else if self.quotes > 0 {
            self.lines.push(format!("> {line}"));
        } else {
            self.lines.push(line);
        }
    }

    fn note(&mut self, cut: Cut) {
        if cut != Cut::Hidden && !self.cut.contains(&cut) {
            self.cut.push(cut);
        }
    }

    /// Returns the lines; `None` if more elements were open than any mail program uses.
    pub fn finish(mut self) -> Option<(Vec<String>, Vec<Cut>)> {
        self.end_line();
        (!self.tangled).then_some((self.lines, self.cut))
    }
}
