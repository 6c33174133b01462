//! Mistakes of the mail server in front, written down beside the spool when they are seen, for the
//! doctor: whoever delivers a letter has no other place to say it.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::spool::Spool;

/// What is older was mended, or is seen again.
const FRESH: Duration = Duration::from_secs(7 * 24 * 3600);
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
        let what: String = what.chars().filter(|sign| !sign.is_control()).take(LONG).collect();
        let _ = fs::create_dir_all(&self.0);
        let _ = fs::write(self.0.join(mistake.name()), what);
    }

    /// What was written down of a mistake within the last week.
    pub fn seen(&self, mistake: Mistake, now: SystemTime) -> Option<String> {
        let place = self.0.join(mistake.name());
        let at = fs::metadata(&place).and_then(|about| about.modified()).ok()?;
        let age = now.duration_since(at).unwrap_or_default();
        let what = fs::read_to_string(place).ok()?;
        (age < FRESH).then_some(what)
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
    }
}
