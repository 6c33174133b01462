//! Inbound emails: the files in `tests/inbound` must be read as the sheets beside them say.

mod bounces;
mod fuzz;
mod hostile;
mod large;
mod machines;
mod replies;

use std::path::PathBuf;

use ravenpost::mail::incoming::reading::{self, IncomingEmail, Trust, Unreadable};
use serde::de::DeserializeOwned;

/// The subfolders of test emails.
const FOLDERS: [&str; 4] = ["replies", "bounces", "machines", "hostile"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/inbound")
}

/// The trust settings of the server that received these emails.
fn trust() -> Trust {
    Trust {
        authserv_id: Some("mx.games.example.org".to_owned()),
        domain: Some("games.example.org".to_owned()),
    }
}

/// The expected results for the emails of a folder.
fn sheet<T: DeserializeOwned>(kind: &str) -> Vec<T> {
    #[derive(serde::Deserialize)]
    struct Sheet<T> {
        email: Vec<T>,
    }
    let text = std::fs::read_to_string(folder().join(kind).with_extension("toml")).unwrap();
    let sheet: Sheet<T> = toml::from_str(&text).unwrap();
    let files = std::fs::read_dir(folder().join(kind)).unwrap().count();
    assert_eq!(sheet.email.len(), files, "{kind}: each email is on the sheet once");
    sheet.email
}

fn bytes(kind: &str, name: &str) -> Vec<u8> {
    std::fs::read(folder().join(kind).join(name).with_extension("eml")).unwrap()
}

fn read(kind: &str, name: &str) -> Result<IncomingEmail, Unreadable> {
    reading::read(&bytes(kind, name), &trust())
}

/// All emails, sorted by name.
fn all() -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = FOLDERS
        .iter()
        .flat_map(|kind| std::fs::read_dir(folder().join(kind)).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Splits a name in code into words, as in the sheets: `NoText` becomes "no text".
fn words(name: &impl std::fmt::Debug) -> String {
    let mut out = String::new();
    for email in format!("{name:?}").chars() {
        if email.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(email.to_lowercase());
    }
    out
}

/// Records a difference between the sheet and the actual result.
fn compare<T: PartialEq + std::fmt::Debug>(
    wrong: &mut Vec<String>,
    file: &str,
    what: &str,
    wanted: &T,
    found: &T,
) {
    if wanted != found {
        wrong.push(format!("{file}: {what}\n    wanted {wanted:?}\n    found  {found:?}"));
    }
}

fn settle(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
