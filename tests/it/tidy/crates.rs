//! Maps the workspace's crates to modules of a single program, so that all checks see
//! `crates/rules` as `src/rules` and its names as they would be there.

use super::source::root;

/// A crate's source folder, its module in the single program, and its name in other crates.
const CRATES: &[(&str, &str, &str)] = &[
    ("crates/rules/src", "rules", "ravenpost_rules"),
    ("crates/drawing/src", "drawing", "ravenpost_drawing"),
    ("crates/log/src", "log", "ravenpost_log"),
    ("crates/store/src", "store", "ravenpost_store"),
    ("crates/bench/src", "bench", "ravenpost_bench"),
    ("crates/config/src", "config", "ravenpost_config"),
    ("crates/emails/src", "emails", "ravenpost_emails"),
    ("crates/mail/src", "mail", "ravenpost_mail"),
    ("crates/service/src", "service", "ravenpost_service"),
    ("crates/web/src", "web", "ravenpost_web"),
    ("crates/zone/src", "zone", "ravenpost_zone"),
    ("crates/titles/gotlandia/src", "titles/gotlandia", "ravenpost_gotlandia"),
    ("crates/titles/thingvellir/src", "titles/thingvellir", "ravenpost_thingvellir"),
    ("crates/titles/bardagi/src", "titles/bardagi", "ravenpost_bardagi"),
    ("crates/titles/scharz/src", "titles/scharz", "ravenpost_scharz"),
    ("examples/nim/src", "examples/nim", "ravenpost_nim"),
];

/// The source folders of all crates.
pub fn folders() -> impl Iterator<Item = &'static str> {
    CRATES.iter().map(|(folder, ..)| *folder)
}

/// Crates of the workspace that are missing in the table.
pub fn without_a_room() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["crates", "crates/titles", "examples"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let sources = format!("{folder}/{}/src", path.file_name().unwrap().display());
            if path.join("Cargo.toml").exists() && !folders().any(|known| known == sources) {
                found.push(format!("{sources}: is no room yet: say in crates.rs which it is"));
            }
        }
    }
    found
}

fn home(file: &str) -> Option<(&'static str, &str)> {
    CRATES
        .iter()
        .find_map(|(folder, room, _)| Some((*room, file.strip_prefix(folder)?.strip_prefix('/')?)))
}

/// The path of a file if the program were one crate.
pub fn place(file: &str) -> String {
    match home(file) {
        Some((room, "lib.rs")) => format!("src/{room}/mod.rs"),
        // Bots are part of the rules crate, but a layer of their own.
        Some(("rules", inside)) if inside.starts_with("bots/") => format!("src/{inside}"),
        // This program reads files and prints, unlike the rest of its crate.
        Some(("log", inside)) if inside.starts_with("bin/") => {
            format!("src/verify/{}", inside.trim_start_matches("bin/ravenpost-verify/"))
        }
        Some((room, inside)) => format!("src/{room}/{inside}"),
        None => file.to_owned(),
    }
}

/// A file's code with its paths as in a single crate.
pub fn in_one_program(file: &str, code: &str) -> String {
    if file.starts_with("tests/") {
        return code.to_owned();
    }
    let mut out = code.to_owned();
    if let Some((room, inside)) = home(file) {
        let program = room == "log" && inside.starts_with("bin/");
        let room = if program { "verify" } else { room };
        let own = format!("crate::{}::", room.replace('/', "::"));
        out = renamed(&out, "crate::", &own);
        if room == "rules" && !inside.starts_with("bots/") {
            out = renamed(&out, "crate::rules::bots::", "crate::bots::");
        }
    }
    if file.starts_with("crates/bench/") {
        out = renamed(&out, "ravenpost::", "crate::");
    }
    for (_, room, name) in CRATES {
        let place = format!("crate::{}", room.replace('/', "::"));
        out = renamed(&out, name, &place);
    }
    out.replace("crate::rules::bots", "crate::bots")
}

/// Replaces one name by another, except at the end of a longer name.
fn renamed(code: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(from) {
        let before = rest[..at].chars().next_back().or(out.chars().next_back());
        let own = !before.is_some_and(|c| c.is_alphanumeric() || "_:$".contains(c));
        out.push_str(&rest[..at]);
        out.push_str(if own { to } else { from });
        rest = &rest[at + from.len()..];
    }
    out.push_str(rest);
    out
}

#[test]
fn a_crate_is_read_as_a_room() {
    assert_eq!(place("crates/titles/scharz/src/lib.rs"), "src/titles/scharz/mod.rs");
    assert_eq!(place("crates/store/src/log/mod.rs"), "src/store/log/mod.rs");
    assert_eq!(place("src/web/mod.rs"), "src/web/mod.rs");
    let code = "use crate::log; use ravenpost_rules::{Seat, bots}; use $crate::x; my_crate::y();";
    assert_eq!(
        in_one_program("crates/store/src/a.rs", code),
        "use crate::store::log; use crate::rules::{Seat, bots}; use $crate::x; my_crate::y();"
    );
    assert_eq!(in_one_program("src/a.rs", "ravenpost_rules::bots::all()"), "crate::bots::all()");
}
