//! No type has too many methods: such a type covers several subjects.

use std::collections::BTreeMap;

use super::source::{Source, is_part_of_name, outermost};

/// Maximum number of methods of a type in all its `impl` blocks, except those of traits.
const MOST: usize = 40;

/// The types with too many methods. Types of one crate with the same name count as one, and methods
/// made by macros are not counted.
pub fn complaints(sources: &[Source]) -> Vec<String> {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.is_test) {
        let Some((folder, _)) = source.file.split_once("src/") else { continue };
        for (at, _) in source.program.match_indices("impl") {
            if let Some((name, count)) = methods(&source.program, at) {
                *counts.entry((folder, name)).or_default() += count;
            }
        }
    }
    let large = counts.into_iter().filter(|(_, count)| *count > MOST);
    large
        .map(|((folder, name), count)| format!("{folder}src: {name} has {count} methods: split it"))
        .collect()
}

/// The type of the `impl` block that begins there and the number of its methods, unless it
/// implements a trait.
fn methods(code: &str, at: usize) -> Option<(&str, usize)> {
    let open = at + code[at..].find('{')?;
    let header = code[at..open].strip_prefix("impl")?;
    let begins_line = code[..at].rsplit('\n').next().is_none_or(|line| line.trim().is_empty());
    let is_of_trait = header.split_whitespace().any(|word| word == "for");
    if !begins_line || is_of_trait || header.starts_with(is_part_of_name) {
        return None;
    }
    let path = after_generics(header);
    let path = path.split(|c: char| !is_part_of_name(c) && c != ':').next()?;
    let name = path.rsplit(':').next().filter(|name| !name.is_empty())?;
    let words = outermost(&code[open..]);
    Some((name, words.split_whitespace().filter(|word| *word == "fn").count()))
}

/// The type in the header of an `impl` block: ` A<T> ` of `<T: Fn() -> u8> A<T> `.
fn after_generics(header: &str) -> &str {
    let mut depth = 0;
    for (at, c) in header.char_indices() {
        depth += i32::from(c == '<') - i32::from(c == '>' && !header[..at].ends_with('-'));
        if depth == 0 {
            return header[at..].trim_start_matches('>').trim_start();
        }
    }
    ""
}

#[test]
fn types_with_too_many_methods_are_found() {
    let block = |head: &str, count: usize| {
        let method =
            "    pub async fn a(&self, b: fn(u8)) -> u8 {\n        fn c() {}\n        1\n    }\n";
        format!("{head} {{\n{}}}\n", method.repeat(count))
    };
    let source =
        |file: &str, blocks: &[String]| Source::of(file, &format!("//! x\n{}", blocks.concat()));
    let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", block("impl A<'_>", 1));
    let sources = [
        source("src/a.rs", &[block("impl A<'_>", 40), block("impl Clone for A<'_>", 1), tests]),
        source("src/b.rs", &[block("impl<'a, F: Fn() -> u8> b::B<'a, F>", 40)]),
        source("src/c/b.rs", &[block("    impl B", 1), block("impl $name", 41)]),
        source("src/c/tests.rs", &[block("impl A", 1)]),
        source("crates/d/src/a.rs", &[block("impl A", 1)]),
        source("crates/d/src/e.rs", &[block("impl E", 42), block("fn f() -> impl E", 1)]),
    ];
    assert_eq!(
        complaints(&sources),
        ["src: B has 41 methods: split it", "crates/d/src: E has 42 methods: split it"]
    );
}
