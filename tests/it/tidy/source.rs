//! A source file, separated into code, comments and string literals.

use std::path::{Path, PathBuf};

use super::crates;

pub struct Source {
    /// From the root of the workspace: "crates/rules/src/lib.rs".
    pub file: String,
    /// The path in a program of one crate: "src/rules/mod.rs".
    pub path: String,
    pub text: String,
    /// The text with comments, strings and characters blanked out. Line numbers stay the same, and
    /// paths are those of a single crate.
    pub code: String,
    /// The comments, with the rest blanked out.
    pub comments: String,
    /// The literals, with the rest blanked out.
    pub quoted: String,
    /// The index of the first line that belongs to tests; no later line belongs to the program.
    pub tests_from: usize,
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Source {
    /// Every Rust file, sorted by path.
    pub fn all() -> Vec<Source> {
        let mut paths = Vec::new();
        for folder in
            crates::folders().chain(["src", "tests", "crates/bench/tests", "examples/nim/tests"])
        {
            collect(&root().join(folder), &mut paths);
        }
        paths.sort();
        paths.iter().map(|path| Source::read(path)).collect()
    }

    fn read(path: &Path) -> Source {
        let text = std::fs::read_to_string(path).unwrap();
        let path = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        Source::of(path, text)
    }

    /// Splits the text of a file.
    pub fn of(file: String, text: String) -> Source {
        let path = crates::place(&file);
        let kinds = kinds(&text);
        let only = |wanted: Kind| -> String {
            text.chars()
                .zip(&kinds)
                .map(|(email, kind)| match email {
                    '\n' => '\n',
                    email if *kind == wanted => email,
                    _ => ' ',
                })
                .collect()
        };
        let (code, comments, quoted) = (only(Kind::Code), only(Kind::Comment), only(Kind::Quoted));
        let all_tests =
            path.starts_with("tests/") || path.ends_with("/tests.rs") || path.contains("/tests/");
        let tests_from = if all_tests { 0 } else { first_test_line(&code) };
        let code = crates::in_one_program(&file, &code);
        Source { file, path, text, code, comments, quoted, tests_from }
    }

    /// The top-level module: "rules", or "main" and "lib" for those two files.
    pub fn layer(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("src/")?;
        let first = inside.split('/').next()?;
        Some(first.strip_suffix(".rs").unwrap_or(first))
    }

    /// The lines of one of the four texts that belong to the program, numbered from 1.
    pub fn program<'s>(&self, of: &'s str) -> impl Iterator<Item = (usize, &'s str)> {
        of.lines().take(self.tests_from).enumerate().map(|(at, line)| (at + 1, line))
    }

    /// Formats a complaint about a line.
    pub fn says(&self, line: usize, what: impl std::fmt::Display) -> String {
        format!("{}:{line}: {what}", self.file)
    }
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "node_modules" {
            collect(&path, paths);
        } else if name.ends_with(".rs") {
            paths.push(path);
        }
    }
}

fn first_test_line(code: &str) -> usize {
    let lines: Vec<&str> = code.lines().collect();
    let test_module = |at: &usize| {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        lines[*at].trim() == "#[cfg(test)]" && next.contains("mod ") && next.contains('{')
    };
    (0..lines.len()).find(test_module).unwrap_or(lines.len())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Quoted,
}

/// The kind of each character.
fn kinds(text: &str) -> Vec<Kind> {
    let all: Vec<char> = text.chars().collect();
    let mut kinds = Vec::with_capacity(all.len());
    while kinds.len() < all.len() {
        let at = kinds.len();
        let (kind, length) = match (all[at], all.get(at + 1)) {
            ('/', Some('/')) => (Kind::Comment, until(&all, at, "\n", 0)),
            ('/', Some('*')) => (Kind::Comment, until(&all, at, "*/", 2)),
            ('"', _) => (Kind::Quoted, plain_text(&all, at)),
            ('r', Some('"' | '#')) if !after_word(&all, at) => raw_text(&all, at),
            ('\'', _) => character(&all, at),
            _ => (Kind::Code, 1),
        };
        kinds.extend(std::iter::repeat_n(kind, length.clamp(1, all.len() - at)));
    }
    kinds
}

fn after_word(all: &[char], at: usize) -> bool {
    at > 0 && (all[at - 1].is_alphanumeric() && all[at - 1] != 'b' || all[at - 1] == '_')
}

/// The length up to and including `end`.
fn until(all: &[char], at: usize, end: &str, from: usize) -> usize {
    let end: Vec<char> = end.chars().collect();
    let found = (at + from..all.len()).find(|here| all[*here..].starts_with(&end));
    found.map_or(all.len() - at, |here| here + end.len() - at)
}

fn plain_text(all: &[char], at: usize) -> usize {
    let mut here = at + 1;
    while here < all.len() && all[here] != '"' {
        here += if all[here] == '\\' { 2 } else { 1 };
    }
    here + 1 - at
}

fn raw_text(all: &[char], at: usize) -> (Kind, usize) {
    let hashes = all[at + 1..].iter().take_while(|c| **c == '#').count();
    if all.get(at + 1 + hashes) != Some(&'"') {
        return (Kind::Code, 1);
    }
    let end = format!("\"{}", "#".repeat(hashes));
    (Kind::Quoted, until(all, at, &end, hashes + 2))
}

/// A character literal has quotes on both sides, a lifetime only one.
fn character(all: &[char], at: usize) -> (Kind, usize) {
    match (all.get(at + 1), all.get(at + 2)) {
        (Some('\\'), _) => (Kind::Quoted, until(all, at, "'", 3)),
        (Some(_), Some('\'')) => (Kind::Quoted, 3),
        _ => (Kind::Code, 1),
    }
}

#[test]
fn code_comments_and_texts_are_told_apart() {
    let text = "let a = \"x // \\\" y\"; // \"no\"\n\
                let b: &'a str = r#\"un\"wrap\"#; let c = '\"';\n\
                /* one\ntwo */ fn d() {}\n#[cfg(test)]\nmod tests {\n}";
    let source = Source::of("src/a/b.rs".to_owned(), text.to_owned());
    let code: Vec<&str> = source.code.lines().map(str::trim_end).collect();
    assert_eq!(code[0].split_whitespace().collect::<Vec<_>>(), ["let", "a", "=", ";"]);
    assert!(code[1].contains("&'a str") && !code[1].contains("wrap"));
    assert_eq!(code[3].trim(), "fn d() {}");
    assert_eq!(source.tests_from, 4);
    assert!(source.comments.contains("// \"no\"") && !source.comments.contains("wrap"));
    assert!(source.quoted.contains("un\"wrap") && source.quoted.contains("x // "));
}
