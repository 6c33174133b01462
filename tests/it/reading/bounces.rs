//! Bounces as mail servers write them, machine-readable and in plain text.

use ravenpost::mail::incoming::reading::{Character, Empty};
use serde::Deserialize;

use super::{compare, read, settle, sheet, words};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Returned {
    file: String,
    /// "hard", "soft" or "delayed".
    outcome: String,
    reason: String,
    address: Option<String>,
    /// The Message-ID of our email.
    email: Option<String>,
    key: Option<String>,
}

#[test]
fn bounces_are_understood() {
    let returned: Vec<Returned> = sheet("bounces");
    assert!(returned.len() >= 60);
    let mut wrong = Vec::new();
    for wanted in &returned {
        let file = wanted.file.as_str();
        let email = read("bounces", file).unwrap();
        let Character::Bounce(bounce) = &email.character else {
            wrong.push(format!("{file}: is taken for {:?}", email.character));
            continue;
        };
        compare(&mut wrong, file, "outcome", &wanted.outcome, &words(&bounce.failure_kind));
        compare(&mut wrong, file, "reason", &wanted.reason, &words(&bounce.reason));
        compare(&mut wrong, file, "address", &wanted.address, &bounce.address);
        compare(&mut wrong, file, "email", &wanted.email, &bounce.email);
        compare(&mut wrong, file, "key", &wanted.key, &bounce.key);
        compare(&mut wrong, file, "lines", &0, &email.written.lines.len());
        compare(&mut wrong, file, "empty", &None::<Empty>, &email.written.empty);
        assert!(bounce.reason.sentence().ends_with('.'));
    }
    settle(&wrong);
}
