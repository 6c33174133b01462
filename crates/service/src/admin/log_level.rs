//! The log level of this node, which admins can change temporarily.

use std::sync::{Mutex, OnceLock, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::record::{Changer, record};
use crate::error::ServiceError;
use crate::handles::Administration;
use ravenpost_store::people::admin_log::AdminAction;
use ravenpost_store::writes;

/// How long a chosen level lasts, unless it lasts until the restart.
const A_WHILE: TimeDelta = TimeDelta::hours(1);

#[derive(
    Clone, Copy, PartialEq, Eq, Debug, strum::EnumString, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum LogLevel {
    Warn,
    Info,
    Debug,
    Trace,
}

impl LogLevel {
    pub const ALL: &[LogLevel] = <LogLevel as strum::VariantArray>::VARIANTS;

    /// The name of the level in filters and forms.
    pub fn word(self) -> &'static str {
        self.into()
    }

    pub fn from_word(word: &str) -> Option<LogLevel> {
        word.parse().ok()
    }
}

/// A level that an admin chose, and when it expires; `None` if it lasts until the restart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChosenLevel {
    pub level: LogLevel,
    pub until: Option<DateTime<Utc>>,
}

/// Changes the level of the log; `None` restores the filter of the settings.
pub type SetLevel = Box<dyn Fn(Option<LogLevel>) -> Result<(), String> + Send + Sync>;

/// The log of this process.
#[derive(Default)]
pub(crate) struct LogSwitch {
    set: OnceLock<SetLevel>,
    chosen: Mutex<Option<ChosenLevel>>,
}

impl LogSwitch {
    fn chosen(&self) -> Option<ChosenLevel> {
        *self.chosen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, chosen: Option<ChosenLevel>) -> Result<(), String> {
        let set = self.set.get().ok_or("this process has no log of its own")?;
        set(chosen.map(|chosen| chosen.level))?;
        *self.chosen.lock().unwrap_or_else(PoisonError::into_inner) = chosen;
        Ok(())
    }
}

impl Administration<'_> {
    /// Lets admins change the level of the log. Called once, at the start.
    pub fn log_with(self, set: SetLevel) {
        // Only tests start several servers in one process, each with a service of its own.
        let _ = self.inner().log.set.set(set);
    }

    /// Returns the level that an admin chose, if one did.
    pub fn log_level(self) -> Option<ChosenLevel> {
        self.inner().log.chosen()
    }

    /// Changes the level of this node's log, for an hour or until the restart. `None` restores the
    /// filter of the settings.
    pub async fn set_log_level(
        self,
        now: DateTime<Utc>,
        by: Changer,
        level: Option<LogLevel>,
        until_restart: bool,
    ) -> Result<(), ServiceError> {
        let until = (!until_restart).then(|| now + A_WHILE);
        let chosen = level.map(|level| ChosenLevel { level, until });
        let what = match level {
            None => "as in the settings".to_owned(),
            Some(level) if until_restart => format!("{} until the restart", level.word()),
            Some(level) => format!("{} for an hour", level.word()),
        };
        let action = AdminAction::LogLevelChanged;
        let job = self.store().try_write(writes!(|tx| record(tx, now, by, action, what).await));
        let recorded: Result<(), ServiceError> = job.await;
        recorded?;
        self.inner().log.put(chosen).map_err(ServiceError::refused)
    }

    /// Restores the filter of the settings when the hour is over. Called periodically.
    pub fn restore_log_level(self, now: DateTime<Utc>) {
        let over = |chosen: ChosenLevel| chosen.until.is_some_and(|until| until <= now);
        if self.log_level().is_some_and(over)
            && let Err(why) = self.inner().log.put(None)
        {
            tracing::warn!(why, "failed to restore the log level");
        }
    }
}
