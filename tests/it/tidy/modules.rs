//! Dependencies between modules. Files and folders of one folder do not depend on each other in a
//! cycle, paths name the file that defines a name, and the folders of a title have an order.
//!
//! Parent and child may name each other: a folder's `mod.rs` is its table of contents, and often
//! contains what its files share.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Source, is_part_of_name};

/// The crate's folder, then the modules in it: `["crates/rules/src", "bots"]`.
type Path = Vec<String>;

/// The folders of a title, lowest first. A folder may name itself and those before it.
const ORDER: &[&str] = &[
    "things", "state", "reckon", "orders", "play", "show", "mind", "document", "about", "map",
    "lib",
];

/// Keywords before the names of a module's items.
const ITEMS: &[&str] =
    &["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules!"];

#[derive(Default)]
struct Module {
    file: String,
    /// The names of the items defined here.
    items: BTreeSet<String>,
    /// The paths of its imports.
    imports: Vec<Path>,
    /// The paths that begin with `crate` or `super`, from the crate's folder, with their lines.
    paths: Vec<(usize, Path)>,
}

type Modules = BTreeMap<Path, Module>;

/// For each folder: its files and folders, and which of the others each names.
type Folders = BTreeMap<Path, BTreeMap<String, BTreeSet<String>>>;

pub fn complaints(sources: &[Source]) -> Vec<String> {
    // The program may only name its library.
    let program = |source: &&Source| !source.is_test() && source.file != "src/main.rs";
    let modules: Modules = sources.iter().filter(program).filter_map(read).collect();
    let mut found = cycles(&modules);
    for (from, module) in &modules {
        if order(from).is_some_and(|own| own.is_none()) {
            found.push(format!("{}:1: is in no folder that titles have", module.file));
        }
        let named = module.paths.iter().filter_map(|(line, path)| {
            let to = longest(&modules, path).filter(|to| to != from)?;
            Some((line, re_export(&modules, path, &to).or_else(|| misplaced(from, &to))?))
        });
        found.extend(named.map(|(line, what)| format!("{}:{line}: {what}", module.file)));
    }
    found
}

fn cycles(modules: &Modules) -> Vec<String> {
    let mut folders = Folders::new();
    for (from, module) in modules {
        for to in module.paths.iter().filter_map(|(_, path)| longest(modules, path)) {
            let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (from.get(common), to.get(common)) {
                let files = folders.entry(from[..common].to_vec()).or_default();
                files.entry(one.clone()).or_default().insert(other.clone());
            }
        }
    }
    let mut found = Vec::new();
    for (folder, files) in folders {
        let (folder, reached) = (folder.join("/"), reached(&files));
        let mutual = |one: &String| -> Vec<String> {
            let back = |other: &&String| reached.get(*other).is_some_and(|far| far.contains(one));
            reached[one].iter().filter(back).cloned().collect()
        };
        let groups: BTreeSet<Vec<String>> = reached.keys().map(mutual).collect();
        let names = groups.iter().filter(|group| group.len() > 1).map(|group| group.join(", "));
        found.extend(names.map(|names| format!("{folder}: {names} name each other in a cycle")));
    }
    found
}

/// What each file or folder names, directly or through others.
fn reached(files: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    let far = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            let named = files.get(next).into_iter().flatten();
            open.extend(named.filter(|to| seen.insert((*to).clone())));
        }
        seen
    };
    files.keys().map(|from| (from.clone(), far(from))).collect()
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
    let import = through.imports.iter().find(own).filter(|_| !through.items.contains(name))?;
    Some(format!("{} only imports {}: name its file", through.file, import.join("::")))
}

/// A complaint about a folder of a title that names a later one.
fn misplaced(from: &Path, to: &Path) -> Option<String> {
    let later = to.len() > 1 && order(to)? > order(from)?;
    later.then(|| format!("names {}, which comes later", to[1..].join("::")))
}

/// The position of a title's module in the order of its folders: `Some(None)` if it has none, and
/// `None` for modules of other crates and for worked examples.
fn order(path: &Path) -> Option<Option<usize>> {
    let folder = path.get(1).map_or("lib", String::as_str);
    let ordered = path[0].starts_with("crates/titles/") && folder != "examples";
    ordered.then(|| ORDER.iter().position(|known| *known == folder))
}

/// The longest beginning of a path that is a module.
fn longest(modules: &Modules, path: &[String]) -> Option<Path> {
    let mut lengths = (1..=path.len()).rev();
    lengths.find(|length| modules.contains_key(&path[..*length])).map(|end| path[..end].to_vec())
}

fn read(source: &Source) -> Option<(Path, Module)> {
    let (folder, rest) = source.file.split_once("src/")?;
    // Each program is a crate of its own.
    let (folder, rest) = match rest.strip_prefix("bin/").and_then(|it| it.split_once('/')) {
        Some((name, rest)) => (format!("{folder}src/bin/{name}"), rest),
        None => (format!("{folder}src"), rest),
    };
    let parts = rest.trim_end_matches(".rs").split('/').map(str::to_owned);
    let mut own: Path = std::iter::once(folder).chain(parts).collect();
    own.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
    let code = source.program_code();
    let words: Vec<&str> = code.split_whitespace().collect();
    let named = words.windows(2).filter(|pair| ITEMS.contains(&pair[0]));
    let items = named.map(|pair| first_name(pair[1]).to_owned()).collect();
    let mut imports = Vec::new();
    for (at, _) in code.match_indices("use ") {
        tree(&code[at + 4..], &[], &mut imports);
    }
    let line_ends: Vec<usize> = code.match_indices('\n').map(|(at, _)| at).collect();
    let mut paths = Vec::new();
    let starts = code.match_indices("crate::").chain(code.match_indices("super::"));
    let begins = |at: &usize| !code[..*at].ends_with(|c| is_part_of_name(c) || ":$".contains(c));
    for at in starts.map(|(at, _)| at).filter(begins) {
        let mut found = Vec::new();
        tree(&code[at..], &[], &mut found);
        let line = line_ends.partition_point(|end| *end < at) + 1;
        paths.extend(found.iter().map(|path| (line, absolute(&own, path))));
    }
    Some((own, Module { file: source.file.clone(), items, imports, paths }))
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
    let source = |path: &str, code: &str| Source::of(path, format!("//! x\n{code}\n"));
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
            "crates/titles/t/src/odd.rs:1: is in no folder that titles have",
            "crates/titles/t/src/state/apply.rs:2: names play::run, which comes later",
            "src/e.rs:2: src/a/mod.rs only imports low::Stone: name its file",
        ]
    );
}
