//! Lengths of files, lines and folders, the `//!` head, and files that are not compiled.

use std::collections::BTreeMap;

use super::source::{Source, below, root};

const LONGEST_FILE: usize = 400;
/// A test may be longer than program code, but not without limit.
const LONGEST_TEST: usize = 600;
const WIDEST_LINE: usize = 100;
const WIDEST_TEMPLATE_LINE: usize = 140;
const LARGEST_FOLDER: usize = 20;

/// What is too long or too wide, and files without a `//!` head.
pub fn complaints(source: &Source) -> Vec<String> {
    let mut found = wide(source, WIDEST_LINE);
    if !source.text.starts_with("//! ") {
        found.push(source.says(1, "must begin with //! and what it is for"));
    }
    let lines = source.text.lines().count();
    if lines > if source.is_test() { LONGEST_TEST } else { LONGEST_FILE } {
        found.push(source.says(lines, format!("is {lines} lines long: split it by subject")));
    }
    found
}

pub fn wide_templates() -> Vec<String> {
    let templates = below("templates", "");
    templates.iter().flat_map(|source| wide(source, WIDEST_TEMPLATE_LINE)).collect()
}

/// Lines with more columns; comments and strings are not shortened by `cargo fmt`.
fn wide(source: &Source, widest: usize) -> Vec<String> {
    let widths = source.text.lines().map(|line| line.chars().count()).enumerate();
    let wide = widths.filter(|(_, width)| *width > widest);
    wide.map(|(at, width)| source.says(at + 1, format!("is {width} columns wide"))).collect()
}

pub fn large_folders(sources: &[Source]) -> Vec<String> {
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        *sizes.entry(folder_and_file(source).0).or_default() += 1;
    }
    let large = sizes.into_iter().filter(|(_, size)| *size > LARGEST_FOLDER);
    large.map(|(folder, size)| format!("{folder}: has {size} files: group them")).collect()
}

/// A file without a `mod` declaration is silently not compiled.
pub fn unreachable(source: &Source) -> Vec<String> {
    let (folder, file) = folder_and_file(source);
    // A crate's own tests and build script are programs of one file each.
    let alone = !folder.contains("src") && !folder.starts_with("tests/it");
    if alone || ["lib.rs", "main.rs"].contains(&file) {
        return Vec::new();
    }
    let (folder, name) = match file.strip_suffix(".rs").unwrap() {
        "mod" => folder.rsplit_once('/').unwrap(),
        name => (folder, name),
    };
    let parents = ["/mod.rs", "/lib.rs", "/main.rs", ".rs"].map(|end| format!("{folder}{end}"));
    let named = parents.iter().filter_map(|path| std::fs::read_to_string(root().join(path)).ok());
    let line = format!("mod {name};");
    match named.into_iter().any(|text| text.contains(&line)) {
        true => Vec::new(),
        false => vec![source.says(1, format!("is not compiled: add `{line}`"))],
    }
}

fn folder_and_file(source: &Source) -> (&str, &str) {
    source.file.rsplit_once('/').unwrap()
}

#[test]
fn excess_lengths_are_found() {
    let file = |path: &str, rest: &str| Source::of(path, format!("//! x\n{rest}"));
    assert_eq!(
        complaints(&Source::of("src/x.rs", format!("use a;\n//{}", "-".repeat(99)))),
        ["src/x.rs:2: is 101 columns wide", "src/x.rs:1: must begin with //! and what it is for"]
    );
    assert_eq!(
        complaints(&file("src/x.rs", &"\n".repeat(400))),
        ["src/x.rs:401: is 401 lines long: split it by subject"]
    );
    assert!(complaints(&file("tests/it/x.rs", &"\n".repeat(400))).is_empty());
    let lost = file("crates/rules/src/nowhere.rs", "");
    assert_eq!(
        unreachable(&lost),
        ["crates/rules/src/nowhere.rs:1: is not compiled: add `mod nowhere;`"]
    );
    let many: Vec<Source> = (0..21).map(|at| file(&format!("src/a/f{at}.rs"), "")).collect();
    assert_eq!(large_folders(&many), ["src/a: has 21 files: group them"]);
    let template = Source::of("templates/x.html", "-".repeat(141));
    assert_eq!(wide(&template, WIDEST_TEMPLATE_LINE), ["templates/x.html:1: is 141 columns wide"]);
}
