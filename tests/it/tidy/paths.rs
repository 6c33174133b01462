//! Resolves each path to a module. Re-exports are followed to the file that defines the name, so
//! that they cannot hide a dependency.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;

/// A module path without `crate`: `["titles", "bardagi", "play"]`.
pub type Path = Vec<String>;

/// The maximum number of re-exports in a row that are followed.
const DEPTH: usize = 12;

/// Keywords before the names of a module's items.
const ITEMS: &[&str] =
    &["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules!"];

/// A type with methods in all submodules of its top folder. A call of such a method from another
/// submodule counts as a path to the defining file, because it would otherwise be an invisible
/// dependency.
const IN_ALL_ROOMS: (&str, &str) = ("service", "impl Service {");

/// A path in a module and its target.
pub struct Arrow {
    pub from: Path,
    pub line: usize,
    /// The module in which the path looks the name up.
    pub through: Path,
    /// The name that it looks up there; `None` if the path ends at the module itself.
    pub name: Option<String>,
    /// The module that defines it.
    pub to: Path,
}

impl Arrow {
    /// Whether the path goes through a re-export.
    pub fn is_hidden(&self) -> bool {
        self.through != self.to
    }
}

/// The names and re-exports of a module.
#[derive(Default)]
struct Module {
    /// Names imported with `use`, by their local names. Other modules can find them here.
    names: BTreeMap<String, Path>,
    /// Modules imported with a glob.
    globs: Vec<Path>,
    /// Items defined here.
    items: BTreeSet<String>,
    /// All paths with their lines, from the crate's root.
    paths: Vec<(usize, Path)>,
    /// The functions defined here, with repetitions, and whether each is a method of
    /// [`IN_ALL_ROOMS`].
    functions: Vec<(String, bool)>,
    /// Method calls with their lines.
    calls: Vec<(usize, String)>,
}

/// All program files as modules.
pub struct Modules(BTreeMap<Path, Module>);

impl Modules {
    pub fn of(sources: &[Source]) -> Modules {
        let program = || sources.iter().filter(|source| is_program(source));
        let all: BTreeSet<Path> = program().map(|source| module(&source.path)).collect();
        let read = |source: &Source| {
            let own = module(&source.path);
            let lines: Vec<&str> = source.program(&source.code).map(|(_, line)| line).collect();
            let read = Reading::of(&own, &all, &lines.join("\n")).module();
            (own, read)
        };
        Modules(program().map(read).collect())
    }

    pub fn all(&self) -> impl Iterator<Item = &Path> {
        self.0.keys()
    }

    /// Every path to another module of the program.
    pub fn arrows(&self) -> Vec<Arrow> {
        let mut arrows = Vec::new();
        for (from, module) in &self.0 {
            for (line, path) in &module.paths {
                let Some(through) = self.literal(path) else { continue };
                let Some(to) = self.resolve(path, 0).filter(|to| to != from) else { continue };
                let name = path.get(through.len()).cloned();
                arrows.push(Arrow { from: from.clone(), line: *line, through, name, to });
            }
        }
        arrows.extend(self.called());
        arrows
    }

    /// Method calls between submodules, for method names that occur only once in the program.
    fn called(&self) -> Vec<Arrow> {
        let mut homes: BTreeMap<&str, Vec<(&Path, bool)>> = BTreeMap::new();
        for (path, module) in &self.0 {
            for (name, counts) in &module.functions {
                homes.entry(name).or_default().push((path, *counts));
            }
        }
        let mut arrows = Vec::new();
        let inside = |path: &Path| path[0] == IN_ALL_ROOMS.0 && path.len() > 1;
        for (from, module) in self.0.iter().filter(|(path, _)| inside(path)) {
            for (line, call) in &module.calls {
                let home = homes.get(call.as_str()).map_or(&[][..], Vec::as_slice);
                let [(to, true)] = *home else { continue };
                if inside(to) && to[1] != from[1] {
                    let (from, to, name) = (from.clone(), to.clone(), Some(call.clone()));
                    arrows.push(Arrow { from, line: *line, through: to.clone(), name, to });
                }
            }
        }
        arrows
    }

    /// The longest prefix of a path that is a module.
    fn literal(&self, path: &[String]) -> Option<Path> {
        let known = (1..=path.len()).rev().map(|end| &path[..end]);
        known.into_iter().find(|path| self.0.contains_key(*path)).map(<[String]>::to_vec)
    }

