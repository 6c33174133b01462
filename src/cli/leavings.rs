//! What a person leaves beside the database: letters that were delivered and not taken in yet, and
//! copies of the database that were made before.

use std::path::{Path, PathBuf};

use chrono::Duration;

use super::database;
use crate::config::Config;
use crate::mail::incoming::spool::Spool;
use ravenpost_store::sqlite::copies::Copies;

/// Letters that lay in the folder for letters.
#[derive(Clone, Copy, Default)]
pub struct Delivered {
    /// From the person: they were removed.
    removed: usize,
    /// From others, with the person's address in them: they may be somebody's orders.
    left: usize,
}

/// Removes letters from these addresses that lie in the folder for letters.
pub fn take_away(config: &Config, addresses: &[String]) -> anyhow::Result<Delivered> {
    let spool = Spool::at(config.incoming());
    let mut found = Delivered::default();
    for letter in spool.waiting()? {
        let text = String::from_utf8_lossy(&spool.read(&letter)?).to_lowercase();
        let names = |line: &str| addresses.iter().any(|address| line.contains(address.as_str()));
        let from = |line: &str| line.starts_with("from:") || line.starts_with("return-path:");
        let mut head = text.lines().take_while(|line| !line.is_empty());
        if head.any(|line| from(line) && names(line)) {
            spool.done(&letter)?;
            found.removed += 1;
        } else {
            found.left += usize::from(names(&text));
        }
    }
    Ok(found)
}

/// What was done about letters, and what is left where.
pub fn told(config: &Config, delivered: Delivered, cut: usize) -> anyhow::Result<Vec<String>> {
    let Delivered { removed, left } = delivered;
    let mut told = Vec::new();
    if removed > 0 {
        told.push(format!("{removed} letters of the person that had just been delivered are gone"));
    }
    if cut > 0 {
        told.push(format!("the person was blotted out of {cut} letters of others that wait"));
    }
    if left > 0 {
        told.push(format!(
            "LEFT  {left} letters of others in {} name the address: they are dealt with when the \
             server starts, and their text goes after 14 days",
            config.incoming().display()
        ));
    }
    told.push("backups made before this still hold the person, until they are removed".to_owned());
    told.extend(copies(config)?.iter().map(|path| format!("LEFT  {}", path.display())));
    Ok(told)
}

/// The copies of the database that the server has made by itself.
fn copies(config: &Config) -> anyhow::Result<Vec<PathBuf>> {
    let folder = match config.data.backup_dir.as_str() {
        "" => Path::new(&config.data.dir).join("backups"),
        folder => folder.into(),
    };
    let (every, keep) = (Duration::zero(), Duration::zero());
    let mut copies: Vec<_> =
        Copies { folder, every, keep }.all()?.into_iter().map(|(_, path)| path).collect();
    // Those that were made before a new release changed the schema.
    let beside = database(config);
    let name = format!("{}.schema-", beside.file_name().unwrap_or_default().to_string_lossy());
    for file in std::fs::read_dir(&config.data.dir)? {
        let file = file?;
        if file.file_name().to_string_lossy().starts_with(&name) {
            copies.push(file.path());
        }
    }
    copies.sort();
    Ok(copies)
}
