//! Where a server's copies are, and what marks how far its log has come.

use std::path::Path;

use super::database;
use crate::config::Config;
use ravenpost_store::sqlite::copies::Copies;
use ravenpost_store::sqlite::mark::Marks;

/// Where copies go, and how often; none where the settings say never.
pub fn copies(config: &Config) -> Option<Copies> {
    let data = &config.data;
    // A copy of a database elsewhere is made by its own tools.
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

/// The marks of the database and of its copies.
pub fn marks(config: &Config) -> Marks {
    Marks::of(&database(config), copies(config))
}
