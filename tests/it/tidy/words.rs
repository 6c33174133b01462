//! Words that do not stay, tuples as parameters, titles named outside their folders, HTML outside
//! templates, form fields looked up by name, settings without effect, and codes of refusals that
//! nothing gives.

use std::collections::BTreeSet;

use ravenpost::config::Config;
use ravenpost::titles;
use ravenpost_rules::RefusalCode;

use super::source::{Source, is_part_of_name, line_of};

/// Reminders in comments.
const NOTES: [&str; 4] = ["TODO", "FIXME", "XXX", "HACK"];

/// What tests do not do.
const IN_TESTS: [(&str, &str); 3] = [
    ("#[ignore", "a test that does not run is no test"),
    ("should_panic", "check the message of a refusal instead"),
    ("sleep", "wait on a condition"),
];

/// Files of the program that may name titles, because they pick one to show.
const MAY_NAME_TITLES: [&str; 3] =
    ["crates/service/src/titles.rs", "examples/terminal/src/main.rs", "src/cli/demo.rs"];

/// Where HTML is written in Rust: drawings, and documents that are converted to it.
const MAKES_HTML: [&str; 3] =
    ["crates/drawing/", "crates/web/src/guides/documents.rs", "crates/web/src/guides/points.rs"];

/// Tags that show that a string is HTML.
#[rustfmt::skip]
const TAGS: [&str; 30] = [
    "<a ", "<b>", "<body", "<br", "<button", "<div", "<dl", "<em>", "<form", "<h1", "<h2", "<head",
    "<html", "<img", "<input", "<li", "<ol", "<option", "<p ", "<p>", "<section", "<select",
    "<span", "<strong", "<svg", "<table", "<td", "<tr", "<ul", "<!doctype",
];

pub fn complaints(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (at, line) in source.comments.lines().enumerate() {
        let notes = NOTES.iter().filter(|note| has_word(line, note));
        let notes = notes.map(|note| format!("{note}: do it, or say why not"));
        found.extend(notes.map(|what| source.says(at + 1, what)));
    }
    let waits = source.file.starts_with("tests/") && !source.file.starts_with("tests/it/harness/");
    for (at, line) in source.code.lines().enumerate() {
        let words = IN_TESTS.iter().filter(|(word, _)| has_word(line, word));
        let words = words.filter(|(word, _)| *word != "sleep" || waits);
        found.extend(words.map(|(word, why)| source.says(at + 1, format!("{word}: {why}"))));
    }
    if MAKES_HTML.iter().any(|file| source.file.starts_with(file)) {
        return found;
    }
    for (number, line) in source.program(&source.quoted) {
        let line = line.to_ascii_lowercase();
        let tags = TAGS.iter().filter(|tag| line.contains(**tag));
        let tags = tags.map(|tag| format!("{tag}: write HTML in templates"));
        found.extend(tags.map(|what| source.says(number, what)));
    }
    found
}

/// Whether a line contains the word, not as a part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_part_of_name) && !after.is_some_and(is_part_of_name)
    })
}

/// Titles named outside their folder, where all code about one title belongs.
pub fn titles_named(source: &Source) -> Vec<String> {
    let keys = titles::all().iter().map(|title| title.about().key);
    let elsewhere = |key: &&str| !source.file.starts_with(&format!("crates/titles/{key}/"));
    let keys: Vec<&str> = keys.filter(elsewhere).collect();
    if MAY_NAME_TITLES.contains(&source.file.as_str()) {
        return Vec::new();
    }
    let texts = source.program(&source.code).chain(source.program(&source.quoted));
    let named = texts.flat_map(|(number, line)| {
        let line = line.to_ascii_lowercase();
        let named = keys.iter().filter(move |key| line.contains(*key));
        named.map(move |key| source.says(number, format!("names {key} outside its folder")))
    });
    named.collect()
}

