//! Forbidden words: leftovers, wrong names, and titles outside their folders.

use ravenpost::config::Config;

use super::layers::names;
use super::source::{Source, root};

/// Code that must not stay, anywhere.
const LEFTOVERS: &[(&str, &str)] = &[
    ("todo!", "finish it"),
    ("unimplemented!", "finish it"),
    ("dbg!", "take it out"),
    ("#[ignore", "a test that does not run is no test"),
    ("should_panic", "check the message of a refusal instead"),
];

/// Reminders in comments.
const NOTES: &[&str] = &["TODO", "FIXME", "XXX", "HACK"];

/// Names with a preferred term in DESIGN 2.
const NAMES: &[(&str, &str)] = &[("user", "player"), ("users", "players")];

/// Names from external sources: a header field, a network option.
const OTHERS_NAMES: &[&str] = &["user_agent", "tcp_user_timeout"];

/// Files of the program that may name titles, because they pick one to show.
const MAY_NAME_TITLES: &[&str] = &["src/service/titles.rs", "src/cli/demo.rs"];

pub fn complaints(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (at, line) in source.code.lines().enumerate() {
        for (word, instead) in LEFTOVERS {
            if names(line, word) {
                found.push(source.says(at + 1, format!("{word}: {instead}")));
            }
        }
        for (word, better) in NAMES {
            if identifiers(line).any(|name| parts(name).any(|part| part == *word)) {
                found.push(source.says(at + 1, format!("\"{word}\" is called {better} here")));
            }
        }
    }
    for (at, line) in source.comments.lines().enumerate() {
        for note in NOTES {
            if names(line, note) {
                found.push(source.says(at + 1, format!("{note}: do it, or say why not")));
            }
        }
    }
    if source.layer().is_none() && !source.path.starts_with("tests/it/harness/") {
        let sleeps = source.code.lines().position(|line| names(line, "sleep"));
        found.extend(sleeps.map(|at| source.says(at + 1, "sleep: wait on a condition")));
    }
    for (number, line) in source.program(&source.code) {
        if line.contains(".unwrap()") {
            found.push(source.says(number, "unwrap: handle it, or `expect` why it holds"));
        }
    }
    found
}

fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        // HTTP's own name for a browser.
        .filter(|name| !OTHERS_NAMES.iter().any(|own| name.to_ascii_lowercase().contains(own)))
}

/// The words of an identifier in lower case, the same for `UserName` and `user_name`.
fn parts(name: &str) -> impl Iterator<Item = String> {
    let mut spaced = String::new();
    let mut small = false;
    for c in name.chars() {
        if c.is_uppercase() && small {
            spaced.push('_');
        }
        small = c.is_lowercase();
        spaced.extend(c.to_lowercase());
    }
    spaced.split('_').map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// Titles named outside their folder, where all code about one title belongs.
pub fn titles_named(source: &Source) -> Vec<String> {
    if source.layer().is_none() || MAY_NAME_TITLES.contains(&source.path.as_str()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for title in title_folders() {
        if source.path.starts_with(&format!("src/titles/{title}/")) {
            continue;
        }
        let texts = source.program(&source.code).chain(source.program(&source.quoted));
        for (number, line) in texts {
            if line.to_ascii_lowercase().contains(&title) {
                found.push(source.says(number, format!("names {title} outside its folder")));
            }
        }
    }
    found
}

/// Settings that are never read and so have no effect.
pub fn unused_settings(sources: &[Source]) -> Vec<String> {
    let program = sources.iter().filter(|source| source.layer().is_some());
    let lines: Vec<&str> = program
        .flat_map(|source| source.program(&source.code).map(|(_, line)| line))
        .filter(|line| line.contains('.'))
        .collect();
    let used = |key: &str| {
        let read = format!(".{key}");
        lines.iter().any(|line| {
            line.match_indices(&read).any(|(at, _)| {
                let after = line[at + read.len()..].chars().next();
                !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
            })
        })
    };
    let settings = Config::default().settings().into_iter();
    settings
        .filter(|setting| !used(setting.key))
        .map(|setting| format!("{}.{} is read by nobody", setting.section, setting.key))
        .collect()
}

fn title_folders() -> Vec<String> {
    std::fs::read_dir(root().join("crates/titles"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

#[test]
fn leftovers_and_wrong_names_are_found() {
    let text = "fn userName() { todo!() }\nlet a = b.unwrap(); // FIXME\nlet c = USER_AGENT;\n\
                let d = \"user\"; // a user\n";
    let source = Source::of("src/web/x.rs".to_owned(), text.to_owned());
    let found = complaints(&source).join("\n");
    assert_eq!(found.lines().count(), 4, "{found}");
    assert!(!title_folders().is_empty());
}
