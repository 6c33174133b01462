//! Every parameter has its own name and type: a tuple hides the meaning, and two of its numbers can
//! be swapped unnoticed.

use super::source::Source;

/// Functions that take an anonymous tuple, by their first lines.
pub fn tuples(source: &Source) -> Vec<String> {
    let code = &source.code;
    let functions = code
        .match_indices("fn ")
        .filter(|(at, _)| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    let mut found = Vec::new();
    for (at, _) in functions {
        let Some(list) = parameters(&code[at..]) else { continue };
        for parameter in parts(list).into_iter().filter(|one| takes_tuple(one)) {
            let line = code[..at].matches('\n').count() + 1;
            let words: Vec<&str> = parameter.split_whitespace().collect();
            found.push(source.says(line, format!("takes a tuple: {}", words.join(" "))));
        }
    }
    found
}

/// The parameter list of a function that begins here; `None` for a function type.
fn parameters(function: &str) -> Option<&str> {
    let name = function["fn ".len()..].trim_start();
    let after = name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    if after.len() == name.len() {
        return None;
    }
    let list = match after.starts_with('<') {
        true => after[ends(after)? + 1..].trim_start(),
        false => after.trim_start(),
    };
    Some(&list.strip_prefix('(')?[..ends(list)? - 1])
}

/// The position where the text's first bracket is closed.
fn ends(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut before = ' ';
    for (at, email) in text.char_indices() {
        depth += step(before, email);
        if depth == 0 {
            return Some(at);
        }
        before = email;
    }
    None
}

/// The change of bracket depth at a character. The `>` of an arrow closes nothing.
fn step(before: char, c: char) -> i32 {
    match c {
        '(' | '[' | '{' | '<' => 1,
        '>' if before == '-' || before == '=' => 0,
        ')' | ']' | '}' | '>' => -1,
        _ => 0,
    }
}

/// Splits a list into parameters.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from, mut before) = (Vec::new(), 0, 0, ' ');
    for (at, email) in list.char_indices() {
        depth += step(before, email);
        if email == ',' && depth == 0 {
            parts.push(&list[from..at]);
            from = at + 1;
        }
        before = email;
    }
    parts.push(&list[from..]);
    parts
}

/// Whether the type after the colon is a tuple or a reference to one.
fn takes_tuple(parameter: &str) -> bool {
    let mut depth = 0;
    let colon = parameter.char_indices().find(|(_, email)| {
        depth += step(' ', *email);
        *email == ':' && depth == 0
    });
    let Some((at, _)) = colon else { return false };
    let kind = parameter[at + 1..].trim_start_matches(['&', ' ', '\n']);
    let kind = kind.strip_prefix("mut ").unwrap_or(kind).trim();
    kind.starts_with('(') && !kind.starts_with("()") && !kind.starts_with("(dyn ")
}

#[test]
fn planted_tuples_are_found() {
    let planted = "fn a((x, y): (u8, u8)) {}\nfn b<T: Fn(u8) -> u8>(f: T, at: &(u8, T)) {}\n\
                   fn c(f: fn((u8, u8)) -> u8, x: (), e: &(dyn Fn() + Send)) {}\n";
    let source = Source::of("src/web/x.rs".to_owned(), planted.to_owned());
    let found = tuples(&source);
    assert_eq!(found.len(), 2, "{found:?}");
}
