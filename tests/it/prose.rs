//! Prose: no text uses a phrase that `docs/style-guide.md` replaces, no sentence of the book is too
//! long, and every command and setting in a document exists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use ravenpost::config::{Config, ValueKind};

/// Words and phrases that no text uses, each with what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("whoever", "name the role"),
    ("anew", "again"),
    ("mended", "fixed"),
    ("in vain", "say what did not happen"),
    ("openly", "publicly"),
    ("an own", "its own, your own"),
    ("the own", "its own, your own"),
    ("but for", "except"),
    ("hangs on", "depends on"),
    ("made good", "compensated"),
    ("stands in for", "replaces, substitutes"),
    ("goes by", "depends on, follows"),
];

/// Where these phrases are quoted.
const EXEMPT: &[&str] = &["docs/style-guide.md", "tests/"];

/// Words that follow "ravenpost" in stored lines, hash prefixes and other programs' settings.
const LABELS: &[&str] = &[
    "admin",
    "blinding",
    "code",
    "commitment",
    "daily",
    "daily-seal",
    "dice",
    "event",
    "form",
    "game",
    "key",
    "moment",
    "receipt",
    "root",
    "seal",
    "signed-head",
    "unix",
];

/// The longest sentence of the book, in words.
const LONGEST: usize = 40;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a text")
}

/// Every file of the repository with one of these endings, outside the exempt ones.
fn files(endings: &[&str]) -> Vec<String> {
    let listed = Command::new("git").args(["ls-files"]).current_dir(root()).output().expect("git");
    let listed = String::from_utf8(listed.stdout).expect("paths are UTF-8");
    let wanted = |path: &&str| {
        endings.iter().any(|ending| path.ends_with(ending))
            && !EXEMPT.iter().any(|exempt| path.starts_with(exempt))
            && root().join(path).exists()
    };
    listed.lines().filter(wanted).map(str::to_owned).collect()
}

/// Returns the phrases that a text uses, line by line.
fn phrases(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let plain: String =
            line.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        let words = plain.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
        let words = format!(" {words} ");
        for (phrase, instead) in PHRASES {
            if words.contains(&format!(" {phrase} ")) {
                found.push(format!("{path}:{}: \"{phrase}\": {instead}", at + 1));
            }
        }
    }
    found
}

/// Returns the sentences of a page that are too long. Tables are not prose.
fn long_sentences(path: &str, text: &str) -> Vec<String> {
    let (mut found, mut block, mut outside) = (Vec::new(), String::new(), true);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_) | Tag::CodeBlock(_)) => outside = false,
            Event::End(TagEnd::Table | TagEnd::CodeBlock) => outside = true,
            Event::Text(words) | Event::Code(words) if outside => block.push_str(&words),
            Event::SoftBreak | Event::HardBreak => block.push(' '),
            Event::Start(Tag::Paragraph | Tag::Item | Tag::Heading { .. })
            | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) => {
                let block = std::mem::take(&mut block);
                let sentences = block.split(['.', ':', ';', '!', '?']);
                let long = sentences.filter(|one| one.split_whitespace().count() > LONGEST);
                found.extend(long.map(|one| format!("{path}: {} ...", one.trim())));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn texts_use_standard_phrases() {
    let paths = files(&[".md", ".rs", ".html", ".txt", ".toml", ".js", ".sh"]);
    assert!(paths.len() > 900, "{} files", paths.len());
    let found: Vec<String> = paths.iter().flat_map(|path| phrases(path, &read(path))).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn sentences_of_the_book_are_short() {
    let mut paths = files(&[".md"]);
    paths.retain(|path| path.starts_with("docs/") || !path.contains('/'));
    let found: Vec<String> =
        paths.iter().flat_map(|path| long_sentences(path, &read(path))).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_phrases_and_long_sentences_are_found() {
    for (phrase, _) in PHRASES {
        let planted = format!("//! Then {phrase}, it goes on.");
        assert_eq!(phrases("src/planted.rs", &planted).len(), 1, "{phrase}");
    }
    assert_eq!(phrases("a.html", "<p>Whoever\ncalls"), ["a.html:1: \"whoever\": name the role"]);
    let long = "word ".repeat(LONGEST + 1);
    assert_eq!(long_sentences("a.md", &long).len(), 1);
    assert!(long_sentences("a.md", &format!("| a |\n|---|\n| {long} |\n")).is_empty());
    assert!(long_sentences("a.md", &long.replacen("word", "word.", 9)).is_empty());
}

/// The help text of each command, by its full name.
fn commands() -> BTreeMap<String, String> {
    let reference = read("docs/reference/commands.md");
    let sections = reference.split("\n### ").skip(1).filter_map(|one| one.split_once('\n'));
    let sections: BTreeMap<_, _> =
        sections.map(|(name, help)| (name.to_owned(), help.to_owned())).collect();
    assert!(sections.len() > 30, "{} commands", sections.len());
    sections
}

/// Returns what is wrong with the command lines of a page.
fn wrong_commands(path: &str, text: &str, known: &BTreeMap<String, String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut in_block = false;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                in_block = !matches!(kind, CodeBlockKind::Fenced(ref kind) if &**kind == "text");
            }
            Event::End(TagEnd::CodeBlock) => in_block = false,
            Event::Text(words) if in_block => {
                lines.extend(words.replace("\\\n", " ").lines().map(str::to_owned));
            }
            Event::Code(words) => lines.push(words.into_string()),
            _ => {}
        }
    }
    lines.iter().filter_map(|line| Some(format!("{path}: {}", wrong(line, known)?))).collect()
}

