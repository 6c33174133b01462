//! A source file, separated into code, comments and string literals.

use std::path::{Path, PathBuf};

pub struct Source {
    /// From the root of the workspace: "crates/rules/src/lib.rs".
    pub file: String,
    pub text: String,
    /// The text with comments, strings and characters blanked out. Line numbers stay the same.
    pub code: String,
    /// The comments, with the rest blanked out.
    pub comments: String,
    /// The literals, with the rest blanked out.
    pub quoted: String,
    /// The index of the first line that belongs to tests; no later line belongs to the program.
    tests_from: usize,
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Source {
    /// Every Rust file, sorted by path.
    pub fn all() -> Vec<Source> {
        ["crates", "examples", "src", "tests/it"].iter().flat_map(|it| below(it, ".rs")).collect()
    }

    /// Splits the text of a file.
    pub fn of(file: &str, text: String) -> Source {
        let kinds = kinds(&text);
        let only = |wanted: Kind| -> String {
            let keep = |(at, c)| if c == '\n' || kinds[at] == wanted { c } else { ' ' };
            text.char_indices().map(keep).collect()
        };
        let (code, comments, quoted) = (only(Kind::Code), only(Kind::Comment), only(Kind::Quoted));
        let all_tests =
            file.starts_with("tests/") || file.ends_with("/tests.rs") || file.contains("/tests/");
        let tests_from = if all_tests { 0 } else { first_test_line(&code) };
        Source { file: file.to_owned(), text, code, comments, quoted, tests_from }
    }

    /// Whether the file contains only tests.
    pub fn is_test(&self) -> bool {
        self.tests_from == 0
    }

    /// The lines of one of the texts that belong to the program, numbered from 1.
    pub fn program<'s>(&self, of: &'s str) -> impl Iterator<Item = (usize, &'s str)> {
        of.lines().take(self.tests_from).enumerate().map(|(at, line)| (at + 1, line))
    }

    /// The part of one of the texts that belongs to the program.
    pub fn program_part(&self, of: &str) -> String {
        self.program(of).map(|(_, line)| format!("{line}\n")).collect()
    }

    /// The code that belongs to the program.
    pub fn program_code(&self) -> String {
        self.program_part(&self.code)
    }

    /// Formats a complaint about a line.
    pub fn says(&self, line: usize, what: impl std::fmt::Display) -> String {
        format!("{}:{line}: {what}", self.file)
    }
}

/// The files below a folder with that ending, sorted by path.
pub fn below(folder: &str, ending: &str) -> Vec<Source> {
    let mut paths = Vec::new();
    collect(&root().join(folder), ending, &mut paths);
    paths.sort();
    let name = |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    paths.iter().map(|path| Source::of(&name(path), text(path))).collect()
}

fn collect(folder: &Path, ending: &str, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, ending, paths);
        } else if path.to_str().unwrap().ends_with(ending) {
            paths.push(path);
        }
    }
}

/// The number of the line at an offset.
pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

pub fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
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

/// The kind of each byte.
fn kinds(text: &str) -> Vec<Kind> {
    let mut kinds = Vec::with_capacity(text.len());
    while let Some(next) = text[kinds.len()..].chars().next() {
        let (before, rest) = text.split_at(kinds.len());
        let after_name = before.ends_with(|c| is_part_of_name(c) && c != 'b');
        let (kind, length) = literal(rest, after_name).unwrap_or((Kind::Code, next.len_utf8()));
        kinds.extend(std::iter::repeat_n(kind, length));
    }
    kinds
}

/// The kind and the length of the comment, text or character that begins here.
fn literal(rest: &str, after_name: bool) -> Option<(Kind, usize)> {
    let until = |end: &str, from: usize| {
        rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len())
    };
    let hashes = rest.chars().skip(1).take_while(|c| *c == '#').count();
    let mut chars = rest.char_indices();
    Some(match (chars.next()?.1, chars.next()?.1) {
        ('/', '/') => (Kind::Comment, until("\n", 2)),
        ('/', '*') => (Kind::Comment, until("*/", 2)),
        ('"', _) => {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            (Kind::Quoted, end.map_or(rest.len(), |at| at + 2))
        }
        ('r', _) if !after_name && rest[1 + hashes..].starts_with('"') => {
            (Kind::Quoted, until(&format!("\"{}", "#".repeat(hashes)), hashes + 2))
        }
        ('\'', '\\') => (Kind::Quoted, until("'", 3)),
        // A lifetime has a quote on one side only.
        ('\'', _) => {
            chars.next().filter(|next| next.1 == '\'').map(|(at, _)| (Kind::Quoted, at + 1))?
        }
        _ => return None,
    })
}

#[test]
fn code_comments_and_strings_are_separated() {
    let text = "let a = \"x // \\\" y\"; // \"no\"\n\
                let b: &'a str = r#\"un\"wrap\"#; let c = '\"';\n\
                /* one\ntwo */ fn d() {}\n#[cfg(test)]\nmod tests {\n}";
    let source = Source::of("src/a/b.rs", text.to_owned());
    let code: Vec<&str> = source.code.lines().map(str::trim_end).collect();
    assert_eq!(code[0].split_whitespace().collect::<Vec<_>>(), ["let", "a", "=", ";"]);
    assert!(code[1].contains("&'a str") && !code[1].contains("wrap"));
    assert_eq!(code[3].trim(), "fn d() {}");
    assert_eq!(source.tests_from, 4);
    assert!(source.comments.contains("// \"no\"") && !source.comments.contains("wrap"));
    assert!(source.quoted.contains("un\"wrap") && source.quoted.contains("x // "));
}
