//! From a rule to its file: every chapter of a title's rules is named at the head of exactly one
//! file.

use std::collections::{BTreeMap, BTreeSet};

use ravenpost_rules::Title;

use super::source::Source;
use crate::titles::examples::points;

/// Chapters with examples that are not named at the head of exactly one file of the title.
pub fn complaints(title: &dyn Title, sources: &[Source]) -> Vec<String> {
    let about = title.about();
    let heads = heads(about.key, sources);
    let mut found = Vec::new();
    for chapter in shown(title) {
        match heads.get(&chapter).map(Vec::as_slice) {
            None => found.push(format!("{}: no file is headed R{chapter}", about.key)),
            Some([_]) => {}
            Some(files) => {
                found.push(format!("{}: R{chapter} heads {}", about.key, files.join(" and ")));
            }
        }
    }
    found
}

/// Words in headings of chapters that no single file implements.
const TOLD: &[&str] =
    &["rulings", "sources", "walked", "stall", "help pages", "data file", "data.json"];

/// The chapters with numbered points that the program implements. Another test checks that each
/// point has an example.
fn shown(title: &dyn Title) -> BTreeSet<u8> {
    let rules = title.about().rules;
    let told: BTreeSet<u8> = rules.lines().filter_map(told).collect();
    points(rules)
        .iter()
        .filter_map(|point| chapter(point))
        .filter(|one| !told.contains(one))
        .collect()
}

/// The number of a chapter without an implementation, from its heading: `## R26 Rulings in one
/// list`.
fn told(line: &str) -> Option<u8> {
    let heading = line.strip_prefix("## ")?.to_lowercase();
    let number = heading.trim_start_matches('r').split([' ', '.']).next()?.parse().ok()?;
    TOLD.iter().any(|word| heading.contains(word)).then_some(number)
}

/// The number of a point's chapter: 10 of `R10.4a`.
fn chapter(point: &str) -> Option<u8> {
    point.strip_prefix('R')?.split('.').next()?.parse().ok()
}

/// The files of a title that name a chapter at their head: `//! R7, R8 Turns: ...`.
fn heads<'s>(key: &str, sources: &'s [Source]) -> BTreeMap<u8, Vec<&'s str>> {
    let folder = format!("src/titles/{key}/");
    let mut heads: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.path.starts_with(&folder)) {
        let head = source.text.lines().next().and_then(|line| line.strip_prefix("//! "));
        let words = head.unwrap_or_default().split([' ', ',', ':']).filter(|word| !word.is_empty());
        for chapter in words.map_while(chapter) {
            heads.entry(chapter).or_default().push(&source.path[folder.len()..]);
        }
    }
    heads
}

#[test]
fn heads_are_read() {
    let source = |path: &str, text: &str| Source::of(path.to_owned(), text.to_owned());
    let sources = [
        source("src/titles/t/play/feud.rs", "//! R10, R11 Feud and raid: R3 is another.\n"),
        source("src/titles/t/play/ride.rs", "//! R9 Ride: see R10.\n"),
        source("src/titles/t/play/run.rs", "//! What R10 needs.\n"),
        source("src/titles/other/play/run.rs", "//! R10 Other.\n"),
    ];
    let heads = heads("t", &sources);
    assert_eq!(heads.keys().copied().collect::<Vec<_>>(), [9, 10, 11]);
    assert_eq!(heads[&10], ["play/feud.rs"]);
    let told: Vec<_> =
        ["## R26 Rulings in one list", "## 9. Ride", "## 29. Sources"].map(told).into();
    assert_eq!(told, [Some(26), None, Some(29)]);
}