/// Returns what is wrong with a command line, if it calls the program.
fn wrong(line: &str, known: &BTreeMap<String, String>) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let calls = |word: &&str| **word == *"ravenpost" || word.ends_with("/ravenpost");
    let at = words.iter().position(calls)?;
    let rest = &words[at + 1..];
    let plain = |word: &&&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let first = rest.first().filter(plain).filter(|word| !word.starts_with('-'))?;
    let name = format!("ravenpost {first}");
    let help = known.get(&name);
    let deeper = rest.get(1).map(|second| format!("{name} {second}"));
    let help = deeper.and_then(|name| known.get(&name)).or(help);
    // Only a prompt, `sudo` and the like stand before a command; other lines mention the account.
    let before = &words[..at];
    let is_command = before.iter().all(|word| {
        matches!(*word, "$" | "sudo" | "-u" | "ravenpost" | "exec" | "#") || word.contains('=')
    });
    if !is_command {
        return None;
    }
    let Some(help) = help else {
        return (!LABELS.contains(first)).then(|| format!("no command \"{name}\""));
    };
    let inner = rest.get(1).filter(plain).filter(|word| !word.starts_with('-'));
    if let Some(inner) = inner.filter(|_| help.contains("\nCommands:\n")) {
        return Some(format!("no command \"{name} {inner}\""));
    }
    let flags = rest.iter().filter(|word| word.starts_with("--") && word.len() > 2);
    let flags = flags.map(|word| word.split(['=', ',', ')']).next().unwrap_or(word));
    let known: Vec<&str> = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
    let missing = flags.into_iter().find(|flag| !known.contains(flag))?;
    Some(format!("\"{name}\" has no flag {missing}"))
}

