//! Scripts that read what other programs print.

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
