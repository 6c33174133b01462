//! Crates that can be published: published dependencies, a README, the oldest compiler, and no
//! included file from outside. Clippy checks the other fields of the manifest.

use toml::{Table, Value};

use super::source::{Source, below, root};

pub fn complaints(sources: &[Source]) -> Vec<String> {
    let manifests = below("crates", "Cargo.toml");
    assert!(manifests.len() > 5, "the manifests were found");
    of_manifests(&manifests, sources)
}

fn of_manifests(manifests: &[Source], sources: &[Source]) -> Vec<String> {
    let tables = manifests.iter().map(|one| (one, one.text.parse::<Table>().unwrap()));
    let is_published = |table: &Table| table["package"].get("publish").is_none();
    let published: Vec<_> = tables.filter(|(_, table)| is_published(table)).collect();
    let is_private = |name: &&String| {
        let own =
            |(_, table): &(_, Table)| table["package"]["name"].as_str() == Some(name.as_str());
        name.starts_with("ravenpost") && !published.iter().any(own)
    };
    let mut found = Vec::new();
    for (manifest, table) in &published {
        let file = &manifest.file;
        let folder = file.trim_end_matches("Cargo.toml");
        if table["package"].get("rust-version").is_none() {
            found.push(format!("{file}: has no rust-version"));
        }
        if !root().join(folder).join("README.md").exists() {
            found.push(format!("{file}: has no README.md"));
        }
        let dependencies = table.get("dependencies").and_then(Value::as_table);
        let private = dependencies.into_iter().flat_map(|table| table.keys()).filter(is_private);
        found.extend(private.map(|name| format!("{file}: {name} is not published")));
        for source in sources.iter().filter(|one| one.file.starts_with(&format!("{folder}src/"))) {
            let depth = source.file[folder.len()..].matches('/').count();
            let outside =
                |line: &str| line.contains("include_") && line.matches("../").count() > depth;
            let lines = source.text.lines().zip(1..).filter(|(line, _)| outside(line));
            found.extend(
                lines.map(|(_, at)| format!("{}:{at}: includes from outside", source.file)),
            );
        }
    }
    found
}

#[test]
fn planted_package_faults_are_found() {
    let manifest = |folder: &str, text: &str| {
        Source::of(&format!("crates/{folder}/Cargo.toml"), &format!("[package]\n{text}"))
    };
    let manifests = [
        manifest(
            "a",
            "name = \"a\"\n[dependencies]\nravenpost-rules = \"1\"\nravenpost-web = \"1\"\n",
        ),
        manifest("rules", "name = \"ravenpost-rules\"\nrust-version = \"1\"\n"),
        manifest("web", "name = \"ravenpost-web\"\npublish.workspace = true\n"),
    ];
    let text = "//! A\nconst B: &str = include_str!(\"../c/d.md\");\n\
                const E: &[u8] = include_bytes!(\"../../../f\");\n";
    let source = Source::of("crates/a/src/b/mod.rs", text);
    let wanted = [
        "crates/a/Cargo.toml: has no rust-version",
        "crates/a/Cargo.toml: has no README.md",
        "crates/a/Cargo.toml: ravenpost-web is not published",
        "crates/a/src/b/mod.rs:3: includes from outside",
    ];
    assert_eq!(of_manifests(&manifests, &[source]), wanted);
}
