//! Records misconfigurations of the upstream mail server in a folder beside the spool, so that the
//! doctor can report them. The process that delivers an email has no other way to do so.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::spool::Spool;

/// Older records are ignored: the problem was fixed or is recorded again.
const FRESH: Duration = Duration::from_secs(7 * 24 * 3600);
/// A record younger than this is not rewritten.
const LATELY: Duration = Duration::from_secs(3600);
/// Maximum length of a stored detail, in characters.
const LONG: usize = 200;

/// A misconfiguration of the mail server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// It delivers emails for other domains.
    Foreign,
    /// It replaces the null sender with a name.
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

/// The folder of the records.
pub struct Mistakes(PathBuf);

impl Mistakes {
    pub fn of_spool(spool: &Spool) -> Mistakes {
        Mistakes(spool.room("mistakes"))
    }

    /// Records a mistake. Errors are ignored, so that they never hold up an email.
    pub fn note(&self, mistake: Mistake, what: &str) {
        if self.noted_at(mistake).is_some_and(|at| at.elapsed().is_ok_and(|age| age < LATELY)) {
            return;
        }
        let what: String = what.chars().filter(|sign| !sign.is_control()).take(LONG).collect();
        let _ = fs::create_dir_all(&self.0);
        let _ = fs::write(self.0.join(mistake.name()), what);
    }

    /// Returns the detail of a mistake recorded within the last week.
    pub fn seen(&self, mistake: Mistake, now: SystemTime) -> Option<String> {
        let age = now.duration_since(self.noted_at(mistake)?).unwrap_or_default();
        let what = fs::read_to_string(self.0.join(mistake.name())).ok()?;
        (age < FRESH).then_some(what)
    }

    /// Deletes a record made before `before`. Returns whether it was deleted.
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
    fn mistake_is_reported_for_a_week() {
        let folder = tempfile::tempdir().expect("a folder");
        let mistakes = Mistakes::of_spool(&Spool::at(folder.path()));
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
