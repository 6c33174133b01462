//! Mistakes of the mail server in front, written down beside the spool when they are seen, for the
//! doctor: whoever delivers a letter has no other place to say it.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::spool::Spool;

/// What is older was mended, or is seen again.
const FRESH: Duration = Duration::from_secs(7 * 24 * 3600);
/// One that was written down so lately is not written down again.
const LATELY: Duration = Duration::from_secs(3600);
/// The longest word that is kept of one.
const LONG: usize = 200;

/// What a mail server does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// It hands over letters for other domains.
    Foreign,
    /// It writes a name where letters have no sender.
    NullSender,
}

impl Mistake {
    fn name(self) -> &'static str {
        match self {
            Mistake::Foreign => "foreign",
            Mistake::NullSender => "null-sender",
        }
    }
}

/// Where mistakes are written down.
pub struct Mistakes(PathBuf);

impl Mistakes {
    pub fn beside(spool: &Spool) -> Mistakes {
        Mistakes(spool.room("mistakes"))
    }

    /// Writes one down. That it cannot be keeps no letter waiting.
    pub fn note(&self, mistake: Mistake, what: &str) {
        if self.noted_at(mistake).is_some_and(|at| at.elapsed().is_ok_and(|age| age < LATELY)) {
            return;
        }
        let what: String = what.chars().filter(|sign| !sign.is_control()).take(LONG).collect();
        let _ = fs::create_dir_all(&self.0);
        let _ = fs::write(self.0.join(mistake.name()), what);
    }

    /// What was written down of a mistake within the last week.
    pub fn seen(&self, mistake: Mistake, now: SystemTime) -> Option<String> {
        let age = now.duration_since(self.noted_at(mistake)?).unwrap_or_default();
        let what = fs::read_to_string(self.0.join(mistake.name())).ok()?;
        (age < FRESH).then_some(what)
    }

    /// Forgets a mistake that was written down before then. Tells whether it is forgotten.
    pub fn forget(&self, mistake: Mistake, before: SystemTime) -> bool {
        let old = self.noted_at(mistake).is_some_and(|at| at < before);
        old && fs::remove_file(self.0.join(mistake.name())).is_ok()
    }

    fn noted_at(&self, mistake: Mistake) -> Option<SystemTime> {
        fs::metadata(self.0.join(mistake.name())).and_then(|about| about.modified()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_seen_for_a_week() {
        let folder = tempfile::tempdir().expect("a folder");
        let mistakes = Mistakes::beside(&Spool::at(folder.path()));
        let now = SystemTime::now();
        assert_eq!(mistakes.seen(Mistake::Foreign, now), None);
        mistakes.note(Mistake::Foreign, "other.example\n");
        assert_eq!(mistakes.seen(Mistake::Foreign, now), Some("other.example".to_owned()));
        assert_eq!(mistakes.seen(Mistake::NullSender, now), None);
        assert_eq!(mistakes.seen(Mistake::Foreign, now + FRESH * 2), None);
        assert!(!mistakes.forget(Mistake::Foreign, now - LATELY), "it was seen since");
        assert!(mistakes.forget(Mistake::Foreign, now + LATELY));
        assert_eq!(mistakes.seen(Mistake::Foreign, now), None);
        mistakes.note(Mistake::Foreign, "again.example");
        assert_eq!(mistakes.seen(Mistake::Foreign, now), Some("again.example".to_owned()));
    }
}
