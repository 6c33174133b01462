//! Which layer may name which, and what belongs in which layer.

use super::crates;
use super::source::{Source, root};

/// A layer and the layers that it may name, lowest first.
const LAYERS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("titles", &["rules"]),
    ("examples", &["rules"]),
    ("bots", &["rules"]),
    ("drawing", &["rules"]),
    ("zone", &[]),
    ("emails", &["rules", "drawing", "log", "zone"]),
    ("log", &["rules", "bots"]),
    ("verify", &["rules", "log"]),
    ("store", &["rules", "log"]),
    ("cache", &[]),
    ("config", &["log"]),
    ("telemetry", &["config"]),
    (
        "service",
        &[
            "rules", "titles", "bots", "drawing", "emails", "log", "store", "cache", "config",
            "zone",
        ],
    ),
    (
        "mail",
        &["rules", "titles", "drawing", "emails", "log", "store", "config", "service", "zone"],
    ),
    (
        "web",
        &[
            "rules", "titles", "bots", "drawing", "emails", "log", "store", "cache", "config",
            "service", "zone",
        ],
    ),
    (
        "cli",
        &[
            "rules",
            "titles",
            "bots",
            "drawing",
            "emails",
            "log",
            "store",
            "config",
            "telemetry",
            "service",
            "mail",
            "web",
            "zone",
        ],
    ),
    ("main", &["cli"]),
    (
        "bench",
        &[
            "rules", "titles", "bots", "drawing", "emails", "log", "store", "config", "service",
            "mail", "web", "cli",
        ],
    ),
];

/// What the pure layers must not contain, and why.
const IMPURE: &[(&str, &str)] = &[
    ("Utc::now", "reads the clock: take `now` as an argument"),
    ("Local::now", "reads the clock: take `now` as an argument"),
    ("SystemTime", "reads the clock: take `now` as an argument"),
    ("Instant", "reads the clock: take `now` as an argument"),
    ("std::fs", "does I/O"),
    ("std::net", "does I/O"),
    ("std::env", "reads the environment"),
    ("std::process", "does I/O"),
    ("println!", "does I/O"),
    ("eprintln!", "does I/O"),
    ("tokio", "is asynchronous"),
    ("async", "is asynchronous"),
    ("await", "is asynchronous"),
    ("getrandom", "draws without dice"),
    ("rand::", "draws without dice"),
    ("static mut", "keeps global state"),
    ("thread_local!", "keeps global state"),
    ("HashMap", "has no fixed order: use BTreeMap or Vec"),
    ("HashSet", "has no fixed order: use BTreeSet or Vec"),
];

/// Crates and texts that belong to certain layers.
const TRADES: &[(&str, &[&str], &str)] = &[
    ("sqlx", &["store"], "the database belongs in store"),
    ("lettre", &["mail"], "SMTP belongs in mail"),
    ("async_imap", &["mail"], "IMAP belongs in mail"),
    ("smtp_proto", &["mail"], "SMTP belongs in mail"),
    ("mail_auth", &["mail"], "SMTP belongs in mail"),
    ("mail_parser", &["mail"], "letters are read in mail"),
    ("actix_web", &["web", "cli", "bench"], "HTTP belongs in web"),
    ("jiff", &["zone"], "the rules of time zones belong in zone"),
    ("clap", &["cli", "bench"], "the command line belongs in cli"),
    ("Utc::now", &["cli", "web", "mail", "bench"], "service takes `now` as an argument"),
    ("true_position", &["cli", "service", "bench"], "pages and letters see what a viewer sees"),
];

const SQL: &[&str] = &[
    "SELECT ",
    "INSERT INTO ",
    "INSERT OR ",
    "DELETE FROM ",
    "UPDATE ",
    "CREATE TABLE ",
    "CREATE INDEX ",
    "PRAGMA ",
    "VACUUM",
    "BEGIN IMMEDIATE",
];

/// Files outside `drawing` that write HTML because they convert another language to it.
const MAKES_HTML: &[&str] = &["src/web/guides/documents.rs", "src/web/guides/points.rs"];

const TAGS: &[&str] = &[
    "<a ",
    "<b>",
    "<body",
    "<br",
    "<button",
    "<div",
    "<dl",
    "<em>",
    "<form",
    "<h1",
    "<h2",
    "<head",
    "<html",
    "<img",
    "<input",
    "<li",
    "<ol",
    "<option",
    "<p>",
    "<p ",
    "<section",
    "<select",
    "<span",
    "<strong",
    "<svg",
    "<table",
    "<td",
    "<tr",
    "<ul",
    "<!doctype",
];

fn may_name(layer: &str) -> Option<&'static [&'static str]> {
    LAYERS.iter().find(|(name, _)| *name == layer).map(|(_, lower)| *lower)
}

