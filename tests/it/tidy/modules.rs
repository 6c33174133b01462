//! Dependencies between modules. Files and folders of one folder do not depend on each other in a
//! cycle, paths name the file that defines a name, and the folders of a title have an order.
//!
//! Parent and child may name each other: a folder's `mod.rs` is its table of contents, and often
//! contains what its files share.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Source, is_part_of_name, line_of, stem};

/// The crate's folder, then the modules in it: `["crates/rules/src", "bots"]`.
type Path = Vec<String>;

/// The folders of a title, lowest first. A folder may name itself and those before it.
const ORDER: &[&str] = &[
    "things", "state", "reckon", "orders", "play", "show", "mind", "document", "examples", "about",
    "map", "lib",
];

/// Keywords before the names of a module's items.
const ITEMS: &[&str] =
    &["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules!"];

struct Module<'s> {
    source: &'s Source,
    /// The names of the items defined here.
    items: BTreeSet<&'s str>,
    /// The paths of its imports.
    imports: Vec<Path>,
    /// The paths that begin with `crate` or `super`, from the crate's folder, with their lines.
    paths: Vec<(usize, Path)>,
}

type Modules<'s> = BTreeMap<Path, Module<'s>>;

pub fn complaints(sources: &[Source]) -> Vec<String> {
    // The program may only name its library.
    let program = |source: &&Source| !source.is_test && source.file != "src/main.rs";
    let modules: Modules = sources.iter().filter(program).filter_map(read).collect();
    let mut found = cycles(&modules);
    for (from, module) in &modules {
        let file = &module.source.file;
        if is_of_title(from) && order(from).is_none() {
            found.push(format!("{file}: is in no folder that titles have"));
        }
        let named = module.paths.iter().filter_map(|(line, path)| {
            let to = longest(&modules, path).filter(|to| to != from)?;
            Some((line, re_export(&modules, path, &to).or_else(|| misplaced(from, &to))?))
        });
        found.extend(named.map(|(line, what)| format!("{file}:{line}: {what}")));
    }
    found
}

/// For each folder, those of its files and folders that name each other in a cycle.
fn cycles(modules: &Modules) -> Vec<String> {
    let mut folders: BTreeMap<&[String], BTreeMap<&String, BTreeSet<String>>> = BTreeMap::new();
    for (from, module) in modules {
        for to in module.paths.iter().filter_map(|(_, path)| longest(modules, path)) {
            let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (from.get(common), to.get(common)) {
                let files = folders.entry(&from[..common]).or_default();
                files.entry(one).or_default().insert(other.clone());
            }
        }
    }
    let mut found = Vec::new();
    for (folder, mut files) in folders {
        // Whatever names or is named by no other is in no cycle.
        let mut before = 0;
        while before != files.len() {
            before = files.len();
            let names: BTreeSet<String> = files.keys().copied().cloned().collect();
            let named: BTreeSet<String> = files.values().flatten().cloned().collect();
            files.retain(|one, others| named.contains(*one) && !others.is_disjoint(&names));
        }
        if !files.is_empty() {
            let names: Vec<&str> = files.keys().map(|name| name.as_str()).collect();
            let (folder, names) = (folder.join("/"), names.join(", "));
            found.push(format!("{folder}: {names} name each other in a cycle"));
        }
    }
    found
}

/// A complaint about a name that another file defines. The path would hide the dependency.
fn re_export(modules: &Modules, path: &Path, to: &Path) -> Option<String> {
    let (name, through) = (path.get(to.len())?, &modules[to]);
    let own = |import: &&Path| {
        let child = [to, &import[..1]].concat();
        let first = import[0].as_str();
        import.last() == Some(name)
            && (["crate", "self", "super"].contains(&first) || modules.contains_key(&child))
    };
    let import = through.imports.iter().find(own)?;
    let only = !through.items.contains(name.as_str());
    let (file, import) = (&through.source.file, import.join("::"));
    only.then(|| format!("{file} only imports {import}: name its file"))
}

/// A complaint about a folder of a title that names a later one.
fn misplaced(from: &Path, to: &Path) -> Option<String> {
    let later = is_of_title(to) && to.len() > 1 && order(to) > order(from);
    later.then(|| format!("names {}, which comes later", to[1..].join("::")))
}

fn is_of_title(path: &Path) -> bool {
    path[0].starts_with("crates/titles/")
}

/// The position of a module in the order of a title's folders.
fn order(path: &Path) -> Option<usize> {
    let folder = path.get(1).map_or("lib", String::as_str);
    ORDER.iter().position(|known| *known == folder)
}

