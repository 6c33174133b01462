//! Titles list every fact wherever they match on facts, so a new one cannot be forgotten there.

use super::source::{Source, line_of};

/// Each `match` over a title's facts with a catch-all arm, by its first line.
pub fn complaints(source: &Source) -> Vec<String> {
    if !source.file.starts_with("crates/titles/") {
        return Vec::new();
    }
    let code = source.program_code();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("match ") {
        let Some(open) = code[at..].find('{').map(|open| at + open) else { continue };
        let arms = arms(&code[open..]);
        let mut header = code[at..open].split(|c: char| !c.is_alphanumeric());
        let by_name = |line: &str| line.trim_start().trim_start_matches("| ").starts_with("Fact::");
        let over = header.any(|word| word == "fact") || arms.lines().any(by_name);
        if over && (arms.contains("_ =>") || arms.contains("_ if ")) {
            found.push(source.says(line_of(&code, at), "list the facts instead of `_`"));
        }
    }
    found
}

/// The direct contents of a block: the patterns of its arms, without their bodies in braces.
fn arms(block: &str) -> String {
    let mut depth = 0;
    let mut arms = String::new();
    for c in block.chars() {
        depth += match c {
            '{' | '(' | '[' => 1,
            '}' | ')' | ']' => -1,
            _ => 0,
        };
        match depth {
            0 => break,
            1 => arms.push(c),
            _ => {}
        }
    }
    arms
}

#[test]
fn wildcard_matches_on_facts_are_found() {
    let planted = "fn info(fact: &Fact) {\n    match fact {\n        Fact::Out(_) => (),\n        \
        _ => (),\n    }\n}\n";
    let of = |text: &str| complaints(&Source::of("crates/titles/t/src/x.rs", text.to_owned()));
    assert_eq!(of(planted), ["crates/titles/t/src/x.rs:2: list the facts instead of `_`"]);
    let made = "fn fact(order: &Order) -> Fact {\n    match order {\n        Order::Out => \
        Fact::Out(1),\n        _ => Fact::In,\n    }\n}\n";
    assert!(of(made).is_empty(), "orders that make facts are no facts");
}