/// Files and folders of the program that are missing in the table.
pub fn without_a_layer() -> Vec<String> {
    std::fs::read_dir(root().join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "lib.rs")
        .filter(|name| may_name(name.strip_suffix(".rs").unwrap_or(name)).is_none())
        .map(|name| format!("src/{name}: has no layer yet: say in layers.rs what it may name"))
        .chain(crates::without_a_room())
        .collect()
}

/// Upper layers named by lower ones.
pub fn complaints(source: &Source) -> Vec<String> {
    let Some((layer, lower)) = source.layer().and_then(|layer| Some((layer, may_name(layer)?)))
    else {
        return Vec::new();
    };
    let own = if layer == "main" { "ravenpost::" } else { "crate::" };
    let mut found = Vec::new();
    for (start, _) in source.code.match_indices(own) {
        let line = source.code[..start].matches('\n').count() + 1;
        for name in first_names(&source.code[start + own.len()..]) {
            let known = may_name(name).is_some();
            if known && name != layer && !lower.contains(&name) {
                found.push(source.says(line, format!("{layer} must not name {name}")));
            }
        }
    }
    found
}

/// The first name of a path, or of each path in a `{...}` list.
fn first_names(path: &str) -> Vec<&str> {
    let Some(list) = path.strip_prefix('{') else {
        return vec![word(path)];
    };
    let mut names = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for (at, email) in list.char_indices() {
        match email {
            '{' => depth += 1,
            '}' if depth == 0 => {
                names.push(word(&list[from..at]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(word(&list[from..at]));
                from = at + 1;
            }
            _ => {}
        }
    }
    names
}

fn word(path: &str) -> &str {
    let path = path.trim_start();
    let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    &path[..end.unwrap_or(path.len())]
}

/// Clocks, I/O, randomness, hash order and floats in the pure layers.
pub fn impurities(source: &Source) -> Vec<String> {
    let layer = source.layer().unwrap_or_default();
    let pure = ["rules", "titles", "examples", "bots", "drawing", "log", "emails"].contains(&layer);
    if !pure {
        return Vec::new();
    }
    let exact = ["rules", "titles", "examples", "bots", "log"].contains(&layer);
    let floats = [("f32", "floats differ by machine"), ("f64", "floats differ by machine")];
    let banned = IMPURE.iter().chain(floats.iter().filter(|_| exact));
    let mut found = Vec::new();
    for (name, why) in banned {
        for (number, line) in source.program(&source.code) {
            if names(line, name) {
                found.push(source.says(number, format!("{layer} names {name}, which {why}")));
            }
        }
    }
    found
}

/// Whether a line of code contains the name as a whole word.
pub fn names(line: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(part);
        let after = line[at + name.len()..].chars().next().is_some_and(part);
        !before && (!after || !name.ends_with(part))
    })
}

/// SQL, HTML, SMTP and the like outside their layers.
pub fn trades(source: &Source) -> Vec<String> {
    let Some(layer) = source.layer() else { return Vec::new() };
    let mut found = Vec::new();
    for (number, line) in source.program(&source.code) {
        for (name, at_home, why) in TRADES {
            if names(line, name) && !at_home.contains(&layer) {
                found.push(source.says(number, format!("{layer} names {name}: {why}")));
            }
        }
    }
    for (number, line) in source.program(&source.quoted) {
        for text in SQL {
            if line.contains(text) && layer != "store" {
                found.push(
                    source.says(number, format!("\"{}\": SQL belongs in store", text.trim())),
                );
            }
        }
        for tag in TAGS {
            let at_home = layer == "drawing" || MAKES_HTML.contains(&source.path.as_str());
            if line.to_ascii_lowercase().contains(tag) && !at_home {
                found.push(source.says(number, format!("{tag}: HTML belongs in templates/")));
            }
        }
    }
    found
}

#[test]
fn a_list_of_imports_gives_each_first_name() {
    assert_eq!(first_names("store::Store;"), ["store"]);
    assert_eq!(first_names("{rules::{a, b}, web, mail::c};\n"), ["rules", "web", "mail"]);
    let upper = Source::of("src/rules/x.rs".into(), "use crate::{store::Store, rules::a};".into());
    assert_eq!(complaints(&upper), ["src/rules/x.rs:1: rules must not name store"]);
    let impure = Source::of("src/titles/x.rs".into(), "let a: f64 = 1;\nlet f64x = 1;".into());
    assert_eq!(impurities(&impure).len(), 1);
    let sql = Source::of("src/web/x.rs".into(), "let a = \"SELECT a\"; // SELECT b".into());
    assert_eq!(trades(&sql), ["src/web/x.rs:1: \"SELECT\": SQL belongs in store"]);
}
