//! The settings that could be read, with all errors found.

use std::fmt;

use super::Config;

/// All errors in the settings, not only the first one.
#[derive(Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<String>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.join("\n"))
    }
}

impl std::error::Error for Problems {}

/// Settings together with their errors. A setting with an invalid value has its default.
pub struct Findings {
    config: Config,
    wrong: Vec<String>,
    rejected: Vec<String>,
    incomplete: bool,
}

impl Findings {
    /// `rejected` names the settings with invalid values. If `incomplete`, the settings file could
    /// not be read.
    pub(crate) fn new(
        config: Config,
        wrong: Vec<String>,
        rejected: Vec<String>,
        incomplete: bool,
    ) -> Findings {
        Findings { config, wrong, rejected, incomplete }
    }

    /// Returns the settings, whether or not they are valid.
    pub fn read(&self) -> &Config {
        &self.config
    }

    /// Adds errors, except those about settings that already have one and those that merely result
    /// from one: a rejected setting falls back to its default, which may conflict with other
    /// settings.
    pub fn add(&mut self, more: Vec<String>) {
        if self.incomplete {
            return;
        }
        let about = |why: &str| {
            let line = why.lines().last().unwrap_or_default();
            line.split(": ").next().unwrap_or_default().to_owned()
        };
        let follows = |why: &String| {
            self.rejected.iter().any(|name| why.contains(name.as_str()))
                || self.wrong.iter().any(|known| about(known) == about(why))
        };
        let more: Vec<String> = more.into_iter().filter(|why| !follows(why)).collect();
        self.wrong.extend(more);
    }

    /// Returns the settings.
    ///
    /// # Errors
    ///
    /// All errors, if there are any.
    pub fn config(self) -> Result<Config, Problems> {
        match self.wrong.is_empty() {
            true => Ok(self.config),
            false => Err(Problems(self.wrong)),
        }
    }
}
