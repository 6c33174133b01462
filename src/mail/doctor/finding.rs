//! What the doctor found: a grade, a sentence, and what to do.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    Good,
    /// Good to know; nothing has to be done.
    Note,
    /// Works, but letters may land among the junk.
    Warning,
    /// It does not work, and letters are lost or do not leave.
    Bad,
}

impl Grade {
    pub fn word(self) -> &'static str {
        match self {
            Grade::Good => "good",
            Grade::Note => "note",
            Grade::Warning => "warn",
            Grade::Bad => "bad",
        }
    }
}

/// One thing looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub grade: Grade,
    /// What was looked at: "relay".
    pub about: &'static str,
    /// What is the case; lower case, no full stop.
    pub what: String,
    /// What to do, in whole sentences; empty when nothing has to be done.
    pub cure: String,
}

/// Everything found, in the order in which it was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DoctorReport {
    pub findings: Vec<Finding>,
}

impl DoctorReport {
    pub(super) fn good(&mut self, about: &'static str, what: impl Into<String>) {
        self.add(Grade::Good, about, what.into(), String::new());
    }

    pub(super) fn note(
        &mut self,
        about: &'static str,
        what: impl Into<String>,
        cure: impl Into<String>,
    ) {
        self.add(Grade::Note, about, what.into(), cure.into());
    }

    pub(super) fn warn(
        &mut self,
        about: &'static str,
        what: impl Into<String>,
        cure: impl Into<String>,
    ) {
        self.add(Grade::Warning, about, what.into(), cure.into());
    }

    pub(super) fn bad(
        &mut self,
        about: &'static str,
        what: impl Into<String>,
        cure: impl Into<String>,
    ) {
        self.add(Grade::Bad, about, what.into(), cure.into());
    }

    fn add(&mut self, grade: Grade, about: &'static str, what: String, cure: String) {
        self.findings.push(Finding { grade, about, what, cure });
    }

    /// The worst grade found.
    pub fn worst(&self) -> Grade {
        self.findings.iter().map(|finding| finding.grade).max().unwrap_or(Grade::Good)
    }

    /// Whether nothing is broken; warnings and notes do not count.
    pub fn is_well(&self) -> bool {
        self.worst() < Grade::Bad
    }
}

impl fmt::Display for DoctorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            let mark = format!("{:<5}{:<9}", finding.grade.word(), finding.about);
            write_wrapped(f, &mark, &finding.what)?;
            if !finding.cure.is_empty() {
                write_wrapped(f, &" ".repeat(14), &finding.cure)?;
            }
        }
        let last = match self.worst() {
            Grade::Good | Grade::Note => "All is well.",
            Grade::Warning => "It works; the warnings say what would make letters arrive better.",
            Grade::Bad => "Something is broken; the lines marked \"bad\" say what to do.",
        };
        write!(f, "\n{last}")
    }
}

/// Words behind a mark, wrapped at 80 and hanging.
fn write_wrapped(f: &mut fmt::Formatter<'_>, mark: &str, words: &str) -> fmt::Result {
    let mut width = mark.chars().count();
    let hang = width;
    write!(f, "{mark}")?;
    for (at, word) in words.split_whitespace().enumerate() {
        let long = word.chars().count();
        if at > 0 && width + 1 + long > 80 {
            write!(f, "\n{}", " ".repeat(hang))?;
            width = hang;
        } else if at > 0 {
            write!(f, " ")?;
            width += 1;
        }
        write!(f, "{word}")?;
        width += long;
    }
    writeln!(f)
}
