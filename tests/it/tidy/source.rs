//! A source file, separated into code, comments and literals.

use std::fs::{read_dir, read_to_string};
use std::path::Path;

/// The lines of a file that break a rule, each with what is wrong.
pub type Found = Vec<(usize, String)>;

/// In the parts of a text, the rest is blanked out, so that offsets and lines stay the same.
pub struct Source {
    /// From the root of the workspace: "crates/rules/src/lib.rs".
    pub file: String,
    pub text: String,
    pub code: String,
    pub comments: String,
    /// The code before the module of tests.
    pub program: String,
    /// The strings and characters of the program.
    pub quoted: String,
    /// Whether the file contains only tests.
    pub is_test: bool,
}

impl Source {
    /// Every Rust file, sorted by path.
    pub fn all() -> Vec<Source> {
        ["crates", "examples", "src", "tests/it"].iter().flat_map(|it| below(it, ".rs")).collect()
    }

    /// Splits the text of a file.
    pub fn of(file: &str, text: &str) -> Source {
        let mut parts = [const { String::new() }; 3];
        let mut at = 0;
        while at < text.len() {
            let (kind, length) = piece(&text[..at], &text[at..]);
            let piece = &text[at..at + length];
            for (index, part) in parts.iter_mut().enumerate() {
                match index == kind as usize {
                    true => part.push_str(piece),
                    false => {
                        part.extend(piece.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }))
                    }
                }
            }
            at += length;
        }
        let [code, comments, mut quoted] = parts;
        let is_test = format!("/{file}").contains("/tests/") || file.ends_with("/tests.rs");
        let tests = if is_test { Some(0) } else { code.find("#[cfg(test)]\nmod tests {") };
        let program = code[..tests.unwrap_or(code.len())].to_owned();
        quoted.truncate(program.len());
        Source {
            file: file.to_owned(),
            text: text.to_owned(),
            code,
            comments,
            program,
            quoted,
            is_test,
        }
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder with that ending, sorted by path.
pub fn below(folder: &str, ending: &str) -> Vec<Source> {
    let (mut files, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for path in read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let list = if path.is_dir() { &mut folders } else { &mut files };
            list.push(path);
        }
    }
    files.sort();
    let name = |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
    let named = files.iter().map(|path| (name(path), path)).filter(|one| one.0.ends_with(ending));
    named.map(|(name, path)| Source::of(&name, &read_to_string(path).unwrap())).collect()
}

/// The number of the line at an offset.
pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// The direct contents of the block that begins the code, without what is in inner brackets.
pub fn outermost(block: &str) -> String {
    let mut depth = 0;
    let inside = block.chars().map_while(|c| {
        depth += i32::from("{([".contains(c)) - i32::from("})]".contains(c));
        (depth > 0).then_some((depth, c))
    });
    inside.filter(|(depth, _)| *depth == 1).map(|(_, c)| c).collect()
}

pub fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The path of a module in its folder of sources: "crates/rules/src/bots".
pub fn stem(file: &str) -> &str {
    let stem = file.trim_end_matches(".rs");
    let ends = ["/mod", "/lib", "/main"];
    ends.iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(stem)
}

#[derive(Clone, Copy)]
enum Kind {
    Code,
    Comment,
    Quoted,
}

/// The kind and the length of what begins here.
fn piece(before: &str, rest: &str) -> (Kind, usize) {
    let until = |end: &str, from: usize| {
        rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len())
    };
    let after_name = before.ends_with(|c| is_part_of_name(c) && c != 'b');
    let raw = rest.strip_prefix('r').filter(|_| !after_name);
    let hashes = raw.map(|raw| raw.len() - raw.trim_start_matches('#').len());
    if let Some(hashes) = hashes.filter(|hashes| rest[1 + hashes..].starts_with('"')) {
        return (Kind::Quoted, until(&format!("\"{}", "#".repeat(hashes)), hashes + 2));
    }
    let mut chars = rest.chars();
    match [chars.next(), chars.next(), chars.next()] {
        [Some('/'), Some('/'), _] => (Kind::Comment, until("\n", 2)),
        [Some('/'), Some('*'), _] => (Kind::Comment, until("*/", 2)),
        [Some('"'), ..] => {
            let closes = |(at, _): &(usize, &str)| {
                rest[..*at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0
            };
            let end = rest.match_indices('"').skip(1).find(closes);
            (Kind::Quoted, end.map_or(rest.len(), |(at, _)| at + 1))
        }
        [Some('\''), Some('\\'), _] => (Kind::Quoted, until("'", 3)),
        // A lifetime has a quote on one side only.
        [Some('\''), Some(c), Some('\'')] => (Kind::Quoted, c.len_utf8() + 2),
        _ => {
            let next = rest.char_indices().skip(1).find(|(_, c)| "/\"'r".contains(*c));
            (Kind::Code, next.map_or(rest.len(), |(at, _)| at))
        }
    }
}
