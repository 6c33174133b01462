//! The pictures of README.md are as new as the pages that they show.
//!
//! `tests/browser/pictures.txt` lists what each picture shows (templates, style sheets, drawings),
//! with hashes from when the picture was taken. `scripts/pictures` takes the pictures and runs this
//! test with `RAVENPOST_PICTURES_TAKEN=1`, which writes the hashes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

const LIST: &str = "tests/browser/pictures.txt";
const FOLDER: &str = "docs/pictures";

/// The endings of files that are compared.
const TEXTS: [&str; 4] = ["css", "html", "json", "rs"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A line of the list.
struct Shown<'a> {
    picture: &'a str,
    /// A file or folder that the picture shows.
    source: &'a str,
    hash: &'a str,
}

/// Reads a line of the list; `None` for comments and empty lines.
fn shown(line: &str) -> Option<Shown<'_>> {
    let mut words = line.split_whitespace();
    let picture = words.next().filter(|word| !word.starts_with('#'))?;
    let mut next = || words.next().unwrap_or_default();
    Some(Shown { picture, source: next(), hash: next() })
}

/// Removes comments and white space, which no picture shows.
fn bare(path: &str, text: &str) -> String {
    let (start, end) = match path.rsplit_once('.') {
        Some((_, "rs")) => ("//", "\n"),
        Some((_, "css")) => ("/*", "*/"),
        _ => ("{#", "#}"),
    };
    let mut parts = text.split(start);
    let mut bare = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        bare.push_str(part.split_once(end).map_or("", |(_, after)| after));
    }
    bare.retain(|c| !c.is_whitespace());
    bare
}

/// Returns the text files at a path, in order, without tests.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        let is_text = path.extension().is_some_and(|end| TEXTS.iter().any(|one| end == *one));
        return if is_text && path.exists() { vec![path.to_owned()] } else { Vec::new() };
    }
    let entries = std::fs::read_dir(path).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.file_stem().is_none_or(|stem| stem != "tests"));
    paths.sort();
    paths.iter().flat_map(|path| files(path)).collect()
}

/// Returns a hash of what a file or folder adds to a picture; `None` if it does not exist.
fn hash(source: &str) -> Option<String> {
    let mut hasher = Sha256::new();
    let files = files(&root().join(source));
    for file in &files {
        let text = std::fs::read_to_string(file).expect("text");
        hasher.update(bare(&file.to_string_lossy(), &text).as_bytes());
    }
    let hash = data_encoding::HEXLOWER.encode(&hasher.finalize());
    (!files.is_empty()).then(|| hash[..16].to_owned())
}

/// Returns what is wrong with the pictures.
fn complaints(
    list: &str,
    pictures: &BTreeSet<String>,
    hash: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut unlisted = pictures.clone();
    for one in list.lines().filter_map(shown) {
        unlisted.remove(one.picture);
        if !pictures.contains(one.picture) {
            found.push(format!("{LIST}: there is no {FOLDER}/{}", one.picture));
        }
        match hash(one.source) {
            None => found.push(format!("{LIST}: there is no {}", one.source)),
            Some(now) if now != one.hash => found.push(format!(
                "{FOLDER}/{} is older than {}: run scripts/pictures",
                one.picture, one.source
            )),
            Some(_) => {}
        }
    }
    found.extend(unlisted.iter().map(|one| format!("{LIST}: {FOLDER}/{one} is missing")));
    found
}

fn read_list() -> String {
    std::fs::read_to_string(root().join(LIST)).expect("the list of pictures")
}

fn pictures() -> BTreeSet<String> {
    let entries = std::fs::read_dir(root().join(FOLDER)).expect("pictures");
    entries.map(|one| one.expect("a file").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn no_picture_is_older_than_its_sources() {
    let list = read_list();
    if std::env::var_os("RAVENPOST_PICTURES_TAKEN").is_some() {
        let line = |line: &str| match shown(line) {
            Some(one) => {
                let hash = hash(one.source).unwrap_or_default();
                format!("{} {} {hash}\n", one.picture, one.source)
            }
            None => format!("{line}\n"),
        };
        let list: String = list.lines().map(line).collect();
        std::fs::write(root().join(LIST), list).expect("written");
        return;
    }
    let found = complaints(&list, &pictures(), hash);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Changes each source in turn. Exactly the pictures that show it become old.
#[test]
fn planted_changes_make_pictures_outdated() {
    let (list, pictures) = (read_list(), pictures());
    let all: Vec<Shown<'_>> = list.lines().filter_map(shown).collect();
    let known =
        |source: &str| all.iter().find(|one| one.source == source).map(|one| one.hash.to_owned());
    assert!(complaints(&list, &pictures, known).is_empty());
    let sources: BTreeSet<&str> = all.iter().map(|one| one.source).collect();
    assert!(sources.len() >= 10, "{sources:?}");
    for changed in sources {
        let new = |source: &str| {
            if source == changed { Some("0".repeat(16)) } else { known(source) }
        };
        let found = complaints(&list, &pictures, new);
        let showing = all.iter().filter(|one| one.source == changed);
        let old = showing.map(|one| {
            format!("{FOLDER}/{} is older than {changed}: run scripts/pictures", one.picture)
        });
        assert_eq!(found, old.collect::<Vec<_>>());
    }
    let none = complaints("a.webp nowhere.html 0", &BTreeSet::new(), |_| None);
    assert_eq!(none.len(), 2, "{none:?}");
    let one = BTreeSet::from(["b.webp".to_owned()]);
    assert_eq!(complaints("# b.webp", &one, |_| None).len(), 1);
}

#[test]
fn comments_and_whitespace_keep_pictures_current() {
    for (path, one, same, other) in [
        ("a.css", "p { color: red }", "p {\n  color: red /* not blue */\n}", "p { color: blue }"),
        ("a.html", "<p>It is</p>", "{# Why. #}<p>It\n  is</p>", "<p>It was</p>"),
        ("a.rs", "let a = 1;", "let a = 1; // one\n", "let a = 2;"),
    ] {
        assert_eq!(bare(path, one), bare(path, same), "{path}");
        assert_ne!(bare(path, one), bare(path, other), "{path}");
    }
}
