//! Crates that can be published: complete manifests, published dependencies, and no included file
//! from outside.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::source::{Source, collect, line_of, name, read, root};

/// What crates.io shows or requires.
const FIELDS: [&str; 7] =
    ["categories", "description", "keywords", "license", "readme", "repository", "rust-version"];

struct Package {
    /// From the root of the workspace: "crates/rules".
    folder: String,
    manifest: Table,
}

impl Package {
    fn of(manifest: &str, text: &str) -> Package {
        let folder = manifest.trim_end_matches("/Cargo.toml").to_owned();
        Package { folder, manifest: text.parse().unwrap() }
    }

    fn field(&self, name: &str) -> Option<&Value> {
        self.manifest["package"].get(name)
    }

    fn name(&self) -> &str {
        self.field("name").and_then(Value::as_str).unwrap()
    }

    fn is_published(&self) -> bool {
        self.field("publish").is_none()
    }

    fn complaints(&self, published: &BTreeSet<&str>, sources: &[Source]) -> Vec<String> {
        let manifest = format!("{}/Cargo.toml", self.folder);
        let missing = FIELDS.iter().filter(|field| self.field(field).is_none());
        let mut found: Vec<String> =
            missing.map(|field| format!("{manifest}: has no {field}")).collect();
        let needed = self.manifest.get("dependencies").and_then(Value::as_table);
        let needed = needed.into_iter().flat_map(|table| table.keys());
        let private = needed
            .filter(|name| name.starts_with("ravenpost") && !published.contains(name.as_str()));
        found.extend(private.map(|name| format!("{manifest}: {name} is not published")));
        let src = format!("{}/src/", self.folder);
        found.extend(sources.iter().filter(|one| one.file.starts_with(&src)).flat_map(|source| {
            let inside = &source.file[self.folder.len() + 1..];
            outside(inside, &source.text)
                .into_iter()
                .map(|(line, path)| source.says(line, format!("{path} is outside the crate")))
        }));
        found
    }
}

/// The files outside its crate that a source includes, with their lines.
fn outside(file: &str, text: &str) -> Vec<(usize, String)> {
    let included = ["include_str!(\"", "include_bytes!(\""];
    let calls = included.iter().flat_map(|call| {
        text.match_indices(call).map(move |(at, _)| (at, text[at + call.len()..].split('"').next()))
    });
    let leaves = |path: &str| {
        let mut depth = file.matches('/').count();
        path.split('/').any(|part| match (part, depth) {
            ("..", 0) => true,
            ("..", _) => {
                depth -= 1;
                false
            }
            _ => {
                depth += 1;
                false
            }
        })
    };
    let paths = calls.filter_map(|(at, path)| Some((line_of(text, at), path?.to_owned())));
    paths.filter(|(_, path)| leaves(path)).collect()
}

pub fn complaints(sources: &[Source]) -> Vec<String> {
    let mut paths = Vec::new();
    collect(&root().join("crates"), "Cargo.toml", &mut paths);
    let packages: Vec<Package> =
        paths.iter().map(|path| Package::of(&name(path), &read(path))).collect();
    let published = || packages.iter().filter(|package| package.is_published());
    let names: BTreeSet<&str> = published().map(Package::name).collect();
    assert!(names.len() > 5, "{names:?}");
    let mut found: Vec<String> =
        published().flat_map(|package| package.complaints(&names, sources)).collect();
    let readmes = published().map(|package| format!("{}/README.md", package.folder));
    let missing = readmes.filter(|readme| !root().join(readme).exists());
    found.extend(missing.map(|readme| format!("{readme}: is missing")));
    found
}

#[test]
fn planted_faults_of_packages_are_found() {
    let manifest = "[package]\nname = \"a\"\ndescription = \"A\"\nreadme = \"README.md\"\n\
                    keywords = []\ncategories = []\nlicense = \"MIT\"\nrust-version = \"1.95\"\n\
                    [dependencies]\nravenpost-rules = \"1\"\nravenpost-web = \"1\"\n";
    let package = Package::of("crates/a/Cargo.toml", manifest);
    let text = "//! A\nconst B: &str = include_str!(\"../c/d.md\");\n\
                const E: &[u8] = include_bytes!(\"../../../f\");\n";
    let source = Source::of("crates/a/src/b/mod.rs", text.to_owned());
    let found = package.complaints(&BTreeSet::from(["ravenpost-rules"]), &[source]);
    let wanted = [
        "crates/a/Cargo.toml: has no repository",
        "crates/a/Cargo.toml: ravenpost-web is not published",
        "crates/a/src/b/mod.rs:3: ../../../f is outside the crate",
    ];
    assert_eq!(found, wanted);
    let private = Package::of("crates/b/Cargo.toml", "[package]\npublish.workspace = true\n");
    assert!(package.is_published() && !private.is_published());
}
