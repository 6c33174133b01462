//! Findings of the doctor: a grade, a description and a remedy.

use std::fmt;

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    Good,
    /// Informational; no action needed.
    Note,
    /// It works, but emails may be classified as spam.
    Warning,
    /// It does not work: emails are lost or not sent.
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

/// The result of one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub grade: Grade,
    /// The subject of the check, such as "relay".
    pub about: &'static str,
    /// The finding, in lower case and without a full stop.
    pub what: String,
    /// What to do, in full sentences; empty if no action is needed.
    pub cure: String,
}

/// All findings, in the order of the checks.
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

    /// Returns the most severe grade.
    pub fn worst(&self) -> Grade {
        self.findings.iter().map(|finding| finding.grade).max().unwrap_or(Grade::Good)
    }

    /// Returns whether no finding is [`Grade::Bad`].
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
            Grade::Good | Grade::Note => "No problems found.",
            Grade::Warning => "It works. Fix the warnings to improve email delivery.",
            Grade::Bad => "Something is broken. Fix the problems marked \"bad\".",
        };
        write!(f, "\n{last}")
    }
}

/// Writes words after a label, wrapped at 80 columns with a hanging indent.
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
