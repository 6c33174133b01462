//! Checks of style and layering rules in the sources.
//!
//! Each complaint names the file, the line and the remedy. The table of layers in `layers.rs` is
//! authoritative; ARCHITECTURE.md explains it.

mod chapters;
mod crates;
mod facts;
mod files;
mod layers;
mod parameters;
mod paths;
mod rooms;
mod shape;
mod source;
mod words;

use ravenpost::titles;
use source::Source;

/// The name of a rule, and a check that returns its violations.
type Rule = (&'static str, fn(&[Source]) -> Vec<String>);

const RULES: [Rule; 14] = [
    ("lower layers never name upper ones", |all| each(all, layers::complaints)),
    ("every folder of the program has a layer", |_| layers::without_a_layer()),
    ("each trade stays in its own layer", |all| each(all, layers::trades)),
    ("the core is pure", |all| each(all, layers::impurities)),
    ("files, functions and lines are short", |all| each(all, shape::complaints)),
    ("no function takes an anonymous tuple", |all| each(all, parameters::tuples)),
    ("every file is part of the program", |all| each(all, shape::unreachable)),
    ("banned words are not used", |all| each(all, words::complaints)),
    ("every setting is used", words::unused_settings),
    ("a title is named in its own folder only", |all| each(all, words::titles_named)),
    ("rooms stand where the table says, without circles", rooms::complaints),
    ("nothing passes a fact over", facts::complaints),
    ("each chapter of the rules has its file", |all| {
        titles::all().iter().flat_map(|one| chapters::complaints(*one, all)).collect()
    }),
    ("templates are narrow, and no merge is left half done", |_| files::complaints()),
];

fn each(sources: &[Source], check: fn(&Source) -> Vec<String>) -> Vec<String> {
    sources.iter().flat_map(check).collect()
}

/// The sources are read once for all rules, because reading takes longer than any check.
#[test]
fn the_sources_keep_every_rule() {
    let sources = Source::all();
    assert!(sources.len() > 20, "the sources were found");
    let broken = RULES.iter().flat_map(|(rule, check)| {
        check(&sources).into_iter().map(move |complaint| format!("{rule}: {complaint}"))
    });
    let broken: Vec<String> = broken.collect();
    assert!(broken.is_empty(), "{} complaints:\n{}", broken.len(), broken.join("\n"));
}
