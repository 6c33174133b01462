//! Dependencies between files, with re-exports followed to the defining file. There must be no
//! cycles within a folder and no paths through a re-export inside a top folder. The layers in a
//! title, the service, the store and the log must be respected.
//!
//! Parent and child may name each other: a folder's `mod.rs` is its table of contents, and often
//! contains what its files share.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{Arrow, Modules, Path};
use super::source::Source;

/// Permitted cycles: the folder, the files, and the reason.
const ROUND: &[(&str, &[&str], &str)] = &[
    (
        "service/game",
        &["clocks", "cluster", "core", "fairness", "history", "notify", "table"],
        "the write path in `core` does what is due, notifies and begins epochs, and all of these \
         load and commit games through it",
    ),
    (
        "web",
        &["guides", "http", "pages", "routes", "shared", "view"],
        "the route table names the pages, and pages name the access checks of the table",
    ),
];

/// Re-exports that their own top folder may use: the module, the name, and the reason.
const HANDED_ON: &[(&str, &str, &str)] = &[];

/// Submodules of a top folder by layer, lowest first. A submodule may only name lower ones, and is
/// in the lowest layer that allows.
const STOREYS: &[(&str, &[&[&str]])] = &[
    (
        "log",
        &[
            &["act", "ids", "names", "span"],
            &["event", "table"],
            &["chain", "conduct", "draws", "proof", "seal"],
            &["export", "email"],
            &["evidence"],
        ],
    ),
    (
        "store",
        &[
            &["error", "ids"],
            &["sql"],
            &["post", "proof", "lists", "packed"],
            &["people", "log"],
            &["sqlite", "talk"],
            &["postgres"],
            &["moving"],
        ],
    ),
];

/// The submodules of a title, lowest layer first. A submodule may name itself and those before it.
const FLOORS: &[&str] = &[
    "things", "state", "reckon", "orders", "play", "show", "mind", "document", "about", "map",
    "mod",
];

/// All program files and their dependencies.
pub struct Plan {
    /// By module path: the modules named, each with the line of its first use.
    arrows: BTreeMap<Path, BTreeMap<Path, usize>>,
    /// Paths through re-exports inside one top folder.
    hidden: Vec<Arrow>,
}

/// All misplaced modules and cycles.
pub fn complaints(sources: &[Source]) -> Vec<String> {
    let plan = Plan::of(sources);
    [plan.circles(), plan.hidden(), plan.storeys(), plan.floors()].concat()
}

impl Plan {
    fn of(sources: &[Source]) -> Plan {
        let modules = Modules::of(sources);
        let mut arrows: BTreeMap<Path, BTreeMap<Path, usize>> =
            modules.all().map(|module| (module.clone(), BTreeMap::new())).collect();
        let mut hidden = Vec::new();
        for arrow in modules.arrows() {
            let named = arrows.entry(arrow.from.clone()).or_default();
            named.entry(arrow.to.clone()).or_insert(arrow.line);
            if arrow.is_hidden() && arrow.from[0] == arrow.to[0] {
                hidden.push(arrow);
            }
        }
        Plan { arrows, hidden }
    }