/// The longest beginning of a path that is a module.
fn longest(modules: &Modules, path: &[String]) -> Option<Path> {
    let mut lengths = (1..=path.len()).rev();
    lengths.find(|length| modules.contains_key(&path[..*length])).map(|end| path[..end].to_vec())
}

fn read(source: &Source) -> Option<(Path, Module<'_>)> {
    let depth = source.file.split_once("src/")?.0.matches('/').count() + 1;
    let mut parts: Vec<String> = stem(&source.file).split('/').map(str::to_owned).collect();
    // Each program is a crate of its own.
    let depth = if parts.get(depth).is_some_and(|part| part == "bin") { depth + 2 } else { depth };
    let names = parts.split_off(depth);
    let own: Path = std::iter::once(parts.join("/")).chain(names).collect();
    let code = source.program.as_str();
    let words: Vec<&str> = code.split_whitespace().collect();
    let named = words.windows(2).filter(|pair| ITEMS.contains(&pair[0]));
    let items = named.map(|pair| first_name(pair[1])).collect();
    let mut imports = Vec::new();
    for (at, _) in code.match_indices("use ") {
        tree(&code[at + 4..], &[], &mut imports);
    }
    let mut paths = Vec::new();
    let starts = code.match_indices("crate::").chain(code.match_indices("super::"));
    let begins = |at: &usize| !code[..*at].ends_with(|c| is_part_of_name(c) || ":$".contains(c));
    for at in starts.map(|(at, _)| at).filter(begins) {
        let mut found = Vec::new();
        tree(&code[at..], &[], &mut found);
        let line = line_of(code, at);
        paths.extend(found.iter().map(|path| (line, absolute(&own, path))));
    }
    Some((own, Module { source, items, imports, paths }))
}

/// The path from the crate's folder.
fn absolute(own: &Path, path: &[String]) -> Path {
    let up = path.iter().take_while(|part| *part == "super").count();
    let base = if up == 0 { &own[..1] } else { &own[..own.len().saturating_sub(up)] };
    [base, &path[up.max(1)..]].concat()
}

/// Reads a path, or a list of paths in braces. Returns the rest of the code.
fn tree<'c>(code: &'c str, base: &[String], found: &mut Vec<Path>) -> &'c str {
    let code = code.trim_start();
    if let Some(mut rest) = code.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') && !rest.is_empty() {
            rest = tree(rest, base, found).trim_start();
            let Some(more) = rest.strip_prefix(',') else { break };
            rest = more.trim_start();
        }
        return rest.strip_prefix('}').unwrap_or_default();
    }
    let word = first_name(code);
    let mut path = base.to_vec();
    path.extend((!word.is_empty() && (word != "self" || base.is_empty())).then(|| word.to_owned()));
    let rest = &code[word.len()..];
    match rest.strip_prefix("::") {
        Some(rest) => tree(rest, &path, found),
        None => {
            found.extend(Some(path).filter(|path| !path.is_empty()));
            let alias = rest.strip_prefix(" as ").map(|rest| &rest[first_name(rest).len()..]);
            alias.unwrap_or(rest)
        }
    }
}

fn first_name(text: &str) -> &str {
    &text[..text.find(|c| !is_part_of_name(c)).unwrap_or(text.len())]
}

#[test]
fn planted_dependencies_are_found() {
    let source = |path: &str, code: &str| Source::of(path, &format!("//! x\n{code}\n"));
    let sources = [
        source("src/a/mod.rs", "mod b; mod c; mod d; use self::b::x; pub use low::Stone;"),
        source("src/a/b.rs", "use super::{c::{self, y}, z as w, d};"),
        source("src/a/c.rs", "fn a() { super::d::go(); }"),
        source("src/a/d.rs", "use crate::a::b;"),
        source("src/a/low.rs", "pub struct Stone;"),
        source("src/e.rs", "fn a(_: crate::a::Stone) {}"),
        source("crates/titles/t/src/state/apply.rs", "use super::super::play::run;"),
        source("crates/titles/t/src/play/run.rs", "use crate::state::apply;"),
        source("crates/titles/t/src/odd.rs", ""),
    ];
    assert_eq!(
        complaints(&sources),
        [
            "crates/titles/t/src: play, state name each other in a cycle",
            "src/a: b, c, d name each other in a cycle",
            "crates/titles/t/src/odd.rs: is in no folder that titles have",
            "crates/titles/t/src/state/apply.rs:2: names play::run, which comes later",
            "src/e.rs:2: src/a/mod.rs only imports low::Stone: name its file",
        ]
    );
}
