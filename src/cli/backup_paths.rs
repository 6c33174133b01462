//! The locations of a server's backups and of its high-water marks.

use std::path::Path;

use crate::cli::database;
use ravenpost_config::Config;
use ravenpost_store::sqlite::copies::Copies;
use ravenpost_store::sqlite::high_water_mark::Marks;

/// Returns where and how often to make scheduled backups, and how long to keep them. `None` if they
/// are disabled, or if the database is not a file.
pub fn copies(config: &Config) -> Option<Copies> {
    let data = &config.data;
    // PostgreSQL databases are backed up with their own tools.
    if data.backup_interval_hours == 0 || !data.database.is_empty() {
        return None;
    }
    let folder = match data.backup_dir.as_str() {
        "" => Path::new(&data.dir).join("backups"),
        folder => folder.into(),
    };
    let every = chrono::Duration::hours(data.backup_interval_hours.into());
    let keep = chrono::Duration::days(data.backup_retention_days.into());
    Some(Copies { folder, every, keep })
}

/// Returns the high-water marks beside the database and its backups.
pub fn marks(config: &Config) -> Marks {
    Marks::of(&database(config), copies(config))
}
