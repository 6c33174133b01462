//! Lengths of files, lines and folders, the `//!` head, and files that are not compiled.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Found, Source, is_part_of_name, stem};

/// Lines with too many columns: `cargo fmt` does not shorten comments, strings and templates.
pub fn wide_lines(source: &Source) -> Found {
    let widest = if source.file.starts_with("templates/") { 140 } else { 100 };
    let widths = source.text.lines().map(|line| line.chars().count()).zip(1..);
    let wide = widths.filter(|(width, _)| *width > widest);
    wide.map(|(width, line)| (line, format!("is {width} columns wide"))).collect()
}

/// Files that are too long, or that do not begin with `//!`.
pub fn lengths(source: &Source) -> Found {
    let mut found = Found::new();
    if !source.text.starts_with("//! ") {
        found.push((1, "must begin with //! and what it is for".to_owned()));
    }
    let lines = source.text.lines().count();
    if lines > if source.is_test { 600 } else { 400 } {
        found.push((lines, format!("is {lines} lines long: split it by subject")));
    }
    found
}

pub fn large_folders(sources: &[Source]) -> Vec<String> {
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        *sizes.entry(source.file.rsplit_once('/').unwrap().0).or_default() += 1;
    }
    let large = sizes.into_iter().filter(|(_, size)| *size > 20);
    large.map(|(folder, size)| format!("{folder}: has {size} files: group them")).collect()
}

/// A file without a `mod` declaration is silently not compiled.
pub fn not_compiled(sources: &[Source]) -> Vec<String> {
    let children = |source: &Source| -> Vec<String> {
        let names = source.code.split("mod ").skip(1).filter_map(|rest| rest.split_once(';'));
        let names = names.filter(|(name, _)| name.chars().all(is_part_of_name));
        names.map(|(name, _)| format!("{}/{name}", stem(&source.file))).collect()
    };
    let declared: BTreeSet<String> = sources.iter().flat_map(children).collect();
    let is_compiled = |source: &&Source| {
        // A crate's own tests and build script are programs of one file each.
        let alone = !source.file.contains("src/") && !source.file.starts_with("tests/it/");
        let root = source.file.ends_with("/lib.rs") || source.file.ends_with("/main.rs");
        alone || root || declared.contains(stem(&source.file))
    };
    let lost = sources.iter().filter(|source| !is_compiled(source));
    lost.map(|source| format!("{}: is not compiled: add a `mod` line", source.file)).collect()
}

#[test]
fn large_folders_and_uncompiled_files_are_found() {
    let text = |at: usize| if at == 0 { "mod f1; // mod f2;" } else { "" };
    let name = |at: usize| if at == 0 { "mod".to_owned() } else { format!("f{at}") };
    let many = |at: usize| Source::of(&format!("src/a/{}.rs", name(at)), text(at));
    let many: Vec<Source> = (0..21).map(many).chain([Source::of("src/lib.rs", "mod a;")]).collect();
    assert_eq!(large_folders(&many), ["src/a: has 21 files: group them"]);
    let lost = not_compiled(&many);
    assert_eq!(
        (lost.len(), lost[0].as_str()),
        (19, "src/a/f2.rs: is not compiled: add a `mod` line")
    );
}
