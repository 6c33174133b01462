//! Titles list every fact wherever they match on facts, so a new one cannot be forgotten there.

use super::source::{Found, Source, line_of, outermost};

/// Each `match` over a title's facts with a catch-all arm, by its first line.
pub fn catch_alls(source: &Source) -> Found {
    let code = &source.program;
    let mut found = Found::new();
    let titles = source.file.starts_with("crates/titles/");
    for (at, _) in code.match_indices("match ").filter(|_| titles) {
        let Some(open) = code[at..].find('{').map(|open| at + open) else { continue };
        let arms = outermost(&code[open..]);
        let mut header = code[at..open].split(|c: char| !c.is_alphanumeric());
        let by_name = |line: &str| line.trim_start().trim_start_matches("| ").starts_with("Fact::");
        let over = header.any(|word| word == "fact") || arms.lines().any(by_name);
        if over && (arms.contains("_ =>") || arms.contains("_ if ")) {
            found.push((line_of(code, at), "list the facts instead of `_`".to_owned()));
        }
    }
    found
}
