//! Which file names which: no circle among the files and folders of one folder, the floors of a
//! title, and the chapters of its rules.
//!
//! Parent and child may name each other: a folder's `mod.rs` is its table of contents, and often
//! holds the words that its files share.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;

/// Circles that are there for a reason: a folder, its files that go round, and why.
const ROUND: &[(&str, &[&str], &str)] = &[(
    "titles/thingvellir/play",
    &["feud", "ride"],
    "a ride that meets Thingmen is a feud, and a feud that is over lets the ride go on: R9.9, \
     R9.15 and R10.16 of its rules name each other",
)];

/// The rooms of a title, the lowest floor first. A room names itself and what stands before it.
const FLOORS: &[&str] = &[
    "things", "state", "reckon", "orders", "play", "show", "mind", "sheet", "about", "map", "mod",
];

/// A module by its path without `crate`: `["titles", "bardagi", "play"]`.
type Path = Vec<String>;

/// All program files, and which of them each names.
pub struct Plan {
    /// By module path: the modules named, with the line of the first time.
    arrows: BTreeMap<Path, BTreeMap<Path, usize>>,
}

impl Plan {
    pub fn of(sources: &[Source]) -> Plan {
        let program = || sources.iter().filter(|source| is_program(source));
        let modules: BTreeSet<Path> = program().map(|source| module(&source.path)).collect();
        let mut arrows = BTreeMap::new();
        for source in program() {
            let own = module(&source.path);
            let mut named = BTreeMap::new();
            for (line, path) in paths(source, &own) {
                let known = (1..=path.len()).rev().map(|end| path[..end].to_vec());
                if let Some(target) = known.into_iter().find(|path| modules.contains(path))
                    && target != own
                {
                    named.entry(target).or_insert(line);
                }
            }
            arrows.insert(own, named);
        }
        Plan { arrows }
    }

    /// Files and folders of one folder that name each other round in a circle.
    pub fn circles(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (folder, rooms) in self.folders() {
            for circle in rounds(&rooms) {
                let name = folder.join("/");
                let names: Vec<&str> = circle.iter().map(String::as_str).collect();
                if !ROUND.iter().any(|(known, files, _)| *known == name && *files == names) {
                    found.push(format!("src/{name}: {} go round in a circle", names.join(", ")));
                }
            }
        }
        found
    }

    /// For each folder: its files and folders, and whom of the others each names.
    fn folders(&self) -> BTreeMap<Path, BTreeMap<String, BTreeSet<String>>> {
        let mut folders: BTreeMap<Path, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (from, named) in &self.arrows {
            for to in named.keys() {
                let common = from.iter().zip(to).take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (from.get(common), to.get(common)) {
                    let rooms = folders.entry(from[..common].to_vec()).or_default();
                    rooms.entry(one.clone()).or_default().insert(other.clone());
                }
            }
        }
        folders
    }

    /// Rooms of titles that name a room above them, and files that stand in no room.
    pub fn floors(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (from, named) in &self.arrows {
            let Some((title, own)) = floor(from) else { continue };
            if own.is_none() {
                found.push(format!("src/{}: is in none of a title's rooms", from.join("/")));
                continue;
            }
            for (to, line) in named {
                let Some((other, above)) = floor(to).filter(|(other, _)| *other == title) else {
                    continue;
                };
                if above > own && to.len() > 2 {
                    let (from, to) = (from.join("/"), to[2..].join("::"));
                    found
                        .push(format!("src/{from}.rs:{line}: {other} must not name {to} up there"));
                }
            }
        }
        found
    }
}

/// The title a module is part of, and its floor.
fn floor(module: &Path) -> Option<(&str, Option<usize>)> {
    let [layer, title, rest @ ..] = module.as_slice() else { return None };
    let room = rest.first().map_or("mod", String::as_str);
    let of_data = ["examples", "map"].contains(&room);
    (layer == "titles" && !of_data)
        .then(|| (title.as_str(), FLOORS.iter().position(|known| *known == room)))
}

fn is_program(source: &Source) -> bool {
    source.path.starts_with("src/") && source.tests_from > 0 && !source.path.ends_with("/tour.rs")
}

