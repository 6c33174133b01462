//! A person's data outside the database: emails that are not imported yet, and earlier backups.

use std::path::{Path, PathBuf};

use chrono::Duration;

use crate::cli::database;
use ravenpost_config::Config;
use ravenpost_mail::incoming::spool::Spool;
use ravenpost_store::sqlite::copies::Copies;

/// Emails found in the incoming folder.
#[derive(Clone, Copy, Default)]
pub struct Delivered {
    /// Emails from the person, which were removed.
    removed: usize,
    /// Emails from others that mention the person's address. They may contain orders.
    left: usize,
}

/// Removes emails from these addresses from the incoming folder.
pub fn take_away(config: &Config, addresses: &[String]) -> anyhow::Result<Delivered> {
    let spool = Spool::at(config.incoming());
    let mut found = Delivered::default();
    for email in spool.waiting()? {
        let text = String::from_utf8_lossy(&spool.read(&email)?).to_lowercase();
        let names = |line: &str| addresses.iter().any(|address| line.contains(address.as_str()));
        let from = |line: &str| line.starts_with("from:") || line.starts_with("return-path:");
        let mut head = text.lines().take_while(|line| !line.is_empty());
        if head.any(|line| from(line) && names(line)) {
            spool.done(&email)?;
            found.removed += 1;
        } else {
            found.left += usize::from(names(&text));
        }
    }
    Ok(found)
}

/// Reports what was done with emails, and what remains where.
pub fn remains(config: &Config, delivered: Delivered, cut: usize) -> anyhow::Result<Vec<String>> {
    let Delivered { removed, left } = delivered;
    let mut lines = Vec::new();
    if removed > 0 {
        lines.push(format!("deleted {removed} unprocessed emails from the person"));
    }
    if cut > 0 {
        lines.push(format!("removed the person from {cut} stored emails of others"));
    }
    if left > 0 {
        lines.push(format!(
            "LEFT  {left} emails of others in {} mention the address: they are processed when the \
             server starts, and their text is deleted after 14 days",
            config.incoming().display()
        ));
    }
    lines.push("earlier backups still contain the person until you delete them".to_owned());
    lines.extend(copies(config)?.iter().map(|path| format!("LEFT  {}", path.display())));
    Ok(lines)
}

/// Returns the backups that the server has made by itself.
fn copies(config: &Config) -> anyhow::Result<Vec<PathBuf>> {
    let folder = match config.data.backup_dir.as_str() {
        "" => Path::new(&config.data.dir).join("backups"),
        folder => folder.into(),
    };
    let (every, keep) = (Duration::zero(), Duration::zero());
    let mut copies: Vec<_> =
        Copies { folder, every, keep }.all()?.into_iter().map(|(_, path)| path).collect();
    // Includes the copies made before a schema upgrade.
    let database_path = database(config);
    let name =
        format!("{}.schema-", database_path.file_name().unwrap_or_default().to_string_lossy());
    for file in std::fs::read_dir(&config.data.dir)? {
        let file = file?;
        if file.file_name().to_string_lossy().starts_with(&name) {
            copies.push(file.path());
        }
    }
    copies.sort();
    Ok(copies)
}
