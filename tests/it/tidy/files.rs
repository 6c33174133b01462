//! Checks files of every kind as text: templates, documentation, scripts.

use std::path::Path;

use super::source::root;

const WIDEST_TEMPLATE_LINE: usize = 140;
/// Folders that are not part of the sources.
const OTHERS: [&str; 3] = [".git", "node_modules", "target"];
/// Git's conflict markers.
const MARKERS: [&str; 2] = ["<<<<<<< ", ">>>>>>> "];

/// Wide lines in templates, and unresolved merge conflicts.
pub fn complaints() -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.extend(is_ours(&path).then_some(path));
                continue;
            }
            // Compressed files and images have no lines.
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            found.extend(of(&name, &text));
        }
    }
    found.sort();
    found
}

fn is_ours(folder: &Path) -> bool {
    folder.file_name().and_then(|name| name.to_str()).is_none_or(|name| !OTHERS.contains(&name))
}

fn of(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if MARKERS.iter().any(|marker| line.starts_with(marker)) {
            found.push(format!("{name}:{}: is left from a merge", at + 1));
        }
        let width = line.chars().count();
        if name.starts_with("templates/") && width > WIDEST_TEMPLATE_LINE {
            found.push(format!("{name}:{}: is {width} columns wide", at + 1));
        }
    }
    found
}

#[test]
fn wide_templates_and_open_merges_are_found() {
    let template = format!("<p>\n{}\n{}\n", "-".repeat(140), "-".repeat(141));
    assert_eq!(of("templates/x.html", &template), ["templates/x.html:3: is 141 columns wide"]);
    assert!(of("docs/x.md", &template).is_empty());
    let merged = format!("a\n{}ours\nb\n", MARKERS[0]);
    assert_eq!(of("docs/x.md", &merged), ["docs/x.md:2: is left from a merge"]);
}
