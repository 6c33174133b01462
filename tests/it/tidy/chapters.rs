//! From a rule to its file: every chapter of a title's rules is named at the head of exactly one
//! file.

use std::collections::{BTreeMap, BTreeSet};

use ravenpost_rules::Title;

use super::source::Source;
use crate::titles::examples::points;

/// Words in headings of chapters that no single file implements.
const WITHOUT_FILE: &[&str] = &["rulings", "sources", "walked", "stall", "data file"];

/// Chapters with examples that are not named at the head of exactly one file of the title.
pub fn complaints(title: &dyn Title, sources: &[Source]) -> Vec<String> {
    let about = title.about();
    let heads = heads(about.key, sources);
    let without: BTreeSet<u8> = about.rules.lines().filter_map(without_file).collect();
    let numbers: BTreeSet<u8> =
        points(about.rules).iter().filter_map(|point| chapter(point)).collect();
    let mut found = Vec::new();
    for number in numbers.difference(&without) {
        match heads.get(number).map_or(&[][..], Vec::as_slice) {
            [] => found.push(format!("{}: no file begins with `//! R{number}`", about.key)),
            [_] => {}
            files => found.push(format!("{}: R{number} begins {}", about.key, files.join(", "))),
        }
    }
    found
}

/// The number of a chapter without a file, from its heading: `## R26 Rulings in one list`.
fn without_file(line: &str) -> Option<u8> {
    let heading = line.strip_prefix("## ")?.to_lowercase();
    let number = heading.trim_start_matches('r').split([' ', '.']).next()?.parse().ok()?;
    WITHOUT_FILE.iter().any(|word| heading.contains(word)).then_some(number)
}

/// The number of a point's chapter: 10 of `R10.4a`.
fn chapter(point: &str) -> Option<u8> {
    point.strip_prefix('R')?.split('.').next()?.parse().ok()
}

/// The files of a title that name a chapter at their head: `//! R7, R8 Turns: ...`.
fn heads<'s>(key: &str, sources: &'s [Source]) -> BTreeMap<u8, Vec<&'s str>> {
    let folder = format!("crates/titles/{key}/src/");
    let mut heads: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for source in sources {
        let Some(file) = source.file.strip_prefix(&folder) else { continue };
        let head = source.text.lines().next().and_then(|line| line.strip_prefix("//! "));
        let words = head.unwrap_or_default().split([' ', ',', ':']).filter(|word| !word.is_empty());
        for chapter in words.map_while(chapter) {
            heads.entry(chapter).or_default().push(file);
        }
    }
    heads
}

#[test]
fn chapter_headings_are_parsed() {
    let source = |path: &str, text: &str| Source::of(path, text.to_owned());
    let sources = [
        source("crates/titles/t/src/play/feud.rs", "//! R10, R11 Feud and raid: R3 is another.\n"),
        source("crates/titles/t/src/play/ride.rs", "//! R9 Ride: see R10.\n"),
        source("crates/titles/t/src/play/run.rs", "//! What R10 needs.\n"),
        source("crates/titles/other/src/play/run.rs", "//! R10 Other.\n"),
    ];
    let heads = heads("t", &sources);
    assert_eq!(heads.keys().copied().collect::<Vec<_>>(), [9, 10, 11]);
    assert_eq!(heads[&10], ["play/feud.rs"]);
    let headings = ["## R26 Rulings in one list", "## 9. Ride", "## 29. Sources"];
    assert_eq!(headings.map(without_file), [Some(26), None, Some(29)]);
}
