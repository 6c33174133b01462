//! A mail source: a Maildir-like folder with `tmp` and `new`. A delivery writes the file in `tmp`,
//! syncs it to disk and renames it into `new`, from where the service reads it.
//!
//! So only the service writes to the database, and emails are accepted while it is down. A mail
//! server can also deliver directly into this folder as a Maildir.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use data_encoding::BASE32_NOPAD;

use super::stored_email::at_source;

/// Maximum size of an accepted email; replies only need a few lines.
pub const MOST: u64 = 4 * 1024 * 1024;
/// How much of an email a mail source stores: enough for the text, which precedes any pictures.
pub const STORED_SIZE: usize = 256 * 1024;
/// Files in `tmp` older than this were abandoned; the customary limit of Maildirs.
const LEFT: Duration = Duration::from_secs(36 * 3600);

/// The part of an email that contains its addresses.
const HEAD: u64 = 64 * 1024;
/// The folder for requests to reprocess an email.
const AGAIN: &str = "again";

/// The SMTP envelope, as given by the mail server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Envelope {
    /// Empty for the null sender.
    pub sender: Option<String>,
    pub recipient: Option<String>,
}

/// Why an email could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum SpoolError {
    #[error("the email is larger than {} MB", MOST / 1024 / 1024)]
    TooLong,
    #[error("{0} contains a line break")]
    Envelope(&'static str),
    #[error("cannot write the email to disk: {0}")]
    Disk(#[from] io::Error),
}

/// A folder into which emails are delivered.
#[derive(Clone, Debug)]
pub struct Spool(PathBuf);

impl Spool {
    pub fn at(folder: impl Into<PathBuf>) -> Spool {
        Spool(folder.into())
    }

    pub fn shown(&self) -> std::path::Display<'_> {
        self.0.display()
    }

    /// Returns a folder beside the emails.
    pub fn room(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Creates the Maildir folders.
    pub fn make(&self) -> io::Result<()> {
        for room in ["tmp", "new", "cur"] {
            fs::create_dir_all(self.0.join(room))?;
        }
        Ok(())
    }

    /// Stores an email. On success it is on disk under its final name.
    pub fn put(&self, envelope: &Envelope, email: impl Read) -> Result<PathBuf, SpoolError> {
        self.make()?;
        let name = fresh();
        let place = self.0.join("tmp").join(&name);
        let written = self.write(&place, envelope, email);
        if written.is_err() {
            // A file in `tmp` does not count as an email; if it cannot be removed now, it is
            // cleaned up later.
            let _ = fs::remove_file(&place);
        }
        written?;
        let shelf = self.0.join("new");
        let home = shelf.join(&name);
        fs::rename(&place, &home)?;
        File::open(&shelf)?.sync_all()?;
        Ok(home)
    }

    fn write(&self, place: &Path, envelope: &Envelope, email: impl Read) -> Result<(), SpoolError> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(place)?;
        file.write_all(trace(envelope)?.as_bytes())?;
        file.write_all(&taken(email)?)?;
        file.sync_all()?;
        Ok(())
    }

    /// Returns the paths of waiting emails, oldest first.
    pub fn waiting(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(self.0.join("new")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry?;
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            // Another process may have removed it since the folder was read.
            let about = match entry.metadata() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                about => about?,
            };
            if !hidden && about.is_file() {
                found.push((about.modified().unwrap_or(UNIX_EPOCH), entry.path()));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// Reads an email up to the size limit; a mail server may have stored a larger one directly.
    pub fn read(&self, email: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(email)?.take(STORED_SIZE as u64 + 1).read_to_end(&mut bytes)?;
        Ok(at_source(bytes, STORED_SIZE))
    }

    /// Deletes the remains of failed deliveries, and returns how many.
    pub fn sweep(&self, now: SystemTime) -> io::Result<usize> {
        let entries = match fs::read_dir(self.0.join("tmp")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            entries => entries?,
        };
        let mut swept = 0;
        for entry in entries {
            let entry = entry?;
            let about = entry.metadata().ok().filter(fs::Metadata::is_file);
            let begun = about.and_then(|about| about.modified().ok());
            let old = |begun| now.duration_since(begun).is_ok_and(|age| age > LEFT);
            if begun.is_some_and(old) && fs::remove_file(entry.path()).is_ok() {
                swept += 1;
            }
        }
        Ok(swept)
    }

    /// Returns whether a waiting email has this address in its header.
    pub fn holds(&self, address: &str) -> io::Result<bool> {
        for email in self.waiting()? {
            let mut head = Vec::new();
            File::open(email)?.take(HEAD).read_to_end(&mut head)?;
            if String::from_utf8_lossy(&head).contains(address) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Leaves a request to reprocess a stored email. It is idempotent: the file name is the number
    /// of the email.
    pub fn ask_again(&self, email: i64) -> io::Result<()> {
        let room = self.0.join(AGAIN);
        fs::create_dir_all(&room)?;
        File::create(room.join(email.to_string()))?.sync_all()?;
        File::open(&room)?.sync_all()
    }

    /// Returns the emails to reprocess, with their request files. Ignores files whose names are not
    /// numbers.
    pub fn asked_again(&self) -> io::Result<Vec<(i64, PathBuf)>> {
        let entries = match fs::read_dir(self.0.join(AGAIN)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry?;
            if let Ok(email) = entry.file_name().to_string_lossy().parse() {
                found.push((email, entry.path()));
            }
        }
        found.sort();
        Ok(found)
    }

    /// Removes a file after the store has its email.
    pub fn done(&self, email: &Path) -> io::Result<()> {
        fs::remove_file(email)
    }
}

/// Reads an email up to the limit of a mail source.
pub fn taken(email: impl Read) -> Result<Vec<u8>, SpoolError> {
    let mut email = email.take(MOST + 1);
    let mut text = Vec::new();
    let read = email.by_ref().take(STORED_SIZE as u64).read_to_end(&mut text)?;
    let more = io::copy(&mut email, &mut io::sink())?;
    if read as u64 + more > MOST {
        return Err(SpoolError::TooLong);
    }
    Ok(if more > 0 { at_source(text, STORED_SIZE - 1) } else { text })
}

/// Formats the envelope as the header fields that a mail server adds on delivery.
fn trace(envelope: &Envelope) -> Result<String, SpoolError> {
    let mut lines = String::new();
    let parts = [
        ("Return-Path", "the sender", &envelope.sender),
        ("Delivered-To", "the recipient", &envelope.recipient),
    ];
    for (field, what, value) in parts {
        let Some(value) = value else { continue };
        if value.contains(['\r', '\n', '\0']) {
            return Err(SpoolError::Envelope(what));
        }
        let value = if field == "Return-Path" { format!("<{value}>") } else { value.clone() };
        lines.push_str(&format!("{field}: {value}\r\n"));
    }
    Ok(lines)
}

/// Returns a unique file name of time, process id and random characters.
fn fresh() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut chance = [0; 10];
    getrandom::fill(&mut chance).expect("the system has randomness");
    let chance = BASE32_NOPAD.encode(&chance).to_lowercase();
    format!("{:011}.{:06}.P{}.{chance}", since.as_secs(), since.subsec_micros(), process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spool() -> (tempfile::TempDir, Spool) {
        let folder = tempfile::tempdir().expect("a folder");
        let spool = Spool::at(folder.path().join("incoming"));
        (folder, spool)
    }

    fn envelope(sender: &str, recipient: &str) -> Envelope {
        Envelope { sender: Some(sender.to_owned()), recipient: Some(recipient.to_owned()) }
    }

    #[test]
    fn email_is_stored_with_its_envelope_until_processed() {
        let (_folder, spool) = spool();
        assert!(spool.waiting().expect("a list").is_empty());
        let ann = envelope("ann@example.org", "o-abc@reply.example.org");
        let first = spool.put(&ann, &b"Subject: one\r\n\r\npass\r\n"[..]).expect("kept");
        let second = spool.put(&Envelope::default(), &b"Subject: two\r\n\r\n"[..]).expect("kept");
        assert_eq!(spool.waiting().expect("a list"), [first.clone(), second]);
        let bytes = spool.read(&first).expect("its bytes");
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.starts_with(
            "Return-Path: <ann@example.org>\r\nDelivered-To: o-abc@reply.example.org\r\nSubject"
        ));
        spool.done(&first).expect("gone");
        assert_eq!(spool.waiting().expect("a list").len(), 1);
    }

    #[test]
    fn oversized_email_or_bad_envelope_leaves_no_file() {
        let (folder, spool) = spool();
        let endless = io::repeat(b'x');
        assert!(matches!(spool.put(&Envelope::default(), endless), Err(SpoolError::TooLong)));
        let bent = envelope("ann@example.org", "o-abc@example.org\r\nX-Evil: yes");
        assert!(matches!(spool.put(&bent, &b"x"[..]), Err(SpoolError::Envelope(_))));
        assert!(spool.waiting().expect("a list").is_empty());
        let left = fs::read_dir(folder.path().join("incoming/tmp")).expect("a folder").count();
        assert_eq!(left, 0);
    }

    #[test]
    fn long_email_is_cut_at_a_line_end() {
        let (_folder, spool) = spool();
        let line = "x".repeat(98) + "\r\n";
        let place = spool.put(&Envelope::default(), line.repeat(20_000).as_bytes()).expect("kept");
        for stored in [fs::read(&place).expect("a file"), spool.read(&place).expect("its bytes")] {
            assert!(
                stored.len() <= STORED_SIZE && stored.len() > STORED_SIZE - 200,
                "{}",
                stored.len()
            );
            assert!(stored.ends_with(b"x\r\n"));
            assert!(stored.starts_with(b"x-kept-in-part: somewhere\r\n"), "it says so");
        }
        // A mail server that delivers into the folder directly stores the whole email.
        fs::write(&place, line.repeat(20_000)).expect("written");
        assert!(spool.read(&place).expect("its bytes").len() <= STORED_SIZE);
    }

    #[test]
    fn stale_partial_files_are_deleted() {
        let (folder, spool) = spool();
        spool.make().expect("its rooms");
        let half = folder.path().join("incoming/tmp/half");
        fs::write(&half, "Subj").expect("written");
        let now = SystemTime::now();
        assert_eq!(spool.sweep(now + LEFT / 2).expect("swept"), 0);
        assert!(half.exists());
        assert_eq!(spool.sweep(now + LEFT * 2).expect("swept"), 1);
        assert!(!half.exists());
    }

    #[test]
    fn request_is_stored_once_and_malformed_ones_are_ignored() {
        let (folder, spool) = spool();
        assert!(spool.asked_again().expect("a list").is_empty());
        for email in [17, 4, 17] {
            spool.ask_again(email).expect("left");
        }
        fs::write(folder.path().join("incoming/again/notes.txt"), "x").expect("written");
        let asked = spool.asked_again().expect("a list");
        assert_eq!(asked.iter().map(|(email, _)| *email).collect::<Vec<_>>(), [4, 17]);
        spool.done(&asked[0].1).expect("gone");
        assert_eq!(spool.asked_again().expect("a list").len(), 1);
    }

    #[test]
    fn file_names_are_unique_and_sort_by_arrival() {
        let names: std::collections::BTreeSet<String> = (0..1000).map(|_| fresh()).collect();
        assert_eq!(names.len(), 1000);
    }
}
