//! Words that do not stay, tuples as parameters, titles named outside their folders, HTML outside
//! templates, form fields looked up by name, settings without effect, and codes of refusals that
//! nothing gives.

use std::collections::BTreeSet;

use ravenpost::config::Config;
use ravenpost::titles;
use ravenpost_rules::RefusalCode;

use super::source::{Source, is_part_of_name, line_of};

/// Files of the program that may name titles, because they pick one to show.
const MAY_NAME_TITLES: [&str; 3] =
    ["crates/service/src/titles.rs", "examples/terminal/src/main.rs", "src/cli/demo.rs"];

/// Where HTML is written in Rust: drawings, and documents that are converted to it.
const MAKES_HTML: [&str; 3] = [
    "crates/drawing/",
    "crates/web/src/guides/documents.rs",
    "crates/web/src/guides/rule_links.rs",
];

/// Tags that show that a string is HTML.
#[rustfmt::skip]
const TAGS: [&str; 32] = [
    "<a ", "<b>", "<body", "<br", "<button", "<div", "<dl", "<em>", "<form", "<h1", "<h2", "<head",
    "<header", "<html", "<img", "<input", "<li", "<link", "<ol", "<option", "<p ", "<p>",
    "<section", "<select", "<span", "<strong", "<svg", "<table", "<td", "<tr", "<ul", "<!doctype",
];

/// Which files a ban applies to, which of their texts, the words, and what to do instead.
type Ban = (fn(&str) -> bool, fn(&Source) -> String, &'static [&'static str], &'static str);

const BANS: [Ban; 6] = [
    (|_| true, |one| one.comments.clone(), &["TODO", "FIXME", "XXX", "HACK"], "do it, or say why"),
    (|_| true, |one| one.code.clone(), &["#[ignore"], "a test that does not run is no test"),
    (|_| true, |one| one.code.clone(), &["should_panic"], "check the message of a refusal"),
    (
        |file| file.starts_with("tests/") && !file.starts_with("tests/it/harness/"),
        |one| one.code.clone(),
        &["sleep"],
        "wait on a condition",
    ),
    (
        |file| !MAKES_HTML.iter().any(|made| file.starts_with(made)),
        |one| one.program_part(&one.quoted).to_ascii_lowercase(),
        &TAGS,
        "write HTML in templates",
    ),
    (
        |file| file.starts_with("crates/web/src/pages/"),
        |one| one.program_part(&one.text),
        &[".get(\"", ".text(\"", ".ticked(\"", ".all(\""],
        "read a struct with Fields::parse",
    ),
];

/// Banned words.
pub fn complaints(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (is_banned, text, words, instead) in BANS {
        if !is_banned(&source.file) {
            continue;
        }
        for (at, line) in text(source).lines().enumerate() {
            let words = words.iter().filter(|word| has_word(line, word));
            found.extend(words.map(|word| source.says(at + 1, format!("{word}: {instead}"))));
        }
    }
    found
}

/// Whether a line contains the word, not as a part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    let longer = |next: Option<char>, end: Option<char>| {
        next.is_some_and(is_part_of_name) && end.is_some_and(is_part_of_name)
    };
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        !longer(before.chars().next_back(), word.chars().next())
            && !longer(after.chars().next(), word.chars().next_back())
    })
}

/// Titles named outside their folder, where all code about one title belongs.
pub fn titles_named(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for key in titles::all().iter().map(|title| title.about().key) {
        let own = source.file.starts_with(&format!("crates/titles/{key}/"));
        if own || MAY_NAME_TITLES.contains(&source.file.as_str()) {
            continue;
        }
        let texts = source.program(&source.code).chain(source.program(&source.quoted));
        let named = texts.filter(|(_, line)| line.to_ascii_lowercase().contains(key));
        found.extend(
            named.map(|(at, _)| source.says(at, format!("names {key} outside its folder"))),
        );
    }
    found
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
    let found = complaints(&Source::of("crates/web/src/pages/x.rs", text.to_owned()));
    assert_eq!(found.len(), 1, "{found:?}");
    let all = Config::default().settings().len();
    assert_eq!(unused_settings(std::slice::from_ref(&source)).len(), all, "none is read there");
    assert_eq!(unused_codes(&[source]).len(), RefusalCode::ALL.len(), "none is given there");
}