fn module(path: &str) -> Path {
    let path = path.trim_start_matches("src/").trim_end_matches(".rs");
    path.trim_end_matches("/mod").split('/').map(str::to_owned).collect()
}

/// Every path that the program's part of a file names, from the crate's root on, with its line.
fn paths(source: &Source, own: &Path) -> Vec<(usize, Path)> {
    let lines: Vec<&str> = source.program(&source.code).map(|(_, line)| line).collect();
    let code = lines.join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("::") {
        let before = &code[..at];
        let begin = before.rfind(|letter: char| !is_part(letter)).map_or(0, |end| end + 1);
        let word = &before[begin..];
        let first = !before[..begin].ends_with("::");
        if !first || !["crate", "super", "self"].contains(&word) {
            continue;
        }
        let line = before.matches('\n').count() + 1;
        let base = match word {
            "crate" => Vec::new(),
            "self" => own.clone(),
            _ => own[..own.len() - 1].to_vec(),
        };
        tree(&code[at + 2..], base, &mut |path| found.push((line, path)));
    }
    found
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Walks a path, or a list of paths in braces, and gives each from the root on. Gives what follows.
fn tree<'c>(code: &'c str, base: Path, give: &mut impl FnMut(Path)) -> &'c str {
    let code = code.trim_start();
    if let Some(mut rest) = code.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') && !rest.trim_start().is_empty() {
            rest = tree(rest, base.clone(), give).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest);
        }
        return rest.trim_start().strip_prefix('}').unwrap_or_default();
    }
    let end = code.find(|letter: char| !is_part(letter)).unwrap_or(code.len());
    let (word, rest) = code.split_at(end);
    let mut path = base;
    match word {
        "super" => {
            path.pop();
        }
        "self" => {}
        word => path.push(word.to_owned()),
    }
    match rest.strip_prefix("::") {
        Some(rest) if end > 0 => tree(rest, path, give),
        _ => {
            give(path);
            // `as other` is no path of its own; a letter that belongs to none is passed over.
            let rest =
                rest.strip_prefix(" as ").map_or(rest, |rest| rest.trim_start_matches(is_part));
            if end == 0 { rest.get(1..).unwrap_or_default() } else { rest }
        }
    }
}

/// Groups that name each other round in a circle, each in order of name.
fn rounds(rooms: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reach = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(next) = open.pop() {
            for to in rooms.get(&next).into_iter().flatten() {
                if seen.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        rooms.keys().map(|room| (room, reach(room))).collect();
    let mut groups: BTreeSet<Vec<String>> = BTreeSet::new();
    for (room, far) in &reached {
        let back = |other: &&String| reached.get(other).is_some_and(|far| far.contains(*room));
        let group: Vec<String> = far.iter().filter(back).cloned().collect();
        if group.len() > 1 {
            groups.insert(group);
        }
    }
    groups.into_iter().collect()
}

#[test]
fn circles_and_floors_are_found() {
    let source = |path: &str, code: &str| Source::of(path.to_owned(), format!("//! x\n{code}\n"));
    let plan = Plan::of(&[
        source("src/a/mod.rs", "mod b; mod c; mod d; use self::b::x;"),
        source("src/a/b.rs", "use super::{c::{self, y}, z as w, d};"),
        source("src/a/c.rs", "fn a() { super::d::go(); }"),
        source("src/a/d.rs", "use crate::a::b;"),
        source("src/titles/t/mod.rs", "mod play;"),
        source("src/titles/t/state/apply.rs", "use super::super::play::run;"),
        source("src/titles/t/play/run.rs", "use super::super::{state, Title};"),
        source("src/titles/t/state/mod.rs", ""),
        source("src/titles/t/odd.rs", ""),
    ]);
    assert_eq!(
        plan.circles(),
        ["src/a: b, c, d go round in a circle", "src/titles/t: play, state go round in a circle"]
    );
    assert_eq!(
        plan.floors(),
        [
            "src/titles/t/odd: is in none of a title's rooms",
            "src/titles/t/state/apply.rs:2: t must not name play::run up there",
        ]
    );
}
