//! Crates that can be published: published dependencies, a README, the oldest compiler, and no
//! included file from outside. Clippy checks the other fields of the manifest.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::source::{Source, below, line_of, root};

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
        let mut found = Vec::new();
        if self.field("rust-version").is_none() {
            found.push(format!("{manifest}: has no rust-version"));
        }
        let needed = self.manifest.get("dependencies").and_then(Value::as_table);
        let ours = needed.into_iter().flat_map(|table| table.keys());
        let private =
            ours.filter(|name| name.starts_with("ravenpost") && !published.contains(name.as_str()));
        found.extend(private.map(|name| format!("{manifest}: {name} is not published")));
        let src = format!("{}/src/", self.folder);
        for source in sources.iter().filter(|one| one.file.starts_with(&src)) {
            let included = outside(&source.file[self.folder.len() + 1..], &source.text);
            let says = |(at, path)| source.says(at, format!("{path} is outside the crate"));
            found.extend(included.into_iter().map(says));
        }
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
        let mut parts = path.split('/');
        let down = |depth: usize, part: &str| match part {
            ".." => depth.checked_sub(1),
            _ => Some(depth + 1),
        };
        parts.try_fold(file.matches('/').count(), down).is_none()
    };
    let paths = calls.filter_map(|(at, path)| Some((line_of(text, at), path?.to_owned())));
    paths.filter(|(_, path)| leaves(path)).collect()
}

pub fn complaints(sources: &[Source]) -> Vec<String> {
    let manifests = below("crates", "Cargo.toml");
    let packages: Vec<Package> =
        manifests.iter().map(|one| Package::of(&one.file, &one.text)).collect();
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
fn planted_package_faults_are_found() {
    let manifest = "[package]\nname = \"a\"\n\
                    [dependencies]\nravenpost-rules = \"1\"\nravenpost-web = \"1\"\n";
    let package = Package::of("crates/a/Cargo.toml", manifest);
    let text = "//! A\nconst B: &str = include_str!(\"../c/d.md\");\n\
                const E: &[u8] = include_bytes!(\"../../../f\");\n";
    let source = Source::of("crates/a/src/b/mod.rs", text.to_owned());
    let found = package.complaints(&BTreeSet::from(["ravenpost-rules"]), &[source]);
    let wanted = [
        "crates/a/Cargo.toml: has no rust-version",
        "crates/a/Cargo.toml: ravenpost-web is not published",
        "crates/a/src/b/mod.rs:3: ../../../f is outside the crate",
    ];
    assert_eq!(found, wanted);
    let private = Package::of("crates/b/Cargo.toml", "[package]\npublish.workspace = true\n");
    assert!(package.is_published() && !private.is_published());
}