    /// The module that a path leads to, through all re-exports.
    fn resolve(&self, path: &[String], depth: usize) -> Option<Path> {
        let at = self.literal(path)?;
        let (Some(name), true) = (path.get(at.len()), depth < DEPTH) else { return Some(at) };
        let rest = &path[at.len() + 1..];
        let onward = |base: &Path, with: &[String]| [base.as_slice(), with, rest].concat();
        let module = &self.0[&at];
        // A function may have the same name as an imported module.
        let brought = module.names.get(name);
        let brought = brought.filter(|_| !rest.is_empty() || !module.items.contains(name));
        let next = match brought {
            Some(target) => Some(onward(target, &[])),
            None if module.items.contains(name) => None,
            None => {
                let glob = module.globs.iter().find(|glob| self.defines(glob, name, depth));
                glob.map(|glob| onward(glob, std::slice::from_ref(name)))
            }
        };
        match next.filter(|next| next != path) {
            Some(next) => self.resolve(&next, depth + 1),
            None => Some(at),
        }
    }

    fn defines(&self, glob: &Path, name: &str, depth: usize) -> bool {
        let Some(module) = self.0.get(glob).filter(|_| depth < DEPTH) else { return false };
        module.items.contains(name)
            || module.names.contains_key(name)
            || self.0.contains_key(&[glob.as_slice(), &[name.to_owned()]].concat())
            || module.globs.iter().any(|glob| self.defines(glob, name, depth + 1))
    }
}

fn is_program(source: &Source) -> bool {
    source.path.starts_with("src/") && source.tests_from > 0 && !source.path.ends_with("/tour.rs")
}

fn module(path: &str) -> Path {
    let path = path.trim_start_matches("src/").trim_end_matches(".rs");
    path.trim_end_matches("/mod").split('/').map(str::to_owned).collect()
}

/// The state of reading the paths in a file's code.
struct Reading<'c> {
    own: &'c Path,
    all: &'c BTreeSet<Path>,
    code: &'c str,
    /// The offsets of the lines.
    lines: Vec<usize>,
}

