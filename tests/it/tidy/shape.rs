//! Lengths, the `//!` head, and files that are not compiled.

use super::source::{Source, root};

const LONGEST_FILE: usize = 400;
/// A test may be longer than a function, but not without limit.
const LONGEST_TEST: usize = 600;
const LONGEST_FUNCTION: usize = 70;
const WIDEST_LINE: usize = 100;

/// What is too long, and files without a `//!` head.
pub fn complaints(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    if !source.text.starts_with("//! ") {
        found.push(source.says(1, "must begin with //! and what it is for"));
    }
    let lines = source.text.lines().count();
    let most = if source.tests_from == 0 { LONGEST_TEST } else { LONGEST_FILE };
    if lines > most {
        found.push(source.says(lines, format!("is {lines} lines long: split it by subject")));
    }
    for (at, line) in source.text.lines().enumerate() {
        let width = line.chars().count();
        if width > WIDEST_LINE {
            found.push(source.says(at + 1, format!("is {width} columns wide")));
        }
    }
    found.extend(long_functions(source));
    found
}

/// Functions with too many lines of code; blank lines and comments do not count, as in clippy.
fn long_functions(source: &Source) -> Vec<String> {
    let code = &source.code;
    let mut found = Vec::new();
    for (start, _) in code.match_indices("fn ") {
        let starts_word = code[..start].chars().next_back().is_none_or(char::is_whitespace);
        let Some(open) = code[start..].find(['{', ';']).map(|at| start + at) else { continue };
        if !starts_word || code[open..].starts_with(';') {
            continue;
        }
        let body = &code[open..open + body_length(&code[open..])];
        let lines = body.lines().filter(|line| !line.trim().is_empty()).count();
        if lines > LONGEST_FUNCTION + 2 {
            let number = code[..start].matches('\n').count() + 1;
            found.push(source.says(number, format!("has {lines} lines of code: cut it up")));
        }
    }
    found
}

fn body_length(code: &str) -> usize {
    let mut depth = 0;
    for (at, email) in code.char_indices() {
        match email {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// A file without a `mod` declaration is silently not compiled.
pub fn unreachable(source: &Source) -> Vec<String> {
    let (folder, file) = source.file.rsplit_once('/').unwrap();
    // Integration tests of a crate are programs of one file each.
    let own = folder.starts_with("crates/") || folder.starts_with("examples/");
    let alone = own && !folder.contains("/src");
    if file == "lib.rs" || file == "main.rs" || alone {
        return Vec::new();
    }
    let (folder, name) = match file {
        "mod.rs" => folder.rsplit_once('/').unwrap(),
        file => (folder, file.strip_suffix(".rs").unwrap()),
    };
    let parents = ["/mod.rs", "/lib.rs", "/main.rs", ".rs"].map(|end| format!("{folder}{end}"));
    let named = parents.iter().filter_map(|path| std::fs::read_to_string(root().join(path)).ok());
    let line = format!("mod {name};");
    if named.into_iter().any(|text| text.contains(&line)) {
        Vec::new()
    } else {
        vec![source.says(1, format!("is not compiled: nobody says `{line}`"))]
    }
}

#[test]
fn what_is_too_long_is_found() {
    let long = format!("//! x\nfn a() {{\n{}}}\nfn b() {{}}\n", "    a();\n".repeat(71));
    let source = Source::of("src/rules/x.rs".to_owned(), long);
    assert_eq!(complaints(&source), ["src/rules/x.rs:2: has 73 lines of code: cut it up"]);
    let wide = Source::of("src/rules/x.rs".to_owned(), format!("use a;\n//{}", "-".repeat(99)));
    assert_eq!(complaints(&wide).len(), 2);
    let file = |path: &str| Source::of(path.to_owned(), format!("//! x\n{}", "\n".repeat(400)));
    assert_eq!(
        complaints(&file("src/rules/x.rs")),
        ["src/rules/x.rs:401: is 401 lines long: split it by subject"]
    );
    assert!(complaints(&file("tests/it/x.rs")).is_empty(), "a test may be longer");
}
