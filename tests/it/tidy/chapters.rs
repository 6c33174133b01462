//! From a rule to its file: every chapter of a title's rules is named at the head of exactly one
//! file.

use std::collections::BTreeSet;

use ravenpost::titles;

use super::source::Source;
use crate::titles::examples::points;

/// Words in headings of chapters that no single file implements.
const WITHOUT_FILE: &[&str] = &["rulings", "sources", "walked", "stall", "data file"];

pub fn complaints(sources: &[Source]) -> Vec<String> {
    let about = titles::all().iter().map(|title| title.about());
    about.flat_map(|about| of_title(about.key, about.rules, sources)).collect()
}

/// Chapters with numbered points that are not named at the head of exactly one file of the title.
fn of_title(key: &str, rules: &str, sources: &[Source]) -> Vec<String> {
    let folder = format!("crates/titles/{key}/src/");
    let own = sources.iter().filter(|source| source.file.starts_with(&folder));
    let named: Vec<u8> = own.flat_map(|source| named_at_head(&source.text)).collect();
    let without: BTreeSet<u8> = rules.lines().filter_map(without_file).collect();
    let chapters: BTreeSet<u8> = points(rules).iter().filter_map(|one| chapter(one)).collect();
    let files = |number: u8| named.iter().filter(|named| **named == number).count();
    let wrong = chapters.difference(&without).copied().filter(|number| files(*number) != 1);
    wrong.map(|one| format!("{key}: {} files begin with `//! R{one}`", files(one))).collect()
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

/// The chapters that a file names at its head: `//! R7, R8 Turns: ...`.
fn named_at_head(text: &str) -> Vec<u8> {
    let head = text.lines().next().and_then(|line| line.strip_prefix("//! ")).unwrap_or_default();
    let words = head.split([' ', ',', ':']).filter(|word| !word.is_empty());
    words.map_while(chapter).collect()
}

#[test]
fn chapters_without_exactly_one_file_are_found() {
    let rules =
        "R9.1 a\nR10.1 b\nR11.1 c\nR12.1 d\n## R26 Rulings\nR26.1 e\n## 29. Sources\nR29.1 f";
    let source = |file: &str, text: &str| Source::of(&format!("crates/titles/{file}.rs"), text);
    let sources = [
        source("t/src/play/feud", "//! R10, R11 Feud and raid: R12 is another.\n"),
        source("t/src/play/ride", "//! R9 Ride: see R10.\n"),
        source("t/src/play/run", "//! What R12 needs.\n"),
        source("t/src/play/race", "//! R11 Race.\n"),
        source("other/src/play/run", "//! R10, R12 Other.\n"),
    ];
    let wanted = ["t: 2 files begin with `//! R11`", "t: 0 files begin with `//! R12`"];
    assert_eq!(of_title("t", rules, &sources), wanted);
}
