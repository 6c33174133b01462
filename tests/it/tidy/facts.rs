//! Titles list every fact wherever they match on facts, so a new one cannot be forgotten there.

use ravenpost::titles;

use super::source::Source;

/// No `match` over a title's facts has a catch-all arm.
pub fn complaints(sources: &[Source]) -> Vec<String> {
    let folders = titles::all().iter().map(|title| format!("src/titles/{}/", title.about().key));
    let folders: Vec<String> = folders.collect();
    let own = |source: &&Source| folders.iter().any(|folder| source.path.starts_with(folder));
    sources.iter().filter(own).flat_map(passes_over).collect()
}

/// Each `match` over facts with a `_` arm, by its first line.
fn passes_over(source: &Source) -> Vec<String> {
    let code: String = source.program(&source.code).map(|(_, line)| format!("{line}\n")).collect();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("match ") {
        let Some(open) = code[at..].find('{').map(|open| at + open) else { continue };
        let arms = arms(&code[open..]);
        let mut header = code[at..open].split(|c: char| !c.is_alphanumeric());
        let by_name = |line: &str| line.trim_start().trim_start_matches("| ").starts_with("Fact::");
        let over = header.any(|word| word == "fact") || arms.lines().any(by_name);
        if over && (arms.contains("_ =>") || arms.contains("_ if ")) {
            let line = code[..at].matches('\n').count() + 1;
            found.push(source.says(line, "passes facts over by `_`"));
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
        if depth == 0 {
            break;
        }
        if depth == 1 {
            arms.push(c);
        }
    }
    arms
}

#[test]
fn facts_that_are_passed_over_are_found() {
    let planted = "fn info(fact: &Fact) {\n    match fact {\n        Fact::Out(_) => (),\n        \
        _ => (),\n    }\n}\n";
    let source = Source::of("src/titles/scharz/x.rs".to_owned(), planted.to_owned());
    assert_eq!(passes_over(&source).len(), 1, "a planted one is found");
    let made = "fn fact(order: &Order) -> Fact {\n    match order {\n        Order::Out => \
        Fact::Out(1),\n        _ => Fact::In,\n    }\n}\n";
    let source = Source::of("src/titles/scharz/x.rs".to_owned(), made.to_owned());
    assert!(passes_over(&source).is_empty(), "orders that make facts are no facts");
}
