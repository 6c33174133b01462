//! Scripts that read what other programs print, and the tests that scripts name.

use std::fs;
use std::process::Command;

/// What nextest prints at the end, in colour.
const PRINTED: &str = "\
\u{1b}[32;1m     Summary\u{1b}[0m [  90.120s] 4 tests run: 4 passed (2 flaky), 9 skipped
\u{1b}[33m   FLAKY 2/2\u{1b}[0m [   4.020s] (3/4) \u{1b}[35mravenpost::it\u{1b}[0m browser::clicks
   FLAKY 2/3 [   0.410s] ravenpost::it browser::every_page
        PASS [   0.100s] (4/4) ravenpost::it pages::gets
";

#[test]
fn flaky_tests_are_listed_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, empty) = (folder.path().join("tests"), folder.path().join("postgres"));
    fs::write(&log, PRINTED).expect("written");
    fs::write(&empty, "     Summary [   1.000s] 1 test run: 1 passed, 0 skipped\n")
        .expect("written");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/flaky");
    let done = Command::new(script).args([&log, &empty]).output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let names = String::from_utf8_lossy(&done.stdout);
    let names: Vec<&str> = names.lines().collect();
    assert_eq!(names, ["ravenpost::it browser::clicks", "ravenpost::it browser::every_page"]);
}

/// Writes out the alternatives of a pattern with at most one group: `a::(b|c)`.
fn alternatives(pattern: &str) -> Vec<String> {
    let group = pattern.split_once('(').and_then(|(before, rest)| {
        let (inside, after) = rest.split_once(')')?;
        Some((before, inside, after))
    });
    match group {
        Some((before, inside, after)) => {
            inside.split('|').map(|one| format!("{before}{one}{after}")).collect()
        }
        None => vec![pattern.to_owned()],
    }
}

/// A night run ends at a name that no test has.
#[test]
fn tests_named_by_the_night_script_exist() {
    let own = std::env::current_exe().expect("this program");
    let listed = Command::new(own).arg("--list").output().expect("it runs");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/night");
    let script = fs::read_to_string(script).expect("the script");
    let words = script.split(['\'', ' ', '\n']).filter_map(|word| word.strip_prefix('^'));
    let names: Vec<String> =
        words.filter(|word| word.contains("::")).flat_map(alternatives).collect();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        let exists = listed.lines().any(|test| test.starts_with(&name));
        assert!(exists, "scripts/night names {name}, and no test is called so");
    }
}