impl<'c> Reading<'c> {
    fn of(own: &'c Path, all: &'c BTreeSet<Path>, code: &'c str) -> Reading<'c> {
        let begins = code.match_indices('\n').map(|(at, _)| at + 1);
        Reading { own, all, code, lines: std::iter::once(0).chain(begins).collect() }
    }

    fn module(&self) -> Module {
        let mut module = Module::default();
        let mut imports = Vec::new();
        for (start, end) in statements(self.code) {
            let mut leaves = Vec::new();
            tree(&self.code[start..end], &[], &mut leaves);
            imports.push((start, end, leaves));
        }
        // Imports may depend on each other in any order.
        for _ in 0..2 {
            for (raw, alias) in imports.iter().flat_map(|(_, _, leaves)| leaves) {
                let Some(path) = self.whole(raw, &module.names) else { continue };
                match alias.as_str() {
                    "*" => module.globs.push(path),
                    _ => drop(module.names.insert(alias.clone(), path)),
                }
            }
        }
        for (start, _, leaves) in &imports {
            let found = leaves.iter().filter_map(|(raw, _)| self.whole(raw, &module.names));
            module.paths.extend(found.map(|path| (self.line(*start), path)));
        }
        let aside: Vec<(usize, usize)> = imports.iter().map(|(from, to, _)| (*from, *to)).collect();
        let inline = self.inline(&aside, &module.names);
        module.paths.extend(inline);
        module.items = self.items();
        module.functions = self.functions();
        if self.own[0] == IN_ALL_ROOMS.0 {
            module.calls = self.calls();
        }
        module
    }

    fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|begin| *begin <= at)
    }

    /// The path from the crate's root; `None` for paths into other crates.
    fn whole(&self, raw: &[String], names: &BTreeMap<String, Path>) -> Option<Path> {
        let first = raw.first()?;
        let base = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.own.clone(),
            "super" => {
                let up = raw.iter().take_while(|part| *part == "super").count();
                let base = self.own.get(..self.own.len().checked_sub(up)?)?;
                return Some([base, &raw[up..]].concat());
            }
            _ => {
                let child = [self.own.as_slice(), &raw[..1]].concat();
                let known = names.get(first).filter(|path| self.all.contains(*path));
                let base = if self.all.contains(&child) { Some(&child) } else { known };
                return base.map(|base| [base.as_slice(), &raw[1..]].concat());
            }
        };
        Some([base.as_slice(), &raw[1..]].concat())
    }

    /// Paths outside imports.
    fn inline(
        &self,
        aside: &[(usize, usize)],
        names: &BTreeMap<String, Path>,
    ) -> Vec<(usize, Path)> {
        let mut found = Vec::new();
        for (at, _) in self.code.match_indices("::") {
            let before = &self.code[..at];
            let begin = before
                .rfind(|c: char| !is_part(c))
                .map_or(0, |end| end + before[end..].chars().next().map_or(1, char::len_utf8));
            let first = !before[..begin].ends_with("::") && begin < at;
            if !first || aside.iter().any(|(from, to)| (*from..*to).contains(&at)) {
                continue;
            }
            let mut raw = vec![before[begin..].to_owned()];
            let mut rest = &self.code[at..];
            while let Some(next) = rest.strip_prefix("::") {
                let end = next.find(|c: char| !is_part(c)).unwrap_or(next.len());
                if end == 0 {
                    break;
                }
                raw.push(next[..end].to_owned());
                rest = &next[end..];
            }
            found.extend(self.whole(&raw, names).map(|path| (self.line(at), path)));
        }
        found
    }

    fn functions(&self) -> Vec<(String, bool)> {
        let (mut found, mut counts) = (Vec::new(), false);
        for line in self.code.lines() {
            counts = line.starts_with(IN_ALL_ROOMS.1) || counts && !line.starts_with('}');
            let words: Vec<&str> = line.split_whitespace().collect();
            let named = words.windows(2).filter(|pair| pair[0] == "fn");
            found.extend(named.map(|pair| (first_word(pair[1]), counts)));
        }
        found
    }

    fn calls(&self) -> Vec<(usize, String)> {
        let dots = self.code.match_indices('.');
        let name = |at: usize| first_word(self.code[at + 1..].trim_start());
        let called = |at: usize, name: &str| {
            let rest = self.code[at + 1..].trim_start()[name.len()..].trim_start();
            !name.is_empty() && (rest.starts_with('(') || rest.starts_with("::<"))
        };
        let calls = dots.map(|(at, _)| (at, name(at))).filter(|(at, name)| called(*at, name));
        calls.map(|(at, name)| (self.line(at), name)).collect()
    }

    /// Items defined in the file, at any depth.
    fn items(&self) -> BTreeSet<String> {
        let words: Vec<&str> = self.code.split_whitespace().collect();
        let named = words.windows(2).filter(|pair| ITEMS.contains(&pair[0]));
        named.map(|pair| first_word(pair[1])).collect()
    }
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|c| is_part(*c)).collect()
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The ranges of the trees in `use` statements.
fn statements(code: &str) -> Vec<(usize, usize)> {
    let begins = |at: &usize| {
        let before = code[..*at].chars().next_back();
        before.is_none_or(|c| c.is_whitespace() || ";{}".contains(c))
    };
    let starts = code.match_indices("use ").map(|(at, _)| at).filter(begins);
    let whole = |at| Some((at + 4, at + code[at..].find(';')?));
    starts.filter_map(whole).collect()
}

/// Walks a path, or a list of paths in braces, and collects each with its local name. Returns the
/// rest of the code.
fn tree<'c>(code: &'c str, base: &[String], give: &mut Vec<(Path, String)>) -> &'c str {
    let code = code.trim_start();
    if let Some(mut rest) = code.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') && !rest.trim_start().is_empty() {
            rest = tree(rest, base, give).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest);
        }
        return rest.trim_start().strip_prefix('}').unwrap_or_default();
    }
    if let Some(rest) = code.strip_prefix('*') {
        give.push((base.to_vec(), "*".to_owned()));
        return rest;
    }
    let end = code.find(|c: char| !is_part(c)).unwrap_or(code.len());
    let (word, rest) = code.split_at(end);
    if end == 0 {
        // Skip what cannot start a path.
        return rest.char_indices().nth(1).map_or("", |(next, _)| &rest[next..]);
    }
    let mut path = base.to_vec();
    if word != "self" || base.is_empty() {
        path.push(word.to_owned());
    }
    if let Some(rest) = rest.strip_prefix("::") {
        return tree(rest, &path, give);
    }
    let own = path.last().cloned().unwrap_or_default();
    match rest.trim_start().strip_prefix("as ") {
        Some(other) => {
            let other = other.trim_start();
            let end = other.find(|c: char| !is_part(c)).unwrap_or(other.len());
            give.push((path, other[..end].to_owned()));
            &other[end..]
        }
        None => {
            give.push((path, own));
            rest
        }
    }
}