#[test]
fn documents_name_existing_commands() {
    let known = commands();
    let mut paths = files(&[".md"]);
    paths.retain(|path| path != "docs/reference/commands.md");
    let found: Vec<String> =
        paths.iter().flat_map(|path| wrong_commands(path, &read(path), &known)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_commands_are_found() {
    let known = commands();
    let wrongs = [
        "ravenpost frobnicate",
        "$ ravenpost serve --prot 80",
        "sudo -u ravenpost ravenpost backup --too far",
        "target/release/ravenpost seals shows",
        "ravenpost audit --upto x --strictly",
        "RAVENPOST_CONFIG=a ravenpost restores b",
        "ravenpost mail agin 17",
        "ravenpost config checks",
        "ravenpost demo --dat x",
        "ravenpost verify --hed x",
    ];
    for line in wrongs {
        let page = format!("```sh\n{line}\n```\n");
        let found = wrong_commands("docs/planted.md", &page, &known);
        assert_eq!(found.len(), 1, "{line}");
    }
}

/// The names of all settings. Secrets can also be read from files.
fn settings() -> BTreeSet<String> {
    let names = Config::default().settings().into_iter().flat_map(|one| {
        let name = format!("{}.{}", one.section, one.key);
        let file = (one.kind == ValueKind::Secret).then(|| format!("{name}_file"));
        [Some(name), file].into_iter().flatten()
    });
    names.collect()
}

/// Returns the settings that a page names and that do not exist: as `section.key` in backticks,
/// below `[section]` in a block, or as an environment variable anywhere.
fn wrong_settings(path: &str, text: &str, known: &BTreeSet<String>) -> Vec<String> {
    let is_section = |word: &str| known.iter().any(|name| name.split('.').next() == Some(word));
    let mut named: Vec<String> = Vec::new();
    let (mut in_block, mut section) = (false, String::new());
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(TagEnd::CodeBlock) => {
                in_block = false;
                section.clear();
            }
            Event::Text(words) if in_block => {
                for line in words.lines().map(str::trim) {
                    if let Some(name) = line.strip_prefix('[') {
                        section = name.trim_end_matches(']').to_owned();
                    } else if let Some((key, _)) = line.split_once(" = ") {
                        named.extend(is_section(&section).then(|| format!("{section}.{key}")));
                    }
                }
            }
            Event::Code(words) => {
                let end = |c: char| !(c.is_ascii_lowercase() || "._".contains(c));
                let name = words.split(end).next().unwrap_or_default();
                let setting = name.split_once('.').filter(|(section, _)| is_section(section));
                let is_file = |key: &str| ["json", "md", "rs"].contains(&key);
                let setting = setting.filter(|(_, key)| !key.contains('.') && !is_file(key));
                named.extend(setting.map(|_| name.to_owned()));
            }
            _ => {}
        }
    }
    for rest in text.split("RAVENPOST__").skip(1) {
        let end = |c: char| !(c.is_ascii_uppercase() || c == '_');
        let variable = rest.split(end).next().unwrap_or_default();
        named.push(variable.to_lowercase().replacen("__", ".", 1));
    }
    named.retain(|name| !known.contains(name));
    named.iter().map(|name| format!("{path}: no setting {name}")).collect()
}

#[test]
fn documents_name_existing_settings() {
    let known = settings();
    assert!(known.len() > 50, "{} settings", known.len());
    let paths = files(&[".md", ".yaml", ".service", "Dockerfile"]);
    let found: Vec<String> =
        paths.iter().flat_map(|path| wrong_settings(path, &read(path), &known)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_settings_are_found() {
    let known = settings();
    let good = "Set `mail.admin` and `mail.transport = \"smtp\"` in `data.json`, not \
                `games.example.org`:\n\n    [mail]\n    smtp_password_file = \"a\"\n\n    \
                [Service]\n    User = b\n\n\
                RAVENPOST__MAIL__SMTP_PASSWORD_FILE=a and `RAVENPOST__SERVER__BIND`\n";
    assert!(wrong_settings("docs/planted.md", good, &known).is_empty());
    for wrong in [
        "Set `mail.operator`.",
        "Set `server.public_url` to it.",
        "Set `mail.transport_kind = \"smtp\"`.",
        "| `limits.orders` | 60 |\n|---|---|\n",
        "- `games.open_signup` admits everyone",
        "Set `server.bind_file`.",
        "    [mail]\n    smtp_hostname = \"a\"\n",
        "```toml\n[data]\nbackup_folder = \"a\"\n```\n",
        "1. Write:\n\n       [metrics]\n       address = \"a\"\n",
        "    RAVENPOST__MAIL__ADMINS=a ravenpost serve\n",
        "`RAVENPOST__LOGS__FORMAT`",
        "Set RAVENPOST__MAIL__FROM_FILE.",
    ] {
        let found = wrong_settings("docs/planted.md", wrong, &known);
        assert_eq!(found.len(), 1, "{wrong}: {found:?}");
    }
}
