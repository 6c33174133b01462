//! Checks of the sources that neither the compiler nor clippy makes.
//!
//! Each complaint names the file, the line and the remedy. STYLE.md gives the reasons.

mod chapters;
mod facts;
mod modules;
mod packages;
mod shape;
mod source;
mod words;

use ravenpost::titles;
use source::Source;

/// The name of a rule, and a check that returns its violations.
type Rule = (&'static str, fn(&[Source]) -> Vec<String>);

const RULES: &[Rule] = &[
    ("files and lines are short", |all| each(all, shape::complaints)),
    ("folders are small", shape::large_folders),
    ("templates are narrow", |_| shape::wide_templates()),
    ("every file is compiled", |all| each(all, shape::unreachable)),
    ("no function takes an anonymous tuple", |all| each(all, words::tuples)),
    ("some words do not stay", |all| each(all, words::complaints)),
    ("every setting is used", words::unused_settings),
    ("every code of refusals is given", words::unused_codes),
    ("a title is named in its own folder only", |all| each(all, words::titles_named)),
    ("modules are layered", modules::complaints),
    ("published crates are complete", packages::complaints),
    ("no match passes a fact over", |all| each(all, facts::complaints)),
    ("each chapter of the rules has its file", |all| {
        titles::all().iter().flat_map(|one| chapters::complaints(*one, all)).collect()
    }),
];

fn each(sources: &[Source], check: fn(&Source) -> Vec<String>) -> Vec<String> {
    sources.iter().flat_map(check).collect()
}

/// The sources are read once for all rules, because reading takes longer than any check.
#[test]
fn sources_follow_every_rule() {
    let sources = Source::all();
    assert!(sources.len() > 20, "the sources were found");
    let broken = RULES.iter().flat_map(|(rule, check)| {
        check(&sources).into_iter().map(move |complaint| format!("{rule}: {complaint}"))
    });
    let broken: Vec<String> = broken.collect();
    assert!(broken.is_empty(), "{} complaints:\n{}", broken.len(), broken.join("\n"));
}
