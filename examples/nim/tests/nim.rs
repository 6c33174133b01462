//! Checks the contract and the worked examples, and that each rule point has an example.

use std::collections::BTreeSet;

use ravenpost_nim::NIM;
use ravenpost_rules::contract;
use ravenpost_rules::scenario::{CheckResult, Checked, check_text};

/// The results of all worked examples.
fn results() -> Vec<CheckResult> {
    let find = |key: &str| (key == NIM.about().key).then_some(NIM);
    NIM.about().examples.iter().flat_map(|(file, text)| check_text(&find, file, text)).collect()
}

#[test]
fn random_play_keeps_the_contract() {
    contract::keep(NIM);
}

#[test]
fn every_example_holds() {
    for result in results() {
        assert_eq!(result.outcome, Checked::Ok, "{} {}", result.id, result.name);
    }
}

#[test]
fn every_point_has_an_example() {
    let first_words = NIM.about().rules.lines().filter_map(|line| line.split(' ').next());
    let points: BTreeSet<&str> =
        first_words.filter(|word| word.starts_with('R') && word.contains('.')).collect();
    let results = results();
    let shown: BTreeSet<&str> =
        results.iter().flat_map(|one| &one.shows).map(String::as_str).collect();
    assert_eq!(points, shown);
}