    /// Files and folders of one folder that depend on each other in a cycle.
    fn circles(&self) -> Vec<String> {
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

    /// For each folder: its files and folders, and which of the others each names.
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

    /// Paths that go through a re-export although they could name the file.
    fn hidden(&self) -> Vec<String> {
        let known = |arrow: &Arrow| {
            let (module, name) = (arrow.through.join("/"), arrow.name.as_deref());
            HANDED_ON.iter().any(|(known, part, _)| *known == module && Some(*part) == name)
        };
        let complaint = |arrow: &Arrow| {
            let (from, name) = (arrow.from.join("/"), arrow.name.clone().unwrap_or_default());
            let (through, to) = (arrow.through.join("::"), arrow.to.join("::"));
            format!("src/{from}.rs:{}: {through}::{name} is {to}::{name}: say so", arrow.line)
        };
        self.hidden.iter().filter(|arrow| !known(arrow)).map(complaint).collect()
    }

    /// Submodules in another layer than the table says.
    fn storeys(&self) -> Vec<String> {
        let folders = self.folders();
        STOREYS.iter().flat_map(|(folder, floors)| misplaced(folder, floors, &folders)).collect()
    }

    /// Submodules of titles that name a higher one, and files that belong to none.
    fn floors(&self) -> Vec<String> {
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

/// Submodules of a folder whose computed layer differs from the table.
fn misplaced(
    folder: &str,
    floors: &[&[&str]],
    folders: &BTreeMap<Path, BTreeMap<String, BTreeSet<String>>>,
) -> Vec<String> {
    let none = BTreeMap::new();
    let rooms = folders.get(&vec![folder.to_owned()]).unwrap_or(&none);
    let all: BTreeSet<&String> = rooms.keys().chain(rooms.values().flatten()).collect();
    let said = |room: &str| floors.iter().position(|floor| floor.contains(&room));
    let mut found = Vec::new();
    for room in all {
        let (is, should) = (height(rooms, room, &mut Vec::new()), said(room).map(|at| at + 1));
        if Some(is) != should {
            let below = rooms.get(room).into_iter().flatten().cloned().collect::<Vec<_>>();
            let said = should.map_or("nothing".to_owned(), |floor| floor.to_string());
            let names = below.join(", ");
            found.push(format!(
                "src/{folder}/{room}: stands on floor {is}, the table says {said}; names: {names}"
            ));
        }
    }
    found
}

/// The layer of a submodule: one above the highest that it names. Cycles are reported by another
/// check.
fn height(
    rooms: &BTreeMap<String, BTreeSet<String>>,
    room: &str,
    above: &mut Vec<String>,
) -> usize {
    if above.iter().any(|other| other == room) {
        return 0;
    }
    above.push(room.to_owned());
    let below = rooms.get(room).into_iter().flatten();
    let highest = below.map(|below| height(rooms, below, above)).max().unwrap_or(0);
    above.pop();
    highest + 1
}

/// The title of a module and its layer.
fn floor(module: &Path) -> Option<(&str, Option<usize>)> {
    let [layer, title, rest @ ..] = module.as_slice() else { return None };
    let room = rest.first().map_or("mod", String::as_str);
    let of_data = ["examples", "map"].contains(&room);
    (layer == "titles" && !of_data)
        .then(|| (title.as_str(), FLOORS.iter().position(|known| *known == room)))
}

/// Groups of modules in a cycle, each sorted by name.
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

#[test]
fn re_exports_hide_nobody() {
    let source = |path: &str, code: &str| Source::of(path.to_owned(), format!("//! x\n{code}\n"));
    let plan = Plan::of(&[
        source("src/a/mod.rs", "mod low; mod high; pub use high::top::{Peak as Summit, *};"),
        source("src/a/low/mod.rs", "mod ground; pub use ground::Stone;"),
        source("src/a/low/ground.rs", "use crate::a::{Summit, low}; pub struct Stone;"),
        source("src/a/low/sand.rs", "fn a() -> super::super::Snow { low::Stone }"),
        source("src/a/high/mod.rs", "pub mod top;"),
        source(
            "src/a/high/top.rs",
            "use crate::a::low; pub struct Peak; pub struct Snow(low::Stone);",
        ),
        source("src/b/mod.rs", "use crate::a::Summit;"),
    ]);
    assert_eq!(plan.circles(), ["src/a: high, low go round in a circle"]);
    assert_eq!(
        plan.hidden(),
        [
            "src/a/high/top.rs:2: a::low::Stone is a::low::ground::Stone: say so",
            "src/a/low/ground.rs:2: a::Summit is a::high::top::Summit: say so",
            "src/a/low/sand.rs:2: a::Snow is a::high::top::Snow: say so",
        ]
    );
}

#[test]
fn a_room_on_another_floor_than_the_table_says_is_found() {
    let source = |path: &str, code: &str| Source::of(path.to_owned(), format!("//! x\n{code}\n"));
    let plan = Plan::of(&[
        source("src/a/mod.rs", "mod low; mod mid; mod high;"),
        source("src/a/low.rs", "pub struct Low;"),
        source("src/a/mid.rs", "use super::low::Low;"),
        source("src/a/high.rs", "use super::{low, mid};"),
    ]);
    let good: &[&[&str]] = &[&["low"], &["mid"], &["high"]];
    assert_eq!(misplaced("a", good, &plan.folders()), Vec::<String>::new());
    assert_eq!(
        misplaced("a", &[&["low"], &["mid", "high"]], &plan.folders()),
        ["src/a/high: stands on floor 3, the table says 2; names: low, mid"]
    );
}

#[test]
fn a_call_of_a_method_is_a_path_in_the_service() {
    let source = |path: &str, code: &str| Source::of(path.to_owned(), format!("//! x\n{code}\n"));
    let plan = Plan::of(&[
        source("src/service/mod.rs", "mod low; mod high; pub struct Service;"),
        source("src/service/low.rs", "impl Service {\nfn low(&self) { self\n .letter(1) }\n}"),
        source("src/service/high.rs", "impl Service {\nfn letter(&self) { a.low(); a.clone() }\n}"),
        source("src/service/copy.rs", "impl Clone for A {\nfn clone(&self) {}\n}"),
        source("src/mail/one.rs", "fn a() { b.letter(); b.c(); }"),
        source("src/mail/two.rs", "fn c() { b.a(); }"),
    ]);
    assert_eq!(plan.circles(), ["src/service: high, low go round in a circle"]);
}
