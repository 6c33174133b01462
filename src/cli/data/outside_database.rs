//! A person's data outside the database: emails that are not imported yet, and earlier backups.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::database;
use ravenpost_config::Config;
use ravenpost_mail::incoming::spool::Spool;

/// How SQLite's files begin: databases, write-ahead logs of either byte order, and journals.
const SIGNATURES: [&[u8]; 4] = [
    b"SQLite format 3\0",
    &[0x37, 0x7f, 0x06, 0x82],
    &[0x37, 0x7f, 0x06, 0x83],
    &[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7],
];

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
pub fn remains(config: &Config, delivered: Delivered, cut: usize) -> Vec<String> {
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
    lines.extend(databases(config).iter().map(|line| format!("LEFT  {line}")));
    lines
}

/// Returns the other databases in the data and backup folders and below: backups, copies made
/// before a schema upgrade, and what was put there by hand. It is not checked which of them contain
/// the person, because earlier addresses of the person may be unknown.
fn databases(config: &Config) -> Vec<String> {
    let (data, backups) = (Path::new(&config.data.dir), Path::new(&config.data.backup_dir));
    let database_files = database_files(config);
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> =
        [data, backups].into_iter().filter(|folder| folder.is_dir()).map(Path::to_owned).collect();
    while let Some(folder) = folders.pop() {
        let Ok(files) = fs::read_dir(&folder) else {
            found.insert(folder.clone(), format!("{}, which cannot be read", folder.display()));
            continue;
        };
        for file in files.flatten() {
            let path = file.path();
            let real = path.canonicalize().unwrap_or_else(|_| path.clone());
            if file.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if !database_files.contains(&real) {
                let line = match is_database(&path) {
                    Ok(false) => continue,
                    Ok(true) => path.display().to_string(),
                    Err(_) => format!("{}, which cannot be read", path.display()),
                };
                found.insert(real, line);
            }
        }
    }
    found.into_values().collect()
}

/// Returns the files of the live database. With PostgreSQL, such a file remains from before the
/// move.
fn database_files(config: &Config) -> Vec<PathBuf> {
    if !config.data.database.is_empty() {
        return Vec::new();
    }
    let path = database(config);
    let path = path.canonicalize().unwrap_or(path);
    let file = |suffix: &str| {
        let mut name = path.clone().into_os_string();
        name.push(suffix);
        PathBuf::from(name)
    };
    ["", "-wal", "-journal"].into_iter().map(file).collect()
}

/// Returns whether a file is a SQLite database, or holds changes that have not been written to one
/// yet.
fn is_database(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return Ok(false);
    }
    let mut head = Vec::new();
    File::open(path)?.take(16).read_to_end(&mut head)?;
    Ok(SIGNATURES.iter().any(|signature| head.starts_with(signature)))
}