/// Functions that take an anonymous tuple: two of its numbers can be swapped unnoticed.
pub fn tuples(source: &Source) -> Vec<String> {
    let code = &source.code;
    let tuple = |at: &usize| {
        let head = &code[*at..];
        let end = [" {", ";\n"].iter().filter_map(|end| head.find(end)).min();
        let head = &head[..end.unwrap_or(head.len())];
        [": (", ": &(", ": &mut ("].iter().any(|start| {
            let mut kinds = head.split(start).skip(1);
            kinds.any(|kind| ![")", "dyn ", "impl "].iter().any(|one| kind.starts_with(one)))
        })
    };
    let functions = code.match_indices("fn ").map(|(at, _)| at).filter(tuple);
    functions.map(|at| source.says(line_of(code, at), "takes a tuple")).collect()
}

/// Fields of forms and queries that a page looks up by a literal name.
pub fn looked_up(source: &Source) -> Vec<String> {
    if !source.file.starts_with("crates/web/src/pages/") {
        return Vec::new();
    }
    let by_name = |line: &str| {
        [".get(\"", ".text(\"", ".ticked(\"", ".all(\""].iter().any(|one| line.contains(*one))
    };
    let lines = source.program(&source.text).filter(|(_, line)| by_name(line));
    lines.map(|(number, _)| source.says(number, "read a struct with Fields::parse")).collect()
}

/// Settings that are never read and so have no effect.
pub fn unused_settings(sources: &[Source]) -> Vec<String> {
    let name = |after: &str| after.chars().take_while(|c| is_part_of_name(*c)).collect();
    let mut read: BTreeSet<String> = BTreeSet::new();
    for source in sources {
        read.extend(source.program_code().split('.').skip(1).map(name));
    }
    let unused = Config::default().settings().into_iter().filter(|one| !read.contains(one.key));
    unused.map(|one| format!("{}.{} has no effect", one.section, one.key)).collect()
}

/// Documented codes of refusals that no code gives.
pub fn unused_codes(sources: &[Source]) -> Vec<String> {
    let gives = sources.iter().filter(|source| source.file != "crates/rules/src/orders/refusal.rs");
    let gives = gives.map(|source| source.program_code().split_whitespace().collect());
    let gives: Vec<String> = gives.collect();
    let unused = RefusalCode::ALL.iter().filter(|code| {
        let ways = [
            format!("RefusalCode::{code:?}"),
            format!("{code:?}.unless("),
            format!("{code:?}.refuse("),
            format!("code({code:?})"),
        ];
        !gives.iter().any(|program| ways.iter().any(|way| program.contains(way)))
    });
    unused.map(|code| format!("{} is never given: remove it", code.key())).collect()
}

#[test]
fn planted_words_are_found() {
    let key = titles::all()[0].about().key;
    let text = format!(
        "#[ignore]\nfn a() {{ sleep(1) }} // FIXME\nlet d = \"<p>{key}</p>\"; // sleep, <p>\n"
    );
    let found = complaints(&Source::of("tests/it/x.rs", text.clone()));
    assert_eq!(found.len(), 3, "{found:?}");
    let source = Source::of("src/x.rs", text);
    let found = complaints(&source);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(titles_named(&source), [format!("src/x.rs:3: names {key} outside its folder")]);
    let planted = "fn a((x, y): (u8, u8)) {}\nfn b<T: Fn(u8) -> u8>(f: T, at: &(u8, T)) {}\n\
                   fn c(f: fn((u8, u8)) -> u8, x: (), e: &(dyn Fn() + Send)) {}\n";
    let found = tuples(&Source::of("src/x.rs", planted.to_owned()));
    assert_eq!(found, ["src/x.rs:1: takes a tuple", "src/x.rs:2: takes a tuple"]);
    let text = "let a = fields.text(\"do\");\nlet b = fields.text(&name);\n";
    let found = looked_up(&Source::of("crates/web/src/pages/x.rs", text.to_owned()));
    assert_eq!(found.len(), 1, "{found:?}");
    let all = Config::default().settings().len();
    assert_eq!(unused_settings(std::slice::from_ref(&source)).len(), all, "none is read there");
    assert_eq!(unused_codes(&[source]).len(), RefusalCode::ALL.len(), "none is given there");
}
