//! Banned words, tuples as parameters, settings without effect, and codes of refusals that nothing
//! gives.

use std::collections::BTreeSet;

use ravenpost::config::Config;
use ravenpost::titles;
use ravenpost_rules::RefusalCode;

use super::source::{Found, Source, is_part_of_name, line_of};

/// Files of the program that may name titles, because they pick one to show.
const MAY_NAME_TITLES: &[&str] =
    &["crates/service/src/titles.rs", "examples/terminal/src/main.rs", "src/cli/demo.rs"];

/// Where HTML is written in Rust: drawings, and documents that are converted to it.
const MAKES_HTML: &[&str] = &[
    "crates/drawing/",
    "crates/web/src/guides/documents.rs",
    "crates/web/src/guides/rule_links.rs",
];

/// Tags that show that a string is HTML.
#[rustfmt::skip]
const TAGS: &[&str] = &[
    "<a ", "<b>", "<body", "<br", "<button", "<div", "<dl", "<em>", "<form", "<h1", "<h2", "<head",
    "<header", "<html", "<img", "<input", "<li", "<link", "<ol", "<option", "<p ", "<p>",
    "<section", "<select", "<span", "<strong", "<svg", "<table", "<td", "<tr", "<ul", "<!doctype",
];

const NOTES: &[&str] = &["TODO", "FIXME", "XXX", "HACK"];
const FIELDS: &[&str] = &[".get(\"", ".text(\"", ".ticked(\"", ".all(\""];

/// Banned words. A title belongs in its own folder, and HTML in templates.
pub fn banned(source: &Source) -> Found {
    let file = source.file.as_str();
    let is_in = |paths: &[&str]| paths.iter().any(|path| file.starts_with(path));
    let (program, quoted) =
        (&source.program.to_ascii_lowercase(), &source.quoted.to_ascii_lowercase());
    let keys = titles::all().iter().map(|title| title.about().key);
    let others = keys.filter(|key| !is_in(&[&format!("crates/titles/{key}/")]));
    let titles: Vec<&str> = others.filter(|_| !is_in(MAY_NAME_TITLES)).collect();
    let may_wait = !is_in(&["tests/"]) || is_in(&["tests/it/harness/"]);
    let bans: [(bool, &str, &[&str], &str); 8] = [
        (false, &source.comments, NOTES, "do it, or say why"),
        (false, &source.code, &["#[ignore"], "a test that does not run is no test"),
        (false, &source.code, &["should_panic"], "check the message of a refusal"),
        (may_wait, &source.code, &["sleep"], "wait for a condition"),
        (is_in(MAKES_HTML), quoted, TAGS, "write HTML in templates"),
        (!is_in(&["crates/web/src/pages/"]), &source.text, FIELDS, "use Fields::parse"),
        (false, program, &titles, "name titles in their own folders"),
        (false, quoted, &titles, "name titles in their own folders"),
    ];
    let mut found = Found::new();
    for (_, text, words, instead) in bans.into_iter().filter(|(allowed, ..)| !allowed) {
        for (line, number) in text.lines().zip(1..) {
            let words = words.iter().filter(|word| line.contains(**word));
            found.extend(words.map(|word| (number, format!("{word}: {instead}"))));
        }
    }
    found
}

/// Functions that take an anonymous tuple: two of its numbers can be swapped unnoticed.
pub fn tuples(source: &Source) -> Found {
    let code = &source.code;
    let takes_tuple = |at: &usize| {
        let head = &code[*at..];
        let end = [" {", ";\n"].iter().filter_map(|end| head.find(end)).min();
        let head = &head[..end.unwrap_or(head.len())];
        [": (", ": &(", ": &mut ("].iter().any(|start| {
            let mut kinds = head.split(start).skip(1);
            kinds.any(|kind| ![")", "dyn ", "impl "].iter().any(|one| kind.starts_with(one)))
        })
    };
    let functions = code.match_indices("fn ").map(|(at, _)| at).filter(takes_tuple);
    functions.map(|at| (line_of(code, at), "takes a tuple".to_owned())).collect()
}

/// Settings that are never read and so have no effect.
pub fn unused_settings(sources: &[Source]) -> Vec<String> {
    let name = |after: &str| after.chars().take_while(|c| is_part_of_name(*c)).collect();
    let names = sources.iter().flat_map(|source| source.program.split('.').skip(1).map(name));
    let read: BTreeSet<String> = names.collect();
    let unused = Config::default().settings().into_iter().filter(|one| !read.contains(one.key));
    unused.map(|one| format!("{}.{} has no effect", one.section, one.key)).collect()
}

/// Documented codes of refusals that no code gives.
pub fn unused_codes(sources: &[Source]) -> Vec<String> {
    let gives = sources.iter().filter(|source| source.file != "crates/rules/src/orders/refusal.rs");
    let gives = gives.map(|source| source.program.split_whitespace().collect());
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
fn unused_settings_and_codes_are_found() {
    let sources = [Source::of("src/x.rs", "fn a() { settings.b; NotNow.c() }")];
    assert_eq!(unused_settings(&sources).len(), Config::default().settings().len());
    assert_eq!(unused_codes(&sources).len(), RefusalCode::ALL.len());
}
